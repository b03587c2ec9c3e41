import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChatMessage } from '@app/contract/chats'
import type { QuietHours } from '@app/contract/notifications'
import { toStockholmTime } from '@app/contract/time/stockholm-time'
import { NOTIFICATION_DELAY_MS } from '@app/server/notifications/due'
import { createTag } from '../../../../services/worker/src/notifications/push-service.ts'
import type { Received, TestPushService } from '../../../../services/worker/src/notifications/testing-push-service.ts'
import type { BenchContext } from '../context.ts'
import { runAtRate } from '../delivery.ts'
import { bearer, post } from '../http.ts'
import { type Measurement, percentile } from '../measurements.ts'
import { findPairs, type Pair } from '../world.ts'
import { type Receiver, setQuietHours } from './devices.ts'
import { waitUntilHandled } from './due.ts'

const PER_SECOND = 100
const P95_MAX_SECONDS = 10
/** Members who read each message do so within this time, before the notification is due. */
const READ_WITHIN_MS = 3_000
const READ_STEPS = 7
const BURST_CONCURRENCY = 4
const MESSAGE_TEXT = 'Kommer ni på fredag?'

/** The behavior of the receiver of a chat: away, reading every message, in quiet hours, or receiving a burst. */
type Kind = 'AWAY' | 'READS' | 'QUIET' | 'BURST'

type Conversation = Pair & {
  receiver: Receiver
  kind: Kind
  /** Identifies the notification about this chat on the receiver's device. */
  tag: string
  messages: number
  /** The time at which the first message was sent, by `performance.now()`. */
  firstSentAt: number | undefined
}

type Servers = { receivers: Receiver[]; pushService: TestPushService }

/** Of ten chats, one receiver reads and one has quiet hours. */
const KINDS: Partial<Record<number, Kind>> = { 8: 'READS', 9: 'QUIET' }

function createConversations(pairs: Pair[], receivers: Receiver[]): Conversation[] {
  const byId = new Map(receivers.map((receiver) => [Number(receiver.id), receiver]))
  return pairs.flatMap((pair, index) => {
    const receiver = byId.get(Number(pair.from.id) + 1)
    if (!receiver) return []
    const kind = index === 0 ? 'BURST' : (KINDS[index % 10] ?? 'AWAY')
    const tag = createTag(receiver.auth, { kind: 'CHAT', subjectId: pair.chatId })
    return [{ ...pair, receiver, kind, tag, messages: 0, firstSentAt: undefined }]
  })
}

/** Returns quiet hours that began before now and end in three to four hours. */
function createQuietHours(): QuietHours {
  const hour = Number(toStockholmTime(new Date()).time.slice(0, 2))
  return { from: (hour + 23) % 24, to: (hour + 4) % 24 }
}

async function send(url: string, conversation: Conversation): Promise<string> {
  const { from, chatId } = conversation
  conversation.firstSentAt ??= performance.now()
  conversation.messages += 1
  const body = { message: MESSAGE_TEXT, clientId: randomUUID() }
  const message: ChatMessage = JSON.parse(await post(`${url}/api/v2/chats/${chatId}`, body, bearer(from.token)))
  return message.id
}

/** Reads a message after a while, and throws if this was too late to prevent its notification. */
async function read(url: string, { chatId, receiver }: Conversation, messageId: string, afterMs: number) {
  const sentAt = performance.now()
  await pause(afterMs)
  await post(`${url}/api/v2/chats/${chatId}/mark-read/${messageId}`, {}, bearer(receiver.token))
  if (performance.now() - sentAt > NOTIFICATION_DELAY_MS) throw new Error('A message was read too late.')
}

/** Sends messages to one chat after the other at a steady rate; resolves when all are sent and read. */
async function sendToAll(url: string, conversations: Conversation[], count: number): Promise<void> {
  const reads: Promise<void>[] = []
  await runAtRate({ perSecond: PER_SECOND, seconds: count / PER_SECOND }, async (index) => {
    const conversation = conversations[index % conversations.length]
    if (!conversation) throw new Error('There are no chats.')
    const messageId = await send(url, conversation)
    const afterMs = (READ_WITHIN_MS * (index % READ_STEPS)) / READ_STEPS
    if (conversation.kind === 'READS') reads.push(read(url, conversation, messageId, afterMs))
  })
  await Promise.all(reads)
}

