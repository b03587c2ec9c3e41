import { setDiscreet, useDiscreet } from '../lib/device/discreet.ts'
import { setTheme, useTheme } from '../lib/device/theme.ts'
import { useLanguage } from '../lib/text/language.ts'
import { useTexts } from '../lib/text/texts.ts'
import { LANGUAGE_CHOICES } from '../ui/forms/language-choices.ts'
import { Segmented } from '../ui/forms/Segmented.tsx'
import { Switch } from '../ui/forms/Switch.tsx'
import { Card } from '../ui/layout/Card.tsx'
import styles from './settings.module.css'
import { chooseLanguage } from './store.ts'
import { settingsTexts } from './texts.ts'

/** Lets the member choose the language, the theme and discreet mode. */
export function DisplayCard() {
  const t = useTexts(settingsTexts)
  const language = useLanguage()
  const theme = useTheme()
  const discreet = useDiscreet()
  return (
    <Card title={t('display')}>
      <p className={styles.label}>{t('language')}</p>
      <Segmented
        label={t('language')}
        choices={LANGUAGE_CHOICES}
        value={language}
        onChange={(chosen) => void chooseLanguage(chosen)}
        stretch
      />
      <p className={styles.label}>{t('theme')}</p>
      <Segmented
        label={t('theme')}
        choices={[
          { value: 'device', label: t('themeDevice') },
          { value: 'light', label: t('themeLight') },
          { value: 'dark', label: t('themeDark') },
        ]}
        value={theme}
        onChange={setTheme}
        stretch
      />
      <div className={styles.switches}>
        <Switch checked={discreet} onChange={setDiscreet} hint={t('discreetHint')}>
          {t('discreet')}
        </Switch>
      </div>
    </Card>
  )
}
