import { Menu } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { NewsBadge } from '../../news/NewsBadge.tsx'
import { useEverOpened } from '../../ui/overlays/use-ever-opened.ts'
import { NAVIGATION, NEWS_ROW, pathOf, useActivePath } from '../navigation.ts'
import { appTexts } from '../texts.ts'
import { NavigationLink } from './NavigationLink.tsx'
import styles from './shell.module.css'

const MenuSheet = lazy(async () => ({ default: (await import('./MenuSheet.tsx')).MenuSheet }))

const BAR = NAVIGATION.filter(({ onPhone }) => onPhone !== 'menu').sort(
  (one, other) => Number(one.onPhone) - Number(other.onPhone),
)
const MENU_PATHS = [...NAVIGATION, NEWS_ROW].filter(({ onPhone }) => onPhone === 'menu').map(pathOf)

/** The phone's navigation. The menu item is active while the current page is one of the menu's. */
export function BottomBar() {
  const t = useTexts(appTexts)
  const activePath = useActivePath()
  const [open, setOpen] = useState(false)
  const everOpened = useEverOpened(open)
  const isActive = open || MENU_PATHS.includes(activePath)
  return (
    <nav className={styles.bottomBar} aria-label={t('mainNavigation')}>
      {BAR.map((row) => (
        <NavigationLink key={row.to} row={row} className={styles.barItem} iconClassName={styles.barIcon} />
      ))}
      <button
        type="button"
        className={styles.barItem}
        data-lit={isActive || undefined}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <span className={styles.barIcon}>
          <Menu size="1.25rem" strokeWidth={1.75} aria-hidden />
        </span>
        <span>{t('menu')}</span>
        <NewsBadge />
      </button>
      <Suspense>{everOpened && <MenuSheet open={open} onClose={() => setOpen(false)} />}</Suspense>
    </nav>
  )
}
