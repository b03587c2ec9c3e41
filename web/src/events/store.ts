import type { Id } from '@app/contract/base'
import type { Event, EventResponse, SaveEvent } from '@app/contract/events'
import { PAGE_DEFAULT } from '@app/contract/limits'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { failed, loaded, loading } from '../lib/http/loadable.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { useLink } from '../lib/navigation/link.ts'
import { textsNow } from '../lib/text/texts.ts'
import {
  type Answer,
  cancelEvent,
  changeEvent,
  createEvent,
  getAccess,
  getEvent,
  getEvents,
  getParticipants,
  postAnswer,
  type Source,
} from './api.ts'
import {
  EMPTY,
  type EventsState,
  listIn,
  listKey,
  withEvents,
  withInfo,
  withList,
  withoutEvent,
  withParticipants,
} from './state.ts'
import { eventsTexts } from './texts.ts'

export const useEvents = create<EventsState>(() => EMPTY)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useEvents.setState(EMPTY, true)
})

/** Resyncs the loaded data after a reconnect, because pushes were missed. */
useLink.subscribe(({ connected }, before) => {
  if (connected && !before.connected) resync()
})

type Change = (state: EventsState) => EventsState

/** Returns a setter that drops changes once another session has started. */
function beginRequest(): (change: Change) => void {
  const login = getSession()?.sessionId
  return (change) => getSession()?.sessionId === login && useEvents.setState(change)
}

/** Loads the first page of a list. */
export async function loadEvents(source: Source, older: boolean): Promise<void> {
  const key = listKey(source, older)
  const apply = beginRequest()
  apply((state) => withList(state, key, loading))
  try {
    const events = await getEvents(source, older)
    const list = { ids: events.map(({ id }) => id), hasMore: events.length === PAGE_DEFAULT }
    apply((state) => withList(withEvents(state, events), key, () => loaded(list)))
  } catch (error) {
    apply((state) => withList(state, key, (before) => failed(before, error)))
  }
}

const loadingMore = new Set<string>()

/** Loads the page after the last event of a list. */
export async function loadMoreEvents(source: Source, older: boolean): Promise<void> {
  const key = listKey(source, older)
  const list = listIn(useEvents.getState(), key).data
  const last = list?.ids.at(-1)
  if (!list?.hasMore || !last || loadingMore.has(key)) return
  loadingMore.add(key)
  const apply = beginRequest()
  try {
    const events = await getEvents(source, older, last)
    const ids = [...new Set([...list.ids, ...events.map(({ id }) => id)])]
    apply((state) =>
      withList(withEvents(state, events), key, () => loaded({ ids, hasMore: events.length === PAGE_DEFAULT })),
    )
  } finally {
    loadingMore.delete(key)
  }
}

/** The reason that an event is not visible: it does not exist, or it belongs to an open or a closed group. */
export type Closed = { reason: 'gone' | 'closed' } | { reason: 'openGroup'; groupId: Id }

/** Reloads one event. Returns the reason if it is not visible, else null; throws when the request fails. */
export async function loadEvent(id: Id): Promise<Closed | null> {
  const apply = beginRequest()
  try {
    const event = await getEvent(id)
    apply((state) => withEvents(state, [event]))
    return null
  } catch (error) {
    if (isApiError(error, 'NOT_FOUND') || isApiError(error, 'VALIDATION')) {
      apply((state) => withoutEvent(state, id))
      return { reason: 'gone' }
    }
    if (!isApiError(error, 'FORBIDDEN')) throw error
    apply((state) => withoutEvent(state, id))
    const { tag, value } = await getAccess(id)
    return tag === 'OPEN_GROUP' && value ? { reason: 'openGroup', groupId: value } : { reason: 'closed' }
  }
}

