import type { Id } from '@app/contract/base'
import type { Event, EventParticipant, EventResponse, SaveEvent } from '@app/contract/events'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import type { PushOf } from '@app/contract/pushes'
import { normalizeText } from '@app/contract/text/normalize'
import { fromStockholmTime } from '@app/contract/time/stockholm-time'
import { create } from 'zustand'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { failed, loaded, loading, mapData } from '../lib/http/loadable.ts'
import { createPageLoads } from '../lib/http/page-loads.ts'
import { getSession, inSession, useSessionState } from '../lib/http/session.ts'
import { useHubConnection } from '../lib/realtime/hub-connection.ts'
import { getTexts } from '../lib/text/texts.ts'
import {
  type Answer,
  changeEvent,
  createEvent,
  getAccess,
  getEvent,
  getEvents,
  getParticipants,
  type Period,
  postAnswer,
  postCancellation,
  type Source,
} from './api.ts'
import {
  EMPTY,
  type EventList,
  type EventsState,
  listIn,
  listKey,
  type ParticipantList,
  withEvents,
  withInfo,
  withList,
  withoutEvent,
  withParticipants,
} from './state.ts'
import { eventsTexts } from './texts.ts'

export const useEvents = create<EventsState>(() => EMPTY)

/** The next answer to send for each event with an answer in flight; null while no newer answer was chosen. */
const pendingAnswers = new Map<Id, Answer | null>()

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  useEvents.setState(EMPTY, true)
  pendingAnswers.clear()
})

// Pushes were missed while disconnected.
useHubConnection.subscribe(({ connected }, previous) => {
  if (connected && !previous.connected) resync()
})

type Change = (state: EventsState) => EventsState

/** Returns a function that applies a change to the store, unless another session has started since this call. */
function beginRequest(): (change: Change) => void {
  const sessionId = getSession()?.sessionId
  return (change) => getSession()?.sessionId === sessionId && useEvents.setState(change)
}

/**
 * Requests a list from its beginning, as far as it is loaded, so that a reload does not remove events from the screen.
 * The list near the member has one page.
 */
async function requestEvents(source: Source, period: Period): Promise<{ events: Event[]; hasMore: boolean }> {
  const countShown = () => listIn(useEvents.getState(), listKey(source, period)).data?.ids.length ?? 0
  const events = new Map<Id, Event>()
  for (let last: Id | undefined; ; ) {
    const page = await getEvents(source, period, last)
    for (const event of page) events.set(event.id, event)
    last = page.at(-1)?.id
    const hasMore = page.length === PAGE_DEFAULT
    if (!hasMore || events.size >= countShown()) return { events: [...events.values()], hasMore }
  }
}

const latestLoads = new Map<string, symbol>()

/**
 * Returns a function like that of `beginRequest`, which also drops the response if a later load of the same data has
 * begun, since the response may arrive after the later one although it is older.
 */
function beginLoad(key: string): (change: Change) => void {
  const apply = beginRequest()
  const load = Symbol()
  latestLoads.set(key, load)
  return (change) => latestLoads.get(key) === load && apply(change)
}

/** Loads a list from its beginning, as far as it is loaded. */
export async function loadEvents(source: Source, period: Period): Promise<void> {
  const key = listKey(source, period)
  const apply = beginLoad(key)
  apply((state) => withList(state, key, loading))
  try {
    const { events, hasMore } = await requestEvents(source, period)
    const list = { ids: events.map(({ id }) => id), hasMore }
    apply((state) => withList(withEvents(state, events), key, () => loaded(list)))
  } catch (error) {
    apply((state) => withList(state, key, (previous) => failed(previous, error)))
  }
}

const pageLoads = createPageLoads()

/** Loads the page after the last event of a list. */
export async function loadMoreEvents(source: Source, period: Period): Promise<void> {
  const key = listKey(source, period)
  const list = listIn(useEvents.getState(), key).data
  const last = list?.ids.at(-1)
  if (!list?.hasMore || !last) return
  await pageLoads.run(key, async () => {
    const apply = beginRequest()
    const events = await getEvents(source, period, last)
    // If the list has been reloaded meanwhile, the page may no longer follow its last event.
    const append = (current: EventList): EventList =>
      current.ids.at(-1) === last
        ? {
            ids: [...new Set([...current.ids, ...events.map(({ id }) => id)])],
            hasMore: events.length === PAGE_DEFAULT,
          }
        : current
    apply((state) => withList(withEvents(state, events), key, (current) => mapData(current, append)))
  })
}

