import type { RefObject } from 'react'
import { Dialog, I18nProvider, Popover } from 'react-aria-components'
import { Link } from 'react-router-dom'
import { setTheme, THEMES, useTheme } from '../../lib/device/theme.ts'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { chooseLanguage } from '../../settings/store.ts'
import { LANGUAGE_CHOICES } from '../../ui/forms/language-choices.ts'
import { Segmented } from '../../ui/forms/Segmented.tsx'
import { preferenceTexts } from './preference-texts.ts'
import styles from './shell.module.css'
import { useThemeName } from './theme-names.ts'

type Props = { label: string; trigger: RefObject<HTMLElement | null>; onClose: () => void }

export function AccountPopover({ label, trigger, onClose }: Props) {
  const t = useTexts(preferenceTexts)
  const theme = useTheme()
  const language = useLanguage()
  const nameOf = useThemeName()
  return (
    <I18nProvider locale={localeOf(language)}>
      <Popover
        className={styles.accountPopover}
        triggerRef={trigger}
        placement="top start"
        offset={8}
        isOpen
        onOpenChange={(open) => !open && onClose()}
      >
        <Dialog className={styles.accountDialog} aria-label={label}>
          <p className={styles.accountLabel}>{t('theme')}</p>
          <Segmented
            label={t('theme')}
            choices={THEMES.map((value) => ({ value, label: nameOf(value) }))}
            value={theme}
            onChange={setTheme}
            stretch
          />
          <p className={styles.accountLabel}>{t('language')}</p>
          <Segmented
            label={t('language')}
            choices={LANGUAGE_CHOICES}
            value={language}
            onChange={(chosen) => void chooseLanguage(chosen)}
            stretch
          />
          <Link className="text-link" to="/myprofile?tab=profile" onClick={onClose}>
            {t('toProfile')}
          </Link>
        </Dialog>
      </Popover>
    </I18nProvider>
  )
}
