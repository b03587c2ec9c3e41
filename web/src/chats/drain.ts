import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import { ApiError, type ApiErrorCode } from '../lib/api-error.ts'
import { isConnected, useLink } from '../lib/link.ts'
import { useConnectivity } from '../lib/online.ts'
import { retryDelay } from '../lib/retry-delay.ts'
import { textsNow } from '../lib/texts.ts'
import { showToast } from '../lib/toasts.ts'
import { isCancelled } from '../lib/upload.ts'
import { postMessage } from './api.ts'
import { catchUp, loadCount } from './loads.ts'
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
import { findConversation } from './state.ts'
import { useChats } from './store.ts'
import { chatsTexts } from './texts.ts'
import { photoUrlOf } from './transfers.ts'

/** No answer, or one that says nothing about the message itself: the same message may well pass later. */
const PASSING = new Set<ApiErrorCode>([
  'NETWORK',
  'TIMEOUT',
  'BAD_ANSWER',
  'UNKNOWN',
  'UNAVAILABLE',
  'TOO_MANY_REQUESTS',
])
/** So many tries in a row, then the member is asked. */
const TRIES = 3

export const isRefusal = ({ problem }: Outgoing): boolean => problem !== null && !PASSING.has(problem)

const tries = new Map<string, number>()
const timers = new Map<Id, ReturnType<typeof setTimeout>>()
const draining = new Set<Id>()

/** The first message of a chat that can go. One that failed on the way holds up those behind it, a refused one does not. */
function nextOf(chatId: Id): Outgoing | null {
  if (!useConnectivity.getState().online || timers.has(chatId)) return null
  const { items } = useOutbox.getState()
  const first = items.find((item) => item.chatId === chatId && item.state !== 'sent' && !isRefusal(item))
  return first && first.state !== 'failed' ? first : null
}

function drainLater(chatId: Id, attempt: number): void {
  timers.set(
    chatId,
    setTimeout(() => {
      timers.delete(chatId)
      void drain(chatId)
    }, retryDelay(attempt)),
  )
}

function tryAgain(item: Outgoing, problem: ApiErrorCode): void {
  const attempt = (tries.get(item.clientId) ?? 0) + 1
  tries.set(item.clientId, attempt)
  if (attempt >= TRIES && problem !== 'TOO_MANY_REQUESTS') {
    markFailed(item, problem)
    return
  }
  markQueued(item)
  drainLater(item.chatId, attempt)
}

/** Stops this message only, and says why. Without its chat there is no place where that could be shown. */
function refuse(item: Outgoing, problem: ApiErrorCode): void {
  if (problem === 'NOT_FOUND') {
    discard(item.clientId)
    showToast({ text: textsNow(chatsTexts)('refusals.NOT_FOUND') })
  } else markFailed(item, problem)
  void catchUp(item.chatId).catch(() => undefined)
}

function onProblem(item: Outgoing, problem: ApiErrorCode): void {
  if (problem === 'PLEASE_LOGIN') markQueued(item)
  else if (PASSING.has(problem)) tryAgain(item, problem)
  else refuse(item, problem)
}

/** First the photo, if there is one, then the message that carries it. */
async function deliver(item: Outgoing): Promise<ChatMessage> {
  const photoUrl = await photoUrlOf(item)
  return postMessage(item.chatId, {
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
  if (!isConnected()) void Promise.all([catchUp(item.chatId), loadCount()]).catch(() => undefined)
}

/** One tab at a time sends the messages of a chat. Where the browser has no locks the server keeps them from doubling. */
async function exclusively(name: string, run: () => Promise<void>): Promise<void> {
  await (navigator.locks ? navigator.locks.request(name, run) : run())
}

/** Sends what waits in a chat, in order, one after the other. */
async function drain(chatId: Id): Promise<void> {
  const { member } = useOutbox.getState()
  if (draining.has(chatId) || !nextOf(chatId)) return
  draining.add(chatId)
  await exclusively(`salong.outbox.${member}.${chatId}`, async () => {
    for (let item = nextOf(chatId); item; item = nextOf(chatId)) await send(item)
  }).finally(() => draining.delete(chatId))
  // Something may have come in just when the last one had gone.
  if (useOutbox.getState().member === member) await drain(chatId)
}

/** What failed on the way and what waits for its next try goes at once. */
function wake(): void {
  for (const timer of timers.values()) clearTimeout(timer)
  timers.clear()
  tries.clear()
  const { items } = useOutbox.getState()
  for (const item of items) if (item.state === 'failed' && !isRefusal(item)) retry(item.clientId)
  for (const chatId of new Set(items.map((item) => item.chatId))) void drain(chatId)
}

/** Messages that stand in their conversation, or whose conversation is not on show, need not be shown as outgoing. */
function forgetShown(): void {
  const state = useChats.getState()
  const sent = useOutbox.getState().items.filter((item) => item.state === 'sent')
  const shown = sent.filter(({ chatId, clientId }) => {
    const conversation = findConversation(state, chatId)
    return !conversation || conversation.messages.some((message) => message.mine && message.clientId === clientId)
  })
  if (shown.length > 0) forgetSent(new Set(shown.map(({ clientId }) => clientId)))
}

/** Keeps the queue moving: what is written, what comes back to life with the connection, what has arrived. */
export function keepDraining(): () => void {
  whenWaiting((chatId) => {
    clearTimeout(timers.get(chatId))
    timers.delete(chatId)
    void drain(chatId)
  })
  const stops = [
    useLink.subscribe(({ connected }) => connected && wake()),
    useConnectivity.subscribe(({ online }, before) => online && !before.online && wake()),
    useChats.subscribe(({ conversations }, before) => conversations !== before.conversations && forgetShown()),
  ]
  return () => {
    for (const stop of stops) stop()
    for (const timer of timers.values()) clearTimeout(timer)
    timers.clear()
    tries.clear()
  }
}
