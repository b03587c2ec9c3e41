import { ApiError, type ApiErrorCode, isCancelled } from '../lib/api-error.ts'
import { isConnected, useLink } from '../lib/link.ts'
import { useConnectivity } from '../lib/online.ts'
import { retryDelay } from '../lib/retry-delay.ts'
import { showToast } from '../lib/toasts.ts'
import { type Key, type Kinds, kindOf, type Stored, setKinds } from './kinds.ts'
import {
  discard,
  forgetSent,
  markFailed,
  markQueued,
  markSending,
  markSent,
  type Outgoing,
  retry,
  useOutbox,
  whenWaiting,
} from './outbox.ts'
import { photoUrlOf } from './transfers.ts'

/** No answer, or one that says nothing about the message itself: the same message may well pass later. */
const PASSING = new Set<ApiErrorCode>([
  'NETWORK',
  'TIMEOUT',
  'BAD_ANSWER',
  'UNKNOWN',
  'REQUEST_TIMEOUT',
  'UNAVAILABLE',
  'TOO_MANY_REQUESTS',
])
/** The request did not get through at all. */
const UNREACHED = new Set<ApiErrorCode>(['NETWORK', 'TIMEOUT'])
/** So many tries in a row, then the member is asked. */
const TRIES = 3

export const isRefusal = ({ problem }: Outgoing): boolean => problem !== null && !PASSING.has(problem)

const tries = new Map<string, number>()
const timers = new Map<Key, ReturnType<typeof setTimeout>>()
const draining = new Set<Key>()

/** The first message of a conversation that can go. One that failed on the way holds up those behind it, a refused one does not. */
function nextOf(conversation: Key): Outgoing | null {
  if (!useConnectivity.getState().online || timers.has(conversation)) return null
  const { items } = useOutbox.getState()
  const first = items.find((item) => item.conversation === conversation && item.state !== 'sent' && !isRefusal(item))
  return first && first.state !== 'failed' ? first : null
}

function drainLater(conversation: Key, attempt: number): void {
  timers.set(
    conversation,
    setTimeout(() => {
      timers.delete(conversation)
      void drain(conversation)
    }, retryDelay(attempt)),
  )
}

function tryAgain(item: Outgoing, problem: ApiErrorCode): void {
  const attempt = (tries.get(item.clientId) ?? 0) + 1
  tries.set(item.clientId, attempt)
  // Without a link the server is out of reach as it is offline: the message stays queued.
  const isOutage = problem === 'TOO_MANY_REQUESTS' || (UNREACHED.has(problem) && !isConnected())
  if (attempt >= TRIES && !isOutage) {
    markFailed(item, problem)
    return
  }
  markQueued(item)
  drainLater(item.conversation, attempt)
}

const refresh = (conversation: Key): void => {
  const { kind, place } = kindOf(conversation)
  void kind.refresh(place).catch(() => undefined)
}

/** Stops this message only, and says why. Without its conversation there is no place where that could be shown. */
function refuse(item: Outgoing, problem: ApiErrorCode): void {
  if (problem === 'NOT_FOUND') {
    discard(item.clientId)
    showToast({ text: kindOf(item.conversation).kind.gone() })
  } else markFailed(item, problem)
  refresh(item.conversation)
}

function onProblem(item: Outgoing, problem: ApiErrorCode): void {
  if (problem === 'PLEASE_LOGIN') markQueued(item)
  else if (PASSING.has(problem)) tryAgain(item, problem)
  else refuse(item, problem)
}

/** First the photo, if there is one, then the message that carries it. */
async function deliver(item: Outgoing): Promise<Stored> {
  const photoUrl = await photoUrlOf(item)
  const { kind, place } = kindOf(item.conversation)
  return kind.send(place, {
    message: item.text,
    clientId: item.clientId,
    ...(photoUrl === null ? {} : { photoUrl }),
  })
}

async function send(item: Outgoing): Promise<void> {
  const { member } = useOutbox.getState()
  markSending(item)
  const result = await deliver(item).catch((error: unknown): ApiErrorCode | null => {
    if (isCancelled(error)) return null
    return error instanceof ApiError ? error.code : 'UNKNOWN'
  })
  if (result === null || useOutbox.getState().member !== member) return
  if (typeof result === 'string') {
    onProblem(item, result)
    return
  }
  tries.delete(item.clientId)
  markSent(item, result)
  forgetShown()
  // Pushed to this device like to every other; where no pushes come it has to be asked for.
  if (!isConnected()) refresh(item.conversation)
}

/** One tab at a time sends the messages of a conversation. Where the browser has no locks the server keeps them from doubling. */
async function exclusively(name: string, run: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(name, run) : run())
}

/** Sends what waits in a conversation, in order, one after the other. */
async function drain(conversation: Key): Promise<void> {
  const { member } = useOutbox.getState()
  if (draining.has(conversation) || !nextOf(conversation)) return
  draining.add(conversation)
  await exclusively(`salong.outbox.${member}.${conversation}`, async () => {
    for (let item = nextOf(conversation); item; item = nextOf(conversation)) await send(item)
  }).finally(() => draining.delete(conversation))
  // Something may have come in just when the last one had gone.
  if (useOutbox.getState().member === member) await drain(conversation)
}

/** What failed on the way and what waits for its next try goes at once. */
function wake(): void {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  tries.clear()
  const { items } = useOutbox.getState()
  for (const item of items) if (item.state === 'failed' && !isRefusal(item)) retry(item.clientId)
  for (const conversation of new Set(items.map((item) => item.conversation))) void drain(conversation)
}

/** Messages that stand in their conversation, or whose conversation is not on show, need not be shown as outgoing. */
function forgetShown(): void {
  const sent = useOutbox.getState().items.filter((item) => item.state === 'sent')
  const shown = sent.filter(({ conversation, clientId }) => {
    const { kind, place } = kindOf(conversation)
    return !kind.awaits(place, clientId)
  })
  if (shown.length > 0) forgetSent(new Set(shown.map(({ clientId }) => clientId)))
}

/** Keeps the queue moving: what is written, what comes back to life with the connection, what has arrived. */
export function keepDraining(kinds: Kinds): () => void {
  setKinds(kinds)
  whenWaiting((conversation) => {
    clearTimeout(timers.get(conversation))
    timers.delete(conversation)
    void drain(conversation)
  })
  const stops = [
    useLink.subscribe(({ connected }) => connected && wake()),
    useConnectivity.subscribe(({ online }, before) => online && !before.online && wake()),
    ...Object.values(kinds).map(({ onArrival }) => onArrival(forgetShown)),
  ]
  return () => {
    for (const stop of stops) stop()
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
    tries.clear()
  }
}