async function sendBurst(url: string, conversation: Conversation, count: number): Promise<void> {
  const work = async () => {
    while (conversation.messages < count) await send(url, conversation)
  }
  await Promise.all(Array.from({ length: BURST_CONCURRENCY }, work))
}

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

function summarize(conversations: Conversation[], received: Received[]): Measurement[] {
  const list = (kind: Kind) =>
    conversations.flatMap(({ firstSentAt, ...conversation }) =>
      conversation.kind === kind && firstSentAt !== undefined ? [{ ...conversation, firstSentAt }] : [],
    )
  const listReceived = ({ tag }: { tag: string }) => received.filter(({ headers }) => headers.topic === tag)
  const [away, reads, quiet, burst] = [list('AWAY'), list('READS'), list('QUIET'), list('BURST')]
  const count = (chats: { tag: string }[]) => sum(chats.map((chat) => listReceived(chat).length))
  if (sum([away, reads, quiet, burst].map(count)) < received.length) throw new Error('A notification is about no chat.')
  const missing = [...away, ...burst].filter((chat) => listReceived(chat).length === 0)
  const seconds = away.flatMap((chat) => {
    const [first] = listReceived(chat)
    return first ? [(first.at - chat.firstSentAt) / 1_000] : []
  })
  const timing = `message to notification, ${PER_SECOND} messages/s`
  const sent = sum(away.map(({ messages }) => messages))
  const readMessages = sum(reads.map(({ messages }) => messages))
  const inQuietHours = sum(quiet.map(({ messages }) => messages))
  const inBurst = sum(burst.map(({ messages }) => messages))
  return [
    { label: `${timing}, p50`, unit: 's', product: percentile(seconds, 0.5) },
    { label: `${timing}, p95`, unit: 's', product: percentile(seconds, 0.95), atMost: P95_MAX_SECONDS },
    { label: `${timing}, maximum`, unit: 's', product: percentile(seconds, 1) },
    {
      label: `notifications about ${sent.toLocaleString('en')} messages, to number of chats`,
      unit: '',
      product: count(away),
      baseline: away.length,
      atMost: 1,
    },
    {
      label: `notifications about ${inBurst.toLocaleString('en')} messages in one chat`,
      unit: '',
      product: count(burst),
      atMost: 1,
    },
    { label: 'chats with unread messages but without a notification', unit: '', product: missing.length, atMost: 0 },
    { label: `notifications about ${readMessages} read messages`, unit: '', product: count(reads), atMost: 0 },
    {
      label: `notifications about ${inQuietHours} messages in quiet hours`,
      unit: '',
      product: count(quiet),
      atMost: 0,
    },
  ]
}

/** Sends messages to members with a device, and measures the notifications that the push service receives. */
export async function measureNotifications(
  { pool, options }: BenchContext,
  url: string,
  { receivers, pushService }: Servers,
): Promise<Measurement[]> {
  const conversations = createConversations(await findPairs(pool, receivers), receivers)
  const quietHours = createQuietHours()
  for (const { receiver, kind } of conversations)
    await setQuietHours(url, receiver, kind === 'QUIET' ? quietHours : null)
  const [busiest, ...others] = conversations
  if (!busiest) throw new Error('There are no chats.')
  await sendToAll(url, others, options.deviceMessages)
  await sendBurst(url, busiest, options.burst)
  const deferred = await waitUntilHandled(pool)
  const quiet = conversations.filter(({ kind, messages }) => kind === 'QUIET' && messages > 0)
  if (deferred !== quiet.length) throw new Error(`Quiet hours defer ${deferred} notifications, not ${quiet.length}.`)
  return summarize(conversations, pushService.received)
}
