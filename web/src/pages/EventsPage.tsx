import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Source } from '../events/api.ts'
import { CalendarDialog } from '../events/CalendarDialog.tsx'
import { EventDetail } from '../events/EventDetail.tsx'
import { ChangeEvent, NewEvent } from '../events/EventEditor.tsx'
import { EventList } from '../events/EventList.tsx'
import { EventToggles } from '../events/EventToggles.tsx'
import { eventsTexts } from '../events/texts.ts'
import { groupsToggle, pastToggle, publicToggle } from '../events/toggles.ts'
import { eventUrl, newEventUrl, parseEventsView } from '../events/urls.ts'
import { useMediaQuery } from '../lib/device/use-media-query.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, ButtonLink } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { PageTop } from '../ui/layout/PageTop.tsx'
import { ListPane } from '../ui/lists/ListPane.tsx'
import styles from './panes.module.css'
import { RemovedContent } from './RemovedContent.tsx'

/** Returns the selection of the toggles: the lists to load, and a filter for their events. */
function useEventFilter() {
  const includesPublic = publicToggle.use() === 'on'
  const includesGroups = groupsToggle.use() === 'on'
  const sources = useMemo<Source[]>(
    () => [...(includesPublic ? (['public'] as const) : []), ...(includesGroups ? (['mine'] as const) : [])],
    [includesPublic, includesGroups],
  )
  return {
    sources,
    includesPublic,
    showsPastEvents: pastToggle.use() === 'on',
    matches: ({ groupId }: { groupId: string | null }) => (groupId === null ? includesPublic : includesGroups),
  }
}

/** Matches narrow windows, and somewhat wider ones that are low, such as a page zoomed to 200%. */
const SINGLE_PANE = '(max-width: 37.5em), (max-width: 43.75em) and (max-height: 30em)'

/** Shows the list of events, and the open event or form beside it; only one of them on narrow screens. */
export function EventsPage() {
  const t = useTexts(eventsTexts)
  const [params] = useSearchParams()
  const isSinglePane = useMediaQuery(SINGLE_PANE)
  const isPhone = useMediaQuery('(max-width: 37.5em)')
  const view = parseEventsView(params)
  const { sources, includesPublic, showsPastEvents, matches } = useEventFilter()
  const renderCreateLink = (wide: boolean) => (
    <ButtonLink to={newEventUrl()} state={{ from: '/events' }} icon={Plus} wide={wide}>
      {t('create')}
    </ButtonLink>
  )
  const id = 'id' in view ? view.id : null
  const showAllEvents = () => {
    publicToggle.set('on')
    groupsToggle.set('on')
  }
  const emptyState =
    sources.length === 0
      ? {
          title: t('nothingChosen'),
          action: (
            <Button variant="outlined" onClick={showAllEvents}>
              {t('showAllEvents')}
            </Button>
          ),
        }
      : {
          title: t('empty'),
          text: t('emptyText'),
          // On a phone the same link is below the list.
          action: !isPhone && (
            <ButtonLink to={newEventUrl()} state={{ from: '/events' }} variant="outlined" icon={Plus}>
              {t('create')}
            </ButtonLink>
          ),
        }

  return (
    <div className={styles.page}>
      <PageTop
        title={t('page')}
        back={isSinglePane && view.view !== 'none' ? (view.view === 'edit' ? eventUrl(view.id) : '/events') : undefined}
        actions={!isPhone && !(isSinglePane && view.view !== 'none') && renderCreateLink(false)}
      />
      {!(isSinglePane && view.view !== 'none') && (
        <ListPane
          label={t('page')}
          isSinglePane={isSinglePane}
          header={<EventToggles />}
          footer={
            <>
              {isPhone && renderCreateLink(true)}
              <CalendarDialog />
            </>
          }
        >
          <RemovedContent kinds={['EVENT']} />
          <EventList
            sources={sources}
            matches={matches}
            showsPast={showsPastEvents}
            showsNear={includesPublic}
            selected={isSinglePane ? null : id}
            empty={emptyState}
          />
        </ListPane>
      )}
      {view.view === 'event' && <EventDetail key={view.id} id={view.id} />}
      {view.view === 'edit' && <ChangeEvent key={view.id} id={view.id} />}
      {view.view === 'new' && <NewEvent groupId={view.groupId} />}
      {view.view === 'none' && !isSinglePane && (
        <div className={styles.empty}>
          <EmptyState title={t('pick')}>{t('pickText')}</EmptyState>
        </div>
      )}
    </div>
  )
}
