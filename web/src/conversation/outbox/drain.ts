import { useConnectivity } from '../../lib/device/online.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { ApiError, type ApiErrorCode, isCanceled } from '../../lib/http/api-error.ts'
import { retryDelay } from '../../lib/http/retry-delay.ts'
import { isConnected, useLink } from '../../lib/navigation/link.ts'
import {
  type ConversationAdapters,
  type ConversationKey,
  requireAdapter,
  type StoredMessage,
  setAdapters,
} from '../adapters.ts'
import {
  discard,
  markFailed,
  markQueued,
  markSending,
  markSent,
  type Outgoing,
  removeSent,
  retry,
  setWaitingHandler,
  useOutbox,
} from './outbox.ts'
import { ensurePhotoUploaded } from './transfers.ts'

/**
 * Errors without a response, or with one that says nothing about the message itself: the same message may succeed
 * later.
 */
const TRANSIENT_ERRORS = new Set<ApiErrorCode>([
  'NETWORK',
  'TIMEOUT',
  'BAD_ANSWER',
  'UNKNOWN',
  'REQUEST_TIMEOUT',
  'UNAVAILABLE',
  'TOO_MANY_REQUESTS',
])
/** Errors of requests that did not reach the server. */
const UNREACHABLE_ERRORS = new Set<ApiErrorCode>(['NETWORK', 'TIMEOUT'])
/** The number of automatic attempts in a row; after that the member decides. */
const ATTEMPTS_MAX = 3

export const isRefusal = ({ problem }: Outgoing): boolean => problem !== null && !TRANSIENT_ERRORS.has(problem)

const attempts = new Map<string, number>()
const timers = new Map<ConversationKey, ReturnType<typeof setTimeout>>()
const draining = new Set<ConversationKey>()

/**
 * Returns the next message of a conversation to send. A message with a transient failure holds up those behind it; a
 * refused one does not.
 */
function findNext(conversation: ConversationKey): Outgoing | null {
  if (!useConnectivity.getState().online || timers.has(conversation)) return null
  const { items } = useOutbox.getState()
  const first = items.find((item) => item.conversation === conversation && item.state !== 'sent' && !isRefusal(item))
  return first && first.state !== 'failed' ? first : null
}

function drainLater(conversation: ConversationKey, attempt: number): void {
  timers.set(
    conversation,
    setTimeout(() => {
      timers.delete(conversation)
      void drain(conversation)
    }, retryDelay(attempt)),
  )
}

function scheduleRetry(item: Outgoing, problem: ApiErrorCode): void {
  const attempt = (attempts.get(item.clientId) ?? 0) + 1
  attempts.set(item.clientId, attempt)
  // While disconnected, the server counts as unreachable, as it does offline: the message stays queued.
  const isOutage = problem === 'TOO_MANY_REQUESTS' || (UNREACHABLE_ERRORS.has(problem) && !isConnected())
  if (attempt >= ATTEMPTS_MAX && !isOutage) {
    markFailed(item, problem)
    return
  }
  markQueued(item)
  drainLater(item.conversation, attempt)
}

const refresh = (conversation: ConversationKey): void => {
  const { adapter, path } = requireAdapter(conversation)
  void adapter.refresh(path).catch(() => undefined)
}

/** Fails this message only, with the reason. If its conversation is gone, discards it and shows a toast instead. */
function handleRefusal(item: Outgoing, problem: ApiErrorCode): void {
  if (problem === 'NOT_FOUND') {
    discard(item.clientId)
    showToast({ text: requireAdapter(item.conversation).adapter.removedText() })
  } else markFailed(item, problem)
  refresh(item.conversation)
}

function onProblem(item: Outgoing, problem: ApiErrorCode): void {
  if (problem === 'PLEASE_LOGIN') markQueued(item)
  else if (TRANSIENT_ERRORS.has(problem)) scheduleRetry(item, problem)
  else handleRefusal(item, problem)
}

/** Uploads the photo, if there is one, then sends the message that refers to it. */
async function deliver(item: Outgoing): Promise<StoredMessage> {
  const photoUrl = await ensurePhotoUploaded(item)
  const { adapter, path } = requireAdapter(item.conversation)
  return adapter.send(path, {
    message: item.text,
    clientId: item.clientId,
    ...(photoUrl === null ? {} : { photoUrl }),
  })
}

async function send(item: Outgoing): Promise<void> {
  const { member } = useOutbox.getState()
  markSending(item)
  const result = await deliver(item).catch((error: unknown): ApiErrorCode | null => {
    if (isCanceled(error)) return null
    return error instanceof ApiError ? error.code : 'UNKNOWN'
  })
  if (result === null || useOutbox.getState().member !== member) return
  if (typeof result === 'string') {
    onProblem(item, result)
    return
  }
  attempts.delete(item.clientId)
  markSent(item, result)
  removeShown()
  // A push brings the message to this device like to every other; without pushes the client has to request it.
  if (!isConnected()) refresh(item.conversation)
}

/**
 * Lets one tab at a time send the messages of a conversation. In browsers without locks the server deduplicates by
 * client id.
 */
async function withLock(name: string, run: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(name, run) : run())
}

/** Sends the queued messages of a conversation one after the other, in order. */
async function drain(conversation: ConversationKey): Promise<void> {
  const { member } = useOutbox.getState()
  if (draining.has(conversation) || !findNext(conversation)) return
  draining.add(conversation)
  await withLock(`salong.outbox.${member}.${conversation}`, async () => {
    for (let item = findNext(conversation); item; item = findNext(conversation)) await send(item)
  }).finally(() => draining.delete(conversation))
  // A message may have been queued just after the last one was sent.
  if (useOutbox.getState().member === member) await drain(conversation)
}

/** Sends transiently failed messages and those in backoff at once. */
function resumeAll(): void {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  attempts.clear()
  const { items } = useOutbox.getState()
  for (const item of items) if (item.state === 'failed' && !isRefusal(item)) retry(item.clientId)
  for (const conversation of new Set(items.map((item) => item.conversation))) void drain(conversation)
}

/** Removes sent messages from the outbox if their conversation already shows them or is not loaded. */
function removeShown(): void {
  const sent = useOutbox.getState().items.filter((item) => item.state === 'sent')
  const shown = sent.filter(({ conversation, clientId }) => {
    const { adapter, path } = requireAdapter(conversation)
    return !adapter.isAwaiting(path, clientId)
  })
  if (shown.length > 0) removeSent(new Set(shown.map(({ clientId }) => clientId)))
}

/** Drains the outbox: when a message is queued, when the connection returns, and when messages have arrived. */
export function startDraining(adapters: ConversationAdapters): () => void {
  setAdapters(adapters)
  setWaitingHandler((conversation) => {
    clearTimeout(timers.get(conversation))
    timers.delete(conversation)
    void drain(conversation)
  })
  const stops = [
    useLink.subscribe(({ connected }) => connected && resumeAll()),
    useConnectivity.subscribe(({ online }, before) => online && !before.online && resumeAll()),
    ...Object.values(adapters).map(({ onArrival }) => onArrival(removeShown)),
  ]
  return () => {
    for (const stop of stops) stop()
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
    attempts.clear()
  }
}
