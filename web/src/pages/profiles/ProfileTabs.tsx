import { type ComponentType, Suspense, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../lib/text/texts.ts'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import styles from './my-profile.module.css'
import { pageTexts } from './texts.ts'

type TabId = 'profile' | 'photo' | 'settings' | 'visitors' | 'verification'

/** One tab of a profile page. Its panel's code loads when it is first shown. */
export type TabRow<Props> = { id: TabId; Panel: ComponentType<Props>; Mark?: ComponentType }

type WithProps<Props> = { rows: readonly TabRow<Props>[]; selected: TabRow<Props>; panelProps: Props }

/** Returns the tab in the address; the first one if the address names none, undefined if it does not exist. */
export function useSelectedTab<Props>(rows: readonly TabRow<Props>[]): TabRow<Props> | undefined {
  const [query] = useSearchParams()
  const wanted = query.get('tab')
  return wanted === null ? rows[0] : rows.find(({ id }) => id === wanted)
}

/** Shows the tabs of a profile page. The address stores the open tab; `#parts` scrolls to the tabs. */
export function ProfileTabs<Props extends object>({ rows, selected, panelProps }: WithProps<Props>) {
  const t = useTexts(pageTexts)
  const [, setQuery] = useSearchParams()
  // Keeps the navigation state, so that the back link still knows the origin.
  const { state, hash } = useLocation()
  const parts = useRef<HTMLDivElement>(null)
  const wanted = hash === '#parts' ? selected.id : null
  useEffect(() => {
    if (wanted) parts.current?.scrollIntoView?.({ block: 'start' })
  }, [wanted])
  const open = (tab: TabId) =>
    setQuery(
      (query) => {
        query.set('tab', tab)
        return query
      },
      { replace: true, state },
    )
  return (
    <div ref={parts}>
      <Tabs
        label={t('tabs')}
        selected={selected.id}
        onSelect={open}
        className={styles.tabs}
        tabs={rows.map(({ id, Panel, Mark }) => ({
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
