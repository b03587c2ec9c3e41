import { useConnectivity } from '../../lib/device/online.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { ApiError, type ApiErrorCode, isCanceled } from '../../lib/http/api-error.ts'
import { computeRetryDelayMs } from '../../lib/http/retry-delay.ts'
import { isConnected, useHubConnection } from '../../lib/realtime/hub-connection.ts'
import {
  type ConversationAdapters,
  type ConversationKey,
  hasAdapter,
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
  type OutgoingMessage,
  removeSent,
  retry,
  setQueueHandler,
  useOutbox,
} from './outbox.ts'
import type { OutgoingPhoto } from './outbox-db.ts'

/** Errors that do not concern the message itself, with or without a response: the same message may succeed later. */
const TRANSIENT_ERRORS = new Set<ApiErrorCode>([
  'NETWORK',
  'TIMEOUT',
  'BAD_ANSWER',
  'UNKNOWN',
  'REQUEST_TIMEOUT',
  'UNAVAILABLE',
  'TOO_MANY_REQUESTS',
])
/** Errors of requests without a response; the server may still have received them. */
const UNREACHABLE_ERRORS = new Set<ApiErrorCode>(['NETWORK', 'TIMEOUT'])
/**
 * The number of automatic attempts in a row; after that the message fails until the member or a new connection retries
 * it.
 */
const ATTEMPTS_MAX = 3

export const isRejected = ({ problem }: OutgoingMessage): boolean => problem !== null && !TRANSIENT_ERRORS.has(problem)

const attempts = new Map<string, number>()
const retryTimers = new Map<ConversationKey, ReturnType<typeof setTimeout>>()
const draining = new Set<ConversationKey>()

/**
 * Returns the next message of a conversation to send. A message with a transient failure blocks those queued after it;
 * a rejected one does not.
 */
function findNext(conversation: ConversationKey): OutgoingMessage | null {
  if (!useConnectivity.getState().online || retryTimers.has(conversation) || !hasAdapter(conversation)) return null
  const { items } = useOutbox.getState()
  const firstItem = items.find(
    (item) => item.conversation === conversation && item.state !== 'sent' && !isRejected(item),
  )
  return firstItem && firstItem.state !== 'failed' ? firstItem : null
}

function drainLater(conversation: ConversationKey, attempt: number): void {
  retryTimers.set(
    conversation,
    setTimeout(() => {
      retryTimers.delete(conversation)
      void drain(conversation)
    }, computeRetryDelayMs(attempt)),
  )
}

/** Returns whether a rejected item stays in the outbox, where the member decides about it. */
const isKeptWhenRejected = ({ conversation }: OutgoingMessage): boolean =>
  requireAdapter(conversation).adapter.removedText === null

function scheduleRetry(item: OutgoingMessage, problem: ApiErrorCode): void {
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

const refreshConversation = (conversation: ConversationKey): void => {
  const { adapter, path } = requireAdapter(conversation)
  void adapter.refresh(path).catch(() => undefined)
}

/**
 * Marks only this message as failed, with the reason. If its conversation no longer exists, discards it and shows a
 * toast instead, unless its adapter keeps rejected items.
 */
function handleRejection(item: OutgoingMessage, problem: ApiErrorCode): void {
  const { removedText } = requireAdapter(item.conversation).adapter
  if (problem === 'NOT_FOUND' && removedText) {
    discard(item.clientId)
    showToast({ text: removedText() })
  } else markFailed(item, problem)
  refreshConversation(item.conversation)
}

function handleError(item: OutgoingMessage, problem: ApiErrorCode): void {
  if (problem === 'PLEASE_LOGIN') markQueued(item)
  // The limit on reports lasts a day, so the member has to know about it.
  else if (problem === 'TOO_MANY_REQUESTS' && isKeptWhenRejected(item)) markFailed(item, problem)
  else if (TRANSIENT_ERRORS.has(problem)) scheduleRetry(item, problem)
  else handleRejection(item, problem)
}

/** Uploads a photo if needed, with code that is imported with the first one. */
const ensurePhotoUploaded = async (item: OutgoingMessage, photo: OutgoingPhoto): Promise<string> =>
  (await import('./ensure-photo-uploaded.ts')).ensurePhotoUploaded(item, photo)

/** Uploads the photo, if there is one, then sends the message that refers to it. */
async function deliver(item: OutgoingMessage): Promise<StoredMessage> {
  const photoUrl = item.photo ? await ensurePhotoUploaded(item, item.photo) : null
  const { adapter, path } = requireAdapter(item.conversation)
  const message = {
    message: item.text,
    clientId: item.clientId,
    ...(photoUrl === null ? {} : { photoUrl }),
    ...(item.replyTo ? { replyTo: item.replyTo.id } : {}),
  }
  return item.payload === undefined ? adapter.send(path, message) : adapter.send(path, message, item.payload)
}

async function send(item: OutgoingMessage): Promise<void> {
  const { member } = useOutbox.getState()
  markSending(item)
  const result = await deliver(item).catch((error: unknown): ApiErrorCode | null => {
    if (isCanceled(error)) return null
    return error instanceof ApiError ? error.code : 'UNKNOWN'
  })
  if (result === null || useOutbox.getState().member !== member) return
  if (typeof result === 'string') {
    handleError(item, result)
    return
  }
  attempts.delete(item.clientId)
  markSent(item, result)
  removeShownItems()
  // A push also delivers the message to this device; without a connection the client has to request it.
  if (!isConnected()) refreshConversation(item.conversation)
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

/** Immediately retries messages that have failed transiently, including those in backoff. */
function resumeAll(): void {
  for (const timer of retryTimers.values()) clearTimeout(timer)
  retryTimers.clear()
  attempts.clear()
  const { items } = useOutbox.getState()
  for (const item of items) if (item.state === 'failed' && !isRejected(item)) retry(item.clientId)
  for (const conversation of new Set(items.map((item) => item.conversation))) void drain(conversation)
}

/** Removes sent messages from the outbox if their conversation already shows them or is not loaded. */
function removeShownItems(): void {
  const sent = useOutbox.getState().items.filter((item) => item.state === 'sent')
  const shownItems = sent.filter(({ conversation, clientId }) => {
    if (!hasAdapter(conversation)) return true
    const { adapter, path } = requireAdapter(conversation)
    return !adapter.isAwaiting(path, clientId)
  })
  if (shownItems.length > 0) removeSent(new Set(shownItems.map(({ clientId }) => clientId)))
}

/**
 * Starts to send queued messages: when one is queued and when the connection returns. Removes sent messages once they
 * have arrived in their conversations. Returns a function that stops.
 */
export function startDraining(adapters: ConversationAdapters): () => void {
  setAdapters(adapters)
  setQueueHandler((conversation) => {
    clearTimeout(retryTimers.get(conversation))
    retryTimers.delete(conversation)
    void drain(conversation)
  })
  const cleanups = [
    useHubConnection.subscribe(({ connected }) => connected && resumeAll()),
    useConnectivity.subscribe(({ online }, previous) => online && !previous.online && resumeAll()),
    ...Object.values(adapters).map(({ onArrival }) => onArrival(removeShownItems)),
  ]
  return () => {
    for (const cleanUp of cleanups) cleanUp()
    for (const timer of retryTimers.values()) clearTimeout(timer)
    retryTimers.clear()
    attempts.clear()
  }
}
