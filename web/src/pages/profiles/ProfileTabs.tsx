import { type ComponentType, Suspense, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../lib/text/texts.ts'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import styles from './my-profile.module.css'
import { pageTexts } from './texts.ts'

type TabId = 'profile' | 'photo' | 'settings' | 'visitors' | 'verification'

/** A tab of a profile page. The code of a lazy panel loads when the tab is first shown. */
export type ProfileTab<Props> = { id: TabId; Panel: ComponentType<Props>; Mark?: ComponentType }

type ProfileTabsProps<Props> = { tabs: readonly ProfileTab<Props>[]; selected: ProfileTab<Props>; panelProps: Props }

/** Returns the tab in the URL; the first one if the URL has none, undefined if it does not exist. */
export function useSelectedTab<Props>(tabs: readonly ProfileTab<Props>[]): ProfileTab<Props> | undefined {
  const [query] = useSearchParams()
  const tabParam = query.get('tab')
  return tabParam === null ? tabs[0] : tabs.find(({ id }) => id === tabParam)
}

/** Shows the tabs of a profile page. The URL stores the open tab; its fragment `#parts` scrolls to the tabs. */
export function ProfileTabs<Props extends object>({ tabs, selected, panelProps }: ProfileTabsProps<Props>) {
  const t = useTexts(pageTexts)
  const [, setQuery] = useSearchParams()
  // Keeps the navigation state, so that the back link still leads to the previous page.
  const { state, hash } = useLocation()
  const tabsRef = useRef<HTMLDivElement>(null)
  const scrollTarget = hash === '#parts' ? selected.id : null
  useEffect(() => {
    if (scrollTarget) tabsRef.current?.scrollIntoView?.({ block: 'start' })
  }, [scrollTarget])
  const open = (tab: TabId) =>
    setQuery(
      (query) => {
        query.set('tab', tab)
        return query
      },
      { replace: true, state },
    )
  return (
    <div ref={tabsRef}>
      <Tabs
        label={t('tabs')}
        selected={selected.id}
        onSelect={open}
        className={styles.tabs}
        tabs={tabs.map(({ id, Panel, Mark }) => ({
          id,
          label: t(`tab.${id}`),
          mark: Mark && <Mark />,
          panel: (
            <Suspense>
              <Panel {...panelProps} />
            </Suspense>
          ),
        }))}
      />
    </div>
  )
}
