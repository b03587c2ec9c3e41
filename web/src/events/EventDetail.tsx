import type { Id } from '@app/contract/base'
import type { Event } from '@app/contract/events'
import { CalendarPlus, CircleSlash, Clock, EllipsisVertical, MapPin, Pencil, UsersRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useBlockActions } from '../lib/blocking/use-block-actions.ts'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { inSession, useSession } from '../lib/http/session.ts'
import { useReportActions } from '../lib/reporting/use-report-actions.ts'
import { useNow } from '../lib/text/clock.ts'
import { useEventTimes } from '../lib/text/event-times.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { PageActions } from '../ui/layout/PageTop.tsx'
import { DateBlock } from '../ui/lists/DateBlock.tsx'
import { Markdown } from '../ui/markdown/Markdown.tsx'
import { Chip } from '../ui/marks/Chip.tsx'
import { ProfileLink } from '../ui/marks/ProfileLink.tsx'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { Menu } from '../ui/overlays/Menu.tsx'
import type { MenuAction } from '../ui/overlays/menu-action.ts'
import { AnswerButtons } from './AnswerButtons.tsx'
import { downloadCalendarFile } from './calendar-file.ts'
import styles from './detail.module.css'
import { Participants } from './Participants.tsx'
import { cancelEvent, loadEvent, type UnavailableEvent, useEvent } from './store.ts'
import { eventsTexts } from './texts.ts'
import { editUrl, eventUrl } from './urls.ts'

/** Returns the actions of an event's menu that the member may take. */
function useActions(event: Event, isPast: boolean, onCancel: () => void): MenuAction[] {
  const t = useTexts(eventsTexts)
  const navigate = useNavigate()
  const fileAction = {
    id: 'file',
    label: t('calendarFile'),
    icon: CalendarPlus,
    run: () => void downloadCalendarFile(event),
  }
  const blockActionsOf = useBlockActions()
  const reportActionsOf = useReportActions()
  const isAuthor = event.authorUserName === useSession()?.userName
  const isOver = isPast || event.cancelled
  const edit = () => void navigate(editUrl(event.id), { state: { from: eventUrl(event.id) } })
  return [
    fileAction,
    ...(event.mayChange && !isOver
      ? [
          { id: 'change', label: t('change'), icon: Pencil, run: edit },
          { id: 'remove', label: t('remove'), icon: CircleSlash, danger: true, run: onCancel },
        ]
      : []),
    ...(isAuthor ? [] : blockActionsOf(event.authorUserName)),
    ...(isAuthor ? [] : reportActionsOf({ subject: { kind: 'EVENT', id: event.id }, name: event.authorUserName })),
  ]
}

/** Asks for confirmation before canceling an event. */
function CancelDialog({ event, open, onClose }: { event: Event; open: boolean; onClose: () => void }) {
  const t = useTexts(eventsTexts)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function cancel(): Promise<void> {
    setBusy(true)
    const onCanceled = inSession(() => {
      showToast({ text: t('removed', { title: event.title }) })
      void navigate('/events', { replace: true })
    })
    await cancelEvent(event.id).then(onCanceled, showErrorToast)
    setBusy(false)
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('removeTitle', { title: event.title })}
      confirm={t('removeConfirm')}
      cancelLabel={t('keep')}
      open={open}
      busy={busy}
      onConfirm={() => void cancel()}
      onClose={onClose}
    >
      {t('removeText')}
    </ConfirmDialog>
  )
}

function EventHeader({ event, isPast }: { event: Event; isPast: boolean }) {
  const t = useTexts(eventsTexts)
  const { dateAndTime } = useEventTimes()
  const [isCanceling, setIsCanceling] = useState(false)
  const actions = useActions(event, isPast, () => setIsCanceling(true))
  return (
    <header className={styles.header}>
      <DateBlock instant={event.eventTime} hero past={isPast || event.cancelled} />
      <div className={styles.facts}>
        <div className={styles.chips}>
          {event.groupName === null ? (
            <Chip tone="info" small>
              {t('isPublic')}
            </Chip>
          ) : (
            <Chip small icon={UsersRound}>
              {event.groupName}
            </Chip>
          )}
          {event.paidEvent && (
            <Chip tone="outline" small>
              {t('paid')}
            </Chip>
          )}
        </div>
        <h2 className={styles.title} dir="auto">
          {event.title}
        </h2>
        <p className={styles.fact}>
          <Clock size="1.125rem" strokeWidth={1.75} aria-hidden />
          {dateAndTime(event.eventTime)}
        </p>
        <p className={styles.fact}>
          <MapPin size="1.125rem" strokeWidth={1.75} aria-hidden />
          <span dir="auto">{event.place}</span>
        </p>
      </div>
      <PageActions>
        <Menu label={t('actions')} icon={EllipsisVertical} actions={actions} />
      </PageActions>
      <CancelDialog event={event} open={isCanceling} onClose={() => setIsCanceling(false)} />
    </header>
  )
}

