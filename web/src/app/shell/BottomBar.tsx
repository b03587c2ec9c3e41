import { Menu } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { NewsCountMark } from '../../news/NewsCountMark.tsx'
import { useEverOpened } from '../../ui/overlays/use-ever-opened.ts'
import { NAVIGATION, NEWS_ROW, pathOf, useActivePath } from '../navigation.ts'
import { appTexts } from '../texts.ts'
import { NavigationLink } from './NavigationLink.tsx'
import styles from './shell.module.css'

const MenuSheet = lazy(async () => ({ default: (await import('./MenuSheet.tsx')).MenuSheet }))

const BAR_ROWS = NAVIGATION.filter(({ onPhone }) => onPhone !== 'menu').sort(
  (one, other) => Number(one.onPhone) - Number(other.onPhone),
)
const MENU_PATHS = [...NAVIGATION, NEWS_ROW].filter(({ onPhone }) => onPhone === 'menu').map(pathOf)

/** Shows the phone's navigation. The menu button is marked while the menu is open or contains the current page. */
export function BottomBar() {
  const t = useTexts(appTexts)
  const activePath = useActivePath()
  const [open, setOpen] = useState(false)
  const hasOpened = useEverOpened(open)
  const isActive = open || MENU_PATHS.includes(activePath)
  return (
    <nav className={styles.bottomBar} aria-label={t('mainNavigation')}>
      {BAR_ROWS.map((row) => (
        <NavigationLink key={row.to} row={row} className={styles.barItem} iconClassName={styles.barIcon} />
      ))}
      <button
        type="button"
        className={styles.barItem}
        data-active={isActive || undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <span className={styles.barIcon}>
          <Menu size="1.25rem" strokeWidth={1.75} aria-hidden />
        </span>
        <span>{t('menu')}</span>
        <NewsCountMark />
      </button>
      <Suspense>{hasOpened && <MenuSheet open={open} onClose={() => setOpen(false)} />}</Suspense>
    </nav>
  )
}
