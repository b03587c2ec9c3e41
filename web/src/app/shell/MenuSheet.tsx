import { ChevronRight, Eye, Languages, LifeBuoy, LogOut, Moon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { setDiscreet, useDiscreet } from '../../lib/device/discreet.ts'
import { setTheme, THEMES, useTheme } from '../../lib/device/theme.ts'
import { useSession } from '../../lib/http/session.ts'
import { useAppConfig } from '../../lib/release/app-config.ts'
import { useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { requestLogOut } from '../../pages/log-out.ts'
import { useOwnProfile } from '../../profiles/store.ts'
import { chooseLanguage } from '../../settings/store.ts'
import { Switch } from '../../ui/forms/Switch.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { NAVIGATION, NEWS_ROW, useRows } from '../navigation.ts'
import { appTexts } from '../texts.ts'
import styles from './menu-sheet.module.css'
import { NavigationLink } from './NavigationLink.tsx'
import { preferenceTexts } from './preference-texts.ts'
import { useThemeName } from './theme-names.ts'

/** The rows of the menu except the member's own profile, which has a separate row at the top. */
const ROWS = [...NAVIGATION, NEWS_ROW].filter(({ onPhone, label }) => onPhone === 'menu' && label !== 'myProfile')

function ThemeRow() {
  const t = useTexts(preferenceTexts)
  const theme = useTheme()
  const nameOf = useThemeName()
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'device'
  return (
    <button type="button" className={styles.row} onClick={() => setTheme(next)}>
      <Moon size="1.25rem" strokeWidth={1.75} aria-hidden />
      <span className={styles.label}>{t('theme')}</span>
      <span className={styles.value}>{nameOf(theme)}</span>
    </button>
  )
}

function LanguageRow() {
  const t = useTexts(preferenceTexts)
  const language = useLanguage()
  return (
    <button
      type="button"
      className={styles.row}
      onClick={() => void chooseLanguage(language === 'SWEDISH' ? 'ENGLISH' : 'SWEDISH')}
    >
      <Languages size="1.25rem" strokeWidth={1.75} aria-hidden />
      <span className={styles.label}>{t('language')}</span>
      <span className={styles.value}>{language === 'SWEDISH' ? 'Svenska' : 'English'}</span>
    </button>
  )
}

export function MenuSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(appTexts)
  const session = useSession()
  const rows = useRows(ROWS)
  const discreet = useDiscreet()
  const supportUrl = useAppConfig((config) => config.supportUrl)
  const photoUrl = useOwnProfile().data?.profile.profilePhotoUrl
  if (!session) return null
  return (
    <Dialog title={t('menu')} titleHidden open={open} onClose={onClose}>
      <Link className={styles.profile} to="/myprofile?tab=profile" onClick={onClose}>
        <Avatar name={session.userName} shape={session.couple ? 'couple' : 'person'} photoUrl={photoUrl} size={56} />
        <span className={styles.names}>
          <span className={styles.name}>{session.userName}</span>
          <span className={styles.value}>{session.couple ? t('ourProfile') : t('myProfile')}</span>
        </span>
        <ChevronRight size="1.25rem" strokeWidth={1.75} aria-hidden />
      </Link>
      {rows.map((row) => (
        <NavigationLink key={row.to} row={row} className={styles.row} onClick={onClose} />
      ))}
      <a className={styles.row} href={supportUrl} target="_blank" rel="noopener noreferrer">
        <LifeBuoy size="1.25rem" strokeWidth={1.75} aria-hidden />
        <span className={styles.label}>{t('contact')}</span>
      </a>
      <hr className={styles.line} />
      <div className={styles.row}>
        <Eye size="1.25rem" strokeWidth={1.75} aria-hidden />
        <div className={styles.label}>
          <Switch checked={discreet} onChange={setDiscreet}>
            {t('discreet')}
          </Switch>
        </div>
      </div>
      <ThemeRow />
      <LanguageRow />
      <button
        type="button"
        className={styles.row}
        onClick={() => {
          onClose()
          requestLogOut()
        }}
      >
        <LogOut size="1.25rem" strokeWidth={1.75} aria-hidden />
        <span className={styles.label}>{t('logOut')}</span>
      </button>
    </Dialog>
  )
}
