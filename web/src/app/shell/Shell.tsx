import { type ReactNode, Suspense, use, useRef, useState, ViewTransition } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { useTexts } from '../../lib/text/texts.ts'
import { Banners } from '../../ui/feedback/Banners.tsx'
import { PageSlotsContext } from '../../ui/layout/page-slots.ts'
import { Wordmark } from '../../ui/layout/Wordmark.tsx'
import { AppErrorBoundary } from '../AppErrorBoundary.tsx'
import { type Move, MoveContext } from '../moves.ts'
import { SkipLink } from '../SkipLink.tsx'
import { appTexts } from '../texts.ts'
import { AccountChip } from './AccountChip.tsx'
import { BottomBar } from './BottomBar.tsx'
import { HeaderTools } from './HeaderTools.tsx'
import { Rail } from './Rail.tsx'
import './moves.css'
import styles from './shell.module.css'
import { useScrollRestoration } from './use-scroll-restoration.ts'

/** Shows nothing until a page is loaded. On a phone an open chat replaces the whole shell from the start. */
function PageFallback() {
  const { pathname, search } = useLocation()
  return pathname === '/chats' && new URLSearchParams(search).has('id') && <div data-covers-shell />
}

/** The classes of the view transitions between pages; with `none`, the page is replaced immediately. */
const MOVES: Record<Move, string> = {
  deeper: 'page-deeper',
  back: 'page-back',
  grow: 'page-grow',
  shrink: 'page-shrink',
  sideways: 'page-sideways',
  within: 'none',
}

/**
 * Shows moves between pages as view transitions. Transition types on the navigation would not work: React applies them
 * to the next update of the page that it renders, while the navigation may still wait for its page.
 */
const PageTransition = ({ children }: { children: ReactNode }) => (
  <ViewTransition default="none" update={MOVES[use(MoveContext)]}>
    {children}
  </ViewTransition>
)

/** Renders header, navigation and banners around a member page. `PageTop` fills the header with title and actions. */
export function Shell() {
  const t = useTexts(appTexts)
  const { pathname } = useLocation()
  const [title, setTitle] = useState<HTMLElement | null>(null)
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const sheet = useRef<HTMLElement>(null)
  useScrollRestoration(sheet)
  return (
    <PageSlotsContext value={{ title, actions }}>
      <SkipLink />
      <div className={styles.shell}>
        <header className={styles.header}>
          <div className={styles.title} ref={setTitle} />
          <div className={styles.actions} ref={setActions} />
          <HeaderTools />
        </header>
        <nav className={styles.rail} aria-label={t('mainNavigation')}>
          <Link className={styles.home} to="/chats">
            <Wordmark tone="shell" />
          </Link>
          <Rail />
          <AccountChip />
        </nav>
        <div className={styles.page}>
          <Banners hasMenu />
          <PageTransition>
            <main ref={sheet} className={styles.sheet} id="content" tabIndex={-1} data-scroll-key="page">
              <AppErrorBoundary page={pathname}>
                <Suspense fallback={<PageFallback />}>
                  <Outlet />
                </Suspense>
              </AppErrorBoundary>
            </main>
          </PageTransition>
        </div>
        <BottomBar />
      </div>
    </PageSlotsContext>
  )
}
