import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { eventAddress, newEventAddress, parseEventsView } from '../events/address.ts'
import type { Source } from '../events/api.ts'
import { CalendarDialog } from '../events/CalendarDialog.tsx'
import { EventDetail } from '../events/EventDetail.tsx'
import { ChangeEvent, NewEvent } from '../events/EventEditor.tsx'
import { EventList } from '../events/EventList.tsx'
import { EventToggles } from '../events/EventToggles.tsx'
import { eventsTexts } from '../events/texts.ts'
import { showsGroups, showsOlder, showsPublic } from '../events/toggles.ts'
import { useMedia } from '../lib/photos/media.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageTop } from '../ui/layout/PageTop.tsx'
import { ListPane } from '../ui/lists/ListPane.tsx'
import styles from './panes.module.css'

/** Returns the sources that the toggles select. */
function useShown() {
  const publicOnes = showsPublic.use() === 'on'
  const groupOnes = showsGroups.use() === 'on'
  const sources = useMemo<Source[]>(
    () => [...(publicOnes ? (['public'] as const) : []), ...(groupOnes ? (['mine'] as const) : [])],
    [publicOnes, groupOnes],
  )
  return {
    sources,
    older: showsOlder.use() === 'on',
    shows: ({ groupId }: { groupId: string | null }) => (groupId === null ? publicOnes : groupOnes),
  }
}

/** Shows the list of events and the open event; only one of them on narrow screens. */
export function EventsPage() {
  const t = useTexts(eventsTexts)
  const [params] = useSearchParams()
  const single = useMedia('(max-width: 37.5em)')
  const view = parseEventsView(params)
  const { sources, older, shows } = useShown()
  const create = (wide: boolean) => (
    <ButtonLink to={newEventAddress()} state={{ from: '/events' }} icon={Plus} wide={wide}>
      {t('create')}
    </ButtonLink>
  )
  const id = 'id' in view ? view.id : null
  const empty = sources.length === 0 ? { title: t('nothingChosen') } : { title: t('empty'), text: t('emptyText') }

  return (
    <div className={styles.page}>
      <PageTop
        title={t('page')}
        back={single && view.view !== 'none' ? (view.view === 'edit' ? eventAddress(view.id) : '/events') : undefined}
        actions={!single && create(false)}
      />
      {!(single && view.view !== 'none') && (
        <ListPane
          label={t('page')}
          alone={single}
          head={<EventToggles />}
          foot={
            <>
              {single && create(true)}
              <CalendarDialog />
            </>
          }
        >
          <EventList sources={sources} shows={shows} older={older} selected={single ? null : id} empty={empty} />
        </ListPane>
      )}
      {view.view === 'event' && <EventDetail key={view.id} id={view.id} />}
      {view.view === 'edit' && <ChangeEvent key={view.id} id={view.id} />}
      {view.view === 'new' && <NewEvent groupId={view.groupId} />}
      {view.view === 'none' && !single && (
        <div className={styles.empty}>
          <EmptyState title={t('pick')}>{t('pickText')}</EmptyState>
        </div>
      )}
    </div>
  )
}
