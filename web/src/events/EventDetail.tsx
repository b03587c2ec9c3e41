import type { Id } from '@app/contract/base'
import type { Event } from '@app/contract/events'
import { CalendarPlus, CircleSlash, Clock, EllipsisVertical, MapPin, Pencil, UsersRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { saveFile } from '../lib/device/save-file.ts'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { useIsTeam } from '../lib/http/session.ts'
import { useNow } from '../lib/text/clock.ts'
import { useEventTimes } from '../lib/text/event-times.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ButtonLink } from '../ui/buttons/Button.tsx'
import { EmptyState } from '../ui/feedback/EmptyState.tsx'
import { Failed } from '../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../ui/feedback/Loading.tsx'
import { DateBlock } from '../ui/lists/DateBlock.tsx'
import { Markdown } from '../ui/markdown/Markdown.tsx'
import { Chip } from '../ui/marks/Chip.tsx'
import { ProfileLink } from '../ui/marks/ProfileLink.tsx'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { Menu } from '../ui/overlays/Menu.tsx'
import type { MenuAction } from '../ui/overlays/menu-action.ts'
import { AnswerButtons } from './AnswerButtons.tsx'
import { editAddress, eventAddress } from './address.ts'
import { getCalendarFile } from './api.ts'
import styles from './detail.module.css'
import { Participants } from './Participants.tsx'
import { type Closed, loadEvent, removeEvent, useEvent } from './store.ts'
import { eventsTexts } from './texts.ts'

const fetchCalendarFile = ({ id, title }: Event): Promise<void> =>
  getCalendarFile(id).then(
    (text) => saveFile(new Blob([text], { type: 'text/calendar' }), `${title}.ics`),
    showErrorToast,
  )

function useActions(event: Event, past: boolean, onRemove: () => void): MenuAction[] {
  const t = useTexts(eventsTexts)
  const navigate = useNavigate()
  const file = { id: 'file', label: t('calendarFile'), icon: CalendarPlus, run: () => void fetchCalendarFile(event) }
  const isTeam = useIsTeam()
  const isOver = past || event.cancelled
  const change = () => void navigate(editAddress(event.id), { state: { from: eventAddress(event.id) } })
  return [
    file,
    ...(event.mayChange && !isOver ? [{ id: 'change', label: t('change'), icon: Pencil, run: change }] : []),
    ...((event.mayChange || isTeam) && !isOver
      ? [{ id: 'remove', label: t('remove'), icon: CircleSlash, danger: true, run: onRemove }]
      : []),
  ]
}

/** Asks for confirmation before canceling an event. */
function RemoveDialog({ event, open, onClose }: { event: Event; open: boolean; onClose: () => void }) {
  const t = useTexts(eventsTexts)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function remove(): Promise<void> {
    setBusy(true)
    try {
      await removeEvent(event.id)
      showToast({ text: t('removed', { title: event.title }) })
      await navigate('/events', { replace: true })
    } catch (error) {
      showErrorToast(error)
    }
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
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {t('removeText')}
    </ConfirmDialog>
  )
}

function Head({ event, past }: { event: Event; past: boolean }) {
  const t = useTexts(eventsTexts)
  const { whole } = useEventTimes()
  const [removing, setRemoving] = useState(false)
  const actions = useActions(event, past, () => setRemoving(true))
  return (
    <header className={styles.head}>
      <DateBlock instant={event.eventTime} hero past={past || event.cancelled} />
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
          {whole(event.eventTime)}
        </p>
        <p className={styles.fact}>
          <MapPin size="1.125rem" strokeWidth={1.75} aria-hidden />
          <span dir="auto">{event.place}</span>
        </p>
      </div>
      <div className={styles.menu}>
        <Menu label={t('actions')} icon={EllipsisVertical} actions={actions} />
      </div>
      <RemoveDialog event={event} open={removing} onClose={() => setRemoving(false)} />
    </header>
  )
}

function EventView({ event }: { event: Event }) {
  const t = useTexts(eventsTexts)
  const past = Date.parse(event.eventTime) <= useNow().getTime()
  return (
    <>
      <Head event={event} past={past} />
      {event.cancelled || past ? (
        <p className={styles.over}>{t(event.cancelled ? 'isCancelled' : 'hasBeen')}</p>
      ) : (
        <AnswerButtons event={event} />
      )}
      <div className={styles.text}>
        <Markdown text={event.description} />
      </div>
      {event.authorUserName !== null && (
        <p className={styles.host}>
          {t.rich('host', {
            name: event.authorUserName,
            link: (words) => <ProfileLink name={event.authorUserName ?? ''}>{words}</ProfileLink>,
          })}
        </p>
      )}
      <Participants event={event} />
    </>
  )
}

function ClosedState({ closed }: { closed: Closed }) {
  const t = useTexts(eventsTexts)
  const back = (
    <ButtonLink to="/events" variant="outlined">
      {t('toEvents')}
    </ButtonLink>
  )
  if (closed.reason === 'openGroup') {
    return (
      <EmptyState
        title={t('openGroup')}
        action={<ButtonLink to={`/groups?id=${closed.groupId}`}>{t('toGroup')}</ButtonLink>}
      >
        {t('openGroupText')}
      </EmptyState>
    )
  }
  return closed.reason === 'closed' ? (
    <EmptyState title={t('closed')} action={back}>
      {t('closedText')}
    </EmptyState>
  ) : (
    <EmptyState title={t('gone')} action={back} />
  )
}

const DetailSkeleton = () => (
  <div className={styles.head}>
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
  const [closed, setClosed] = useState<Closed | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try requests again
  useEffect(() => {
    let current = true
    setError(null)
    loadEvent(id).then(
      (answer) => current && setClosed(answer),
      (problem: unknown) => current && problem instanceof ApiError && setError(problem),
    )
    return () => {
      current = false
    }
  }, [id, tries])
  return (
    <article className={styles.detail} data-place="event">
      {event ? (
        <EventView event={event} />
      ) : closed ? (
        <ClosedState closed={closed} />
      ) : error ? (
        <Failed title={t('failed')} error={error} retry={() => setTries(tries + 1)} />
      ) : (
        <Loading text={t('loading')}>
          <DetailSkeleton />
        </Loading>
      )}
    </article>
  )
}