/** The reason that an event is not visible: it does not exist, or it belongs to an open or a closed group. */
export type UnavailableEvent = { reason: 'gone' | 'closed' } | { reason: 'openGroup'; groupId: Id }

/** Loads one event. Returns why it is not visible, or null if it is; throws if the request fails. */
export async function loadEvent(id: Id): Promise<UnavailableEvent | null> {
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

const findParticipants = (id: Id): ParticipantList | undefined => useEvents.getState().participants.get(id)?.data

/** Requests at least as many participants as are loaded, so that a reload does not remove names from the screen. */
async function requestParticipants(id: Id): Promise<ParticipantList> {
  const shownCount = findParticipants(id)?.participants.length ?? 0
  const participants: EventParticipant[] = []
  for (;;) {
    const page = await getParticipants(id, participants.length)
    participants.push(...page)
    const hasMore = page.length === PAGE_MAX
    if (!hasMore || participants.length >= shownCount) return { participants, hasMore }
  }
}

export async function loadParticipants(id: Id): Promise<void> {
  const apply = beginLoad(`participants/${id}`)
  apply((state) => withParticipants(state, id, loading))
  await requestParticipants(id).then(
    (list) => apply((state) => withParticipants(state, id, () => loaded(list))),
    (error: unknown) => apply((state) => withParticipants(state, id, (previous) => failed(previous, error))),
  )
}

/** Loads further pages until more participants match, or all are loaded; throws if a request fails. */
export async function loadMoreParticipants(id: Id, matches: (participant: EventParticipant) => boolean): Promise<void> {
  const apply = beginRequest()
  const countMatches = () => findParticipants(id)?.participants.filter(matches).length ?? 0
  const shownCount = countMatches()
  const sessionId = getSession()?.sessionId
  while (findParticipants(id)?.hasMore && countMatches() === shownCount && getSession()?.sessionId === sessionId) {
    const page = await getParticipants(id, findParticipants(id)?.participants.length ?? 0)
    const names = new Set(page.map(({ userName }) => userName))
    const append = ({ participants }: ParticipantList): ParticipantList => ({
      participants: [...participants.filter(({ userName }) => !names.has(userName)), ...page],
      hasMore: page.length === PAGE_MAX,
    })
    apply((state) => withParticipants(state, id, (list) => mapData(list, append)))
  }
}

const RESPONSES: Record<Answer, EventResponse> = { attending: 'YES', interested: 'MAYBE', 'no-answer': 'NO_ANSWER' }

/**
 * Returns the event with the expected result of an answer, for the optimistic update. The answer
 * 'attending' to a full event changes nothing yet, since only the server knows whether a seat is free.
 */
function predictResponse(event: Event, answer: Answer): Event {
  const isFull = event.capacity !== null && event.coming >= event.capacity
  if (answer === 'attending' && isFull) return event
  return { ...event, sessionResponse: RESPONSES[answer], waitingPlace: null }
}

/**
 * Answers optimistically: applies the server's result, or rolls back the answer if the request fails. Keeps other changes
 * made meanwhile, such as a cancellation or a block of the host. Sends one request per event at a time; the last answer
 * wins.
 */
export async function answerEvent(event: Event, answer: Answer): Promise<void> {
  const apply = beginRequest()
  apply((state) => withEvents(state, [predictResponse(event, answer)]))
  if (pendingAnswers.has(event.id)) {
    pendingAnswers.set(event.id, answer)
    return
  }
  pendingAnswers.set(event.id, null)
  const sessionId = getSession()?.sessionId
  const answeredEvent = await postAnswer(event.id, answer).catch((error: unknown) => {
    showErrorToast(error)
    return null
  })
  if (getSession()?.sessionId !== sessionId) return
  const next = pendingAnswers.get(event.id)
  pendingAnswers.delete(event.id)
  const known = useEvents.getState().events.get(event.id)
  if (!known) return
  const { sessionResponse, waitingPlace } = event
  const result = answeredEvent ?? { ...known, sessionResponse, waitingPlace }
  if (next) return answerEvent(result, next)
  apply((state) => withEvents(state, [result]))
  void loadParticipants(event.id)
}

/** Reloads each loaded list as far as it is loaded, since an event may have entered one or moved within one. */
function reloadLists(): void {
  for (const key of useEvents.getState().lists.keys()) {
    const [source, period] = key.split('/') as [Source, Period]
    void loadEvents(source, period)
  }
}

/** Returns whether a stored event has the sent values after normalization. */
const hasValues = (stored: Event, sent: SaveEvent): boolean =>
  stored.title === normalizeText(sent.title) &&
  stored.description === normalizeText(sent.description) &&
  stored.place === normalizeText(sent.place) &&
  stored.eventTime === fromStockholmTime(sent.date, sent.time) &&
  stored.paidEvent === sent.paidEvent &&
  stored.capacity === (sent.capacity ?? null) &&
  stored.participantsShownTo === (sent.participantsShownTo ?? 'ALL')

/** Creates an event; if an earlier request, whose response was lost, has created it with other values, changes them. */
async function createOnce(groupId: Id | null, values: SaveEvent): Promise<Event> {
  const created = await createEvent(groupId, values)
  return hasValues(created, values) ? created : changeEvent(created.id, values)
}

/** Creates or edits an event, for all members or for a group; throws if the server rejects it. */
export async function saveEvent(target: { groupId: Id | null } | { id: Id }, values: SaveEvent): Promise<Event> {
  const onSaved = inSession((event: Event) => {
    useEvents.setState((state) => withEvents(state, [event]))
    reloadLists()
  })
  const event = await ('id' in target ? changeEvent(target.id, values) : createOnce(target.groupId, values))
  onSaved(event)
  return event
}

/** Cancels an event; throws if the request fails. */
export async function cancelEvent(id: Id): Promise<void> {
  const onCanceled = inSession(() => {
    useEvents.setState((state) => withoutEvent(state, id))
    reloadLists()
  })
  await postCancellation(id)
  onCanceled()
}

/** The toasts for changes made by another member or by the passage of time. */
const TOAST_TEXTS = {
  CHANGED: 'toasts.changed',
  CANCELLED: 'toasts.cancelled',
  SEAT: 'toasts.seat',
  REMINDER: 'toasts.reminder',
} as const

export function onEventChanged({ change, event, mine }: PushOf<'event:changed'>): void {
  const isKnown = useEvents.getState().events.has(event.id)
  useEvents.setState((state) => withInfo(state, event, mine))
  if (change === 'CREATED' || !isKnown) reloadLists()
  if (useEvents.getState().participants.has(event.id)) void loadParticipants(event.id)
  const isOwnChange =
    event.authorUserName === getSession()?.userName && (change === 'CHANGED' || change === 'CANCELLED')
  if (change in TOAST_TEXTS && !isOwnChange)
    showToast({ text: getTexts(eventsTexts)(TOAST_TEXTS[change as keyof typeof TOAST_TEXTS], { title: event.title }) })
}

/** Reloads the lists, and the events whose participants are loaded. */
function resync(): void {
  reloadLists()
  for (const id of useEvents.getState().participants.keys()) {
    void loadEvent(id).catch(() => undefined)
    void loadParticipants(id)
  }
}

export const useEvent = (id: Id | null): Event | null =>
  useEvents(({ events }) => (id === null ? null : (events.get(id) ?? null)))

/**
 * Removes the events and answers of a blocked member. Reloads the events that the member had answered, for their counts.
 */
export function removeMemberFromEvents(userName: string): void {
  const { events, participants } = useEvents.getState()
  for (const { id, authorUserName } of events.values())
    if (authorUserName === userName) useEvents.setState((state) => withoutEvent(state, id))
  const isNamed = (participant: EventParticipant) => participant.userName === userName
  for (const [id, { data }] of participants) {
    if (!data?.participants.some(isNamed)) continue
    const remove = (list: ParticipantList): ParticipantList => ({
      ...list,
      participants: list.participants.filter((other) => !isNamed(other)),
    })
    useEvents.setState((state) => withParticipants(state, id, (list) => mapData(list, remove)))
    if (useEvents.getState().events.has(id)) void loadEvent(id).catch(() => undefined)
  }
}