export async function loadParticipants(id: Id): Promise<void> {
  const apply = beginRequest()
  apply((state) => withParticipants(state, id, loading))
  await getParticipants(id).then(
    (participants) => apply((state) => withParticipants(state, id, () => loaded(participants))),
    (error: unknown) => apply((state) => withParticipants(state, id, (before) => failed(before, error))),
  )
}

const RESPONSES: Record<Answer, EventResponse> = { attending: 'YES', interested: 'MAYBE', 'no-answer': 'NO_ANSWER' }

/**
 * Predicts the answered event for the optimistic update. If the event is full, only the server knows whether a seat is
 * free.
 */
function predictResponse(event: Event, answer: Answer): Event {
  const full = event.capacity !== null && event.coming >= event.capacity
  if (answer === 'attending' && full) return event
  return { ...event, sessionResponse: RESPONSES[answer], waitingPlace: null }
}

/** The next answer to send for each event with an answer in flight; null while no newer answer was chosen. */
const pendingAnswers = new Map<Id, Answer | null>()

/**
 * Answers optimistically; applies the server's result, and rolls back when the server rejects the answer. Sends one
 * request at a time; the last answer wins.
 */
export async function answerEvent(event: Event, answer: Answer): Promise<void> {
  const apply = beginRequest()
  apply((state) => withEvents(state, [predictResponse(event, answer)]))
  if (pendingAnswers.has(event.id)) {
    pendingAnswers.set(event.id, answer)
    return
  }
  pendingAnswers.set(event.id, null)
  const answered = await postAnswer(event.id, answer).catch((error: unknown) => {
    showErrorToast(error)
    return event
  })
  const next = pendingAnswers.get(event.id)
  pendingAnswers.delete(event.id)
  if (next) return answerEvent(answered, next)
  apply((state) => withEvents(state, [answered]))
  void loadParticipants(event.id)
}

/** Reloads the lists that the event may have entered or moved in. */
function reloadLists(): void {
  for (const key of useEvents.getState().lists.keys()) {
    const [source, when] = key.split('/') as [Source, string]
    void loadEvents(source, when === 'older')
  }
}

/** Creates or edits an event, for all members or for a group; throws when the server rejects it. */
export async function saveEvent(to: { groupId: Id | null } | { id: Id }, values: SaveEvent): Promise<Event> {
  const event = await ('id' in to ? changeEvent(to.id, values) : createEvent(to.groupId, values))
  useEvents.setState((state) => withEvents(state, [event]))
  reloadLists()
  return event
}

/** Cancels an event; throws when that fails. */
export async function removeEvent(id: Id): Promise<void> {
  await cancelEvent(id)
  useEvents.setState((state) => withoutEvent(state, id))
  reloadLists()
}

/** Toasts for changes made by another member or by the passage of time. */
const TOAST_TEXTS = {
  CHANGED: 'toasts.changed',
  CANCELLED: 'toasts.cancelled',
  SEAT: 'toasts.seat',
  REMINDER: 'toasts.reminder',
} as const

export function onEventChanged({ change, event, mine }: PushOf<'event:changed'>): void {
  const known = useEvents.getState().events.has(event.id)
  useEvents.setState((state) => withInfo(state, event, mine))
  if (change === 'CREATED' || !known) reloadLists()
  if (useEvents.getState().participants.has(event.id)) void loadParticipants(event.id)
  const isMyOwnDoing =
    event.authorUserName === getSession()?.userName && (change === 'CHANGED' || change === 'CANCELLED')
  if (change in TOAST_TEXTS && !isMyOwnDoing)
    showToast({ text: textsNow(eventsTexts)(TOAST_TEXTS[change as keyof typeof TOAST_TEXTS], { title: event.title }) })
}

function resync(): void {
  reloadLists()
  for (const id of useEvents.getState().participants.keys()) {
    void loadEvent(id).catch(() => undefined)
    void loadParticipants(id)
  }
}

export const useEvent = (id: Id | null): Event | null =>
  useEvents(({ events }) => (id === null ? null : (events.get(id) ?? null)))
