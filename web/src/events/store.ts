import type { Id } from '@app/contract/base'
import type { Event, EventResponse, SaveEvent } from '@app/contract/events'
import { PAGE_DEFAULT } from '@app/contract/limits'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { isApiError } from '../lib/api-error.ts'
import { useLink } from '../lib/link.ts'
import { failed, loaded, loading } from '../lib/loadable.ts'
import { getSession, useSessionState } from '../lib/session.ts'
import { textsNow } from '../lib/texts.ts'
import { showErrorToast, showToast } from '../lib/toasts.ts'
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

/** After a time without news what has been loaded is asked for anew. */
useLink.subscribe(({ connected }, before) => {
  if (connected && !before.connected) resync()
})

type Change = (state: EventsState) => EventsState

/** What is asked for now is dropped when somebody else is logged in by the time that it comes. */
function beginRequest(): (change: Change) => void {
  const login = getSession()?.sessionId
  return (change) => getSession()?.sessionId === login && useEvents.setState(change)
}

/** Loads a list from its beginning. */
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

/** The page after the last event of a list. */
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

/** Why an event is not shown: there is none, it is for a group that can be joined, or for one that cannot. */
export type Closed = { reason: 'gone' | 'closed' } | { reason: 'openGroup'; groupId: Id }

/** Fetches one event anew. Answers why it is not to be seen, or null; throws when it could not be asked. */
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

/** As it will most likely look: on a full event only the server knows whether there is a place. */
function predictResponse(event: Event, answer: Answer): Event {
  const full = event.capacity !== null && event.coming >= event.capacity
  if (answer === 'attending' && full) return event
  return { ...event, sessionResponse: RESPONSES[answer], waitingPlace: null }
}

/** The last answer to each event of which one is on its way; null while nothing else was chosen since. */
const pendingAnswers = new Map<Id, Answer | null>()

/** Answers at once on the screen; what the server says stands, and a refusal takes it back. One call at a time, the last wins. */
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

/** The lists that an event may have come into or moved in. */
function reloadLists(): void {
  for (const key of useEvents.getState().lists.keys()) {
    const [source, when] = key.split('/') as [Source, string]
    void loadEvents(source, when === 'older')
  }
}

/** Creates an event, for all members or for a group, or changes one; throws what the server refuses. */
export async function saveEvent(to: { groupId: Id | null } | { id: Id }, values: SaveEvent): Promise<Event> {
  const event = await ('id' in to ? changeEvent(to.id, values) : createEvent(to.groupId, values))
  useEvents.setState((state) => withEvents(state, [event]))
  reloadLists()
  return event
}

/** Calls an event off; throws when that fails. */
export async function removeEvent(id: Id): Promise<void> {
  await cancelEvent(id)
  useEvents.setState((state) => withoutEvent(state, id))
  reloadLists()
}

/** What changed by somebody else's hand, or by the clock, is said in words, too. */
const TOAST_TEXTS = {
  CHANGED: 'told.changed',
  CANCELLED: 'told.cancelled',
  SEAT: 'told.seat',
  REMINDER: 'told.reminder',
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
