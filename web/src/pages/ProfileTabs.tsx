import { type ComponentType, Suspense, useEffect, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { useTexts } from '../lib/texts.ts'
import { Tabs } from '../ui/Tabs.tsx'
import styles from './my-profile.module.css'
import { pageTexts } from './texts.ts'

type TabId = 'profile' | 'photo' | 'settings' | 'visitors' | 'verification'

/** One part of a profile page. Its panel is loaded when it is first shown. */
export type TabRow<Props> = { id: TabId; Panel: ComponentType<Props>; Mark?: ComponentType }

type WithProps<Props> = { rows: readonly TabRow<Props>[]; selected: TabRow<Props>; panelProps: Props }

/** The row that the address names; the first where it names none, nothing where there is no such row. */
export function useSelectedTab<Props>(rows: readonly TabRow<Props>[]): TabRow<Props> | undefined {
  const [query] = useSearchParams()
  const wanted = query.get('tab')
  return wanted === null ? rows[0] : rows.find(({ id }) => id === wanted)
}

/** The tabs of a profile page. Which one is open stands in the address; `#parts` brings it into sight. */
export function ProfileTabs<Props extends object>({ rows, selected, panelProps }: WithProps<Props>) {
  const t = useTexts(pageTexts)
  const [, setQuery] = useSearchParams()
  // Where one came from stays known.
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