function EventView({ event }: { event: Event }) {
  const t = useTexts(eventsTexts)
  const participants = useRef<HTMLElement>(null)
  const showParticipants = () => {
    participants.current?.scrollIntoView?.({ block: 'start' })
    participants.current?.focus({ preventScroll: true })
  }
  const isPast = Date.parse(event.eventTime) <= useNow().getTime()
  return (
    <>
      <EventHeader event={event} isPast={isPast} />
      {event.cancelled || isPast ? (
        <p className={styles.over}>{t(event.cancelled ? 'isCancelled' : 'isOver')}</p>
      ) : (
        <AnswerButtons event={event} onShowParticipants={showParticipants} />
      )}
      <div className={styles.text}>
        <Markdown text={event.description} />
      </div>
      {event.authorUserName !== null && (
        <p className={styles.host}>
          {t.rich('host', {
            name: event.authorUserName,
            link: (name) => <ProfileLink name={event.authorUserName ?? ''}>{name}</ProfileLink>,
          })}
        </p>
      )}
      <section ref={participants} tabIndex={-1} className={styles.responses} aria-label={t('responses')}>
        <Participants event={event} />
      </section>
    </>
  )
}

/** Explains why an event is not visible. */
function UnavailableState({ unavailable }: { unavailable: UnavailableEvent }) {
  const t = useTexts(eventsTexts)
  const backLink = (
    <ButtonLink to="/events" variant="outlined">
      {t('toEvents')}
    </ButtonLink>
  )
  if (unavailable.reason === 'openGroup') {
    return (
      <EmptyState
        title={t('openGroup')}
        action={<ButtonLink to={`/groups?id=${unavailable.groupId}`}>{t('toGroup')}</ButtonLink>}
      >
        {t('openGroupText')}
      </EmptyState>
    )
  }
  return unavailable.reason === 'closed' ? (
    <EmptyState title={t('closed')} action={backLink}>
      {t('closedText')}
    </EmptyState>
  ) : (
    <EmptyState title={t('gone')} action={backLink} />
  )
}

const EventSkeleton = () => (
  <div className={styles.header}>
    <Skeleton width="6.75rem" height="7.625rem" radius="1.5rem" />
    <div className={styles.facts}>
      <Skeleton width="7.5rem" height="1.5rem" />
      <Skeleton width="70%" height="2.125rem" />
      <Skeleton width="52%" />
      <Skeleton width="40%" />
    </div>
  </div>
)

/** Shows one event: date and venue, the member's answer, description and participants. */
export function EventDetail({ id }: { id: Id }) {
  const t = useTexts(eventsTexts)
  const event = useEvent(id)
  const [unavailable, setUnavailable] = useState<UnavailableEvent | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isShown, setShown] = useState(false)
  if (event && !isShown) setShown(true)
  // The event was removed while it was on screen: load it again to find out why.
  if (!event && isShown) {
    setShown(false)
    setAttempt(attempt + 1)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt requests the event again
  useEffect(() => {
    let isCurrent = true
    setError(null)
    loadEvent(id).then(
      (unavailableEvent) => isCurrent && setUnavailable(unavailableEvent),
      (failure: unknown) => isCurrent && failure instanceof ApiError && setError(failure),
    )
    return () => {
      isCurrent = false
    }
  }, [id, attempt])
  return (
    <article className={styles.detail} data-scroll-key="event">
      {event ? (
        <EventView event={event} />
      ) : unavailable ? (
        <UnavailableState unavailable={unavailable} />
      ) : error ? (
        <Failed title={t('failed')} error={error} retry={() => setAttempt(attempt + 1)} />
      ) : (
        <Loading text={t('loading')}>
          <EventSkeleton />
        </Loading>
      )}
    </article>
  )
}
