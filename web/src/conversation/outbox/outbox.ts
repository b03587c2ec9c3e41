import type { Quote } from '@app/contract/replies'
import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { ApiErrorCode } from '../../lib/http/api-error.ts'
import { newClientId } from '../../lib/http/client-id.ts'
import type { ConversationKey, StoredMessage } from '../adapters.ts'
import {
  listQueued,
  type OutgoingPhoto,
  putQueued,
  type QueuedMessage,
  removeAllQueued,
  removeQueued,
} from './outbox-db.ts'

/** One of the member's messages that the conversation does not show yet. */
export type OutgoingMessage = Omit<QueuedMessage, 'member'> & {
  state: 'queued' | 'sending' | 'sent' | 'failed'
  /** The stored message, until the conversation shows it. */
  stored: StoredMessage | null
}

type Outbox = { member: string | null; items: readonly OutgoingMessage[] }

export const useOutbox = create<Outbox>(() => ({ member: null, items: [] }))

export const useOutgoing = (conversation: ConversationKey): readonly OutgoingMessage[] =>
  useOutbox(useShallow(({ items }) => items.filter((item) => item.conversation === conversation)))

/**
 * Returns the outgoing messages shown below the loaded ones. Omits sent ones while newer messages are not loaded, since
 * they would be out of order.
 */
export const useOutgoingBelow = (conversation: ConversationKey, hasNewer: boolean): readonly OutgoingMessage[] =>
  useOutbox(
    useShallow(({ items }) =>
      items.filter((item) => item.conversation === conversation && !(hasNewer && item.state === 'sent')),
    ),
  )

/** The prefix of the keys of reports. Each report has its own key, so that none waits for another. */
const REPORT_PREFIX = 'report:'
export const isReport = ({ conversation }: Pick<OutgoingMessage, 'conversation'>): boolean =>
  conversation.startsWith(REPORT_PREFIX)

/** Returns the number of messages and of reports that the server does not have yet. */
export function countUnsent(): { messages: number; reports: number } {
  const unsent = useOutbox.getState().items.filter(({ state }) => state !== 'sent')
  const reports = unsent.filter(isReport).length
  return { messages: unsent.length - reports, reports }
}

/** A message between the tabs of one member. The key `waiting` holds a conversation whose queue may continue. */
type TabMessage = { member: string; put?: OutgoingMessage; removed?: string; emptied?: true; waiting?: ConversationKey }

// Pages of an earlier release, which would send replies without their quotes, do not subscribe to this channel.
const tabs = new BroadcastChannel('salong.outbox.4')

function notifyTabs(message: Omit<TabMessage, 'member'>): void {
  const { member } = useOutbox.getState()
  if (member !== null) tabs.postMessage({ member, ...message } satisfies TabMessage)
}

/** Called with a conversation whose queue may continue, because of this tab or another. */
let onQueueReady: (conversation: ConversationKey) => void = () => undefined
export const setQueueHandler = (run: (conversation: ConversationKey) => void): void => {
  onQueueReady = run
}

const showItem = (item: OutgoingMessage): void =>
  useOutbox.setState(({ items }) => ({
    items: [...items.filter(({ clientId }) => clientId !== item.clientId), item].sort((a, b) => a.place - b.place),
  }))

const hideItem = (removedId: string): void =>
  useOutbox.setState(({ items }) => ({ items: items.filter(({ clientId }) => clientId !== removedId) }))

/** The client ids of the messages that other tabs have removed while this one restores those on the device. */
const removedWhileOpening = new Set<string>()

/** Changes when the outbox is opened or emptied, after which an earlier opening restores nothing. */
let opening = Symbol()

tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data.member !== useOutbox.getState().member) return
  if (data.put) showItem(data.put)
  if (data.removed) {
    removedWhileOpening.add(data.removed)
    hideItem(data.removed)
  }
  if (data.emptied) {
    opening = Symbol()
    useOutbox.setState({ items: [] })
  }
  // Each tab sends, since the tab in which a message was written may be closed before it is sent.
  if (data.waiting) onQueueReady(data.waiting)
})

function publishItem(item: OutgoingMessage): void {
  showItem(item)
  notifyTabs({ put: item })
}

/** Resumes the queue of a conversation after a message was added or may continue. */
function resumeQueue(conversation: ConversationKey): void {
  notifyTabs({ waiting: conversation })
  onQueueReady(conversation)
}

async function persist({ state, stored, ...item }: OutgoingMessage): Promise<void> {
  const { member } = useOutbox.getState()
  if (member !== null) await putQueued({ ...item, member })
}

const findItem = (clientId: string): OutgoingMessage | undefined =>
  useOutbox.getState().items.find((item) => item.clientId === clientId)

/** Restores the member's unsent messages on this device, including those of earlier pages and sessions. */
export async function openOutbox(member: string): Promise<void> {
  useOutbox.setState({ member, items: [] })
  removedWhileOpening.clear()
  const thisOpening = Symbol()
  opening = thisOpening
  const listed = await listQueued(member)
  if (useOutbox.getState().member !== member || opening !== thisOpening) return
  const queuedMessages = listed.filter(({ clientId }) => !removedWhileOpening.has(clientId))
  for (const { member: _, ...item } of queuedMessages) {
    if (!findItem(item.clientId)) showItem({ ...item, state: item.problem ? 'failed' : 'queued', stored: null })
  }
  for (const conversation of new Set(queuedMessages.map((item) => item.conversation))) onQueueReady(conversation)
}

/** Removes the outbox from the page; its messages stay on the device. */
export const closeOutbox = (): void => useOutbox.setState({ member: null, items: [] })

/** Removes all of a member's messages from the device, and from the outboxes of other tabs. */
export async function emptyOutbox(member: string): Promise<void> {
  tabs.postMessage({ member, emptied: true } satisfies TabMessage)
  await removeAllQueued(member)
}

let lastPosition = 0

/** Returns a position after every earlier one, even if the clock was set back. */
function nextPosition(): number {
  lastPosition = Math.max(Date.now(), lastPosition + 1, (useOutbox.getState().items.at(-1)?.place ?? 0) + 1)
  return lastPosition
}

function addItem(
  draft: Pick<OutgoingMessage, 'conversation' | 'text' | 'photo' | 'replyTo' | 'payload'>,
  clientId = newClientId(),
): void {
  const item: OutgoingMessage = {
    ...draft,
    clientId,
    place: nextPosition(),
    problem: null,
    state: 'queued',
    stored: null,
  }
  publishItem(item)
  void persist(item)
  resumeQueue(item.conversation)
}

type Reply = { replyTo?: Quote | undefined }

const replyPart = ({ replyTo }: Reply): { replyTo?: Quote } => (replyTo ? { replyTo } : {})

/** Queues a message: shows it, stores it on the device, then sends it. */
export const enqueue = (conversation: ConversationKey, text: string, reply: Reply = {}): void =>
  addItem({ conversation, text, ...replyPart(reply) })

/** Queues a photo with a caption. */
export const enqueuePhoto = (
  conversation: ConversationKey,
  photo: OutgoingPhoto,
  caption: string,
  reply: Reply = {},
): void => addItem({ conversation, text: caption, photo, ...replyPart(reply) })

/** Queues a report, whose JSON is the payload. Returns its client id. */
export function enqueueReport(payload: string): string {
  const clientId = newClientId()
  addItem({ conversation: `${REPORT_PREFIX}${clientId}`, text: '', payload }, clientId)
  return clientId
}

/** Sends a failed message again under the same client id, so that the server stores it once. */
export function retry(clientId: string): void {
  const item = findItem(clientId)
  if (item?.state !== 'failed') return
  const queued: OutgoingMessage = { ...item, state: 'queued', problem: null }
  publishItem(queued)
  void persist(queued)
  resumeQueue(item.conversation)
}

/** Removes a message from the outbox in every tab and on the device. */
export function discard(clientId: string): void {
  const item = findItem(clientId)
  hideItem(clientId)
  notifyTabs({ removed: clientId })
  void removeQueued(clientId)
  // The messages queued after it can be sent now.
  if (item) resumeQueue(item.conversation)
}

/** Removes all messages of a conversation from the outbox. */
export function discardAll(conversation: ConversationKey): void {
  for (const item of useOutbox.getState().items) if (item.conversation === conversation) discard(item.clientId)
}

/** Updates the current state of an item. Returns null if it has been discarded. */
function updateItem({ clientId }: OutgoingMessage, changes: Partial<OutgoingMessage>): OutgoingMessage | null {
  const existing = findItem(clientId)
  if (!existing) return null
  const next = { ...existing, ...changes }
  publishItem(next)
  return next
}

export const markSending = (item: OutgoingMessage): void => void updateItem(item, { state: 'sending' })

export const markQueued = (item: OutgoingMessage): void => void updateItem(item, { state: 'queued' })

/** Stores the URL of the uploaded photo, so that a retry does not upload it again. */
export function markUploaded(item: OutgoingMessage, url: string): void {
  if (!item.photo) return
  const uploaded = updateItem(item, { photo: { ...item.photo, url, uploadedAt: Date.now() } })
  if (uploaded) void persist(uploaded)
}

export function markFailed(item: OutgoingMessage, problem: ApiErrorCode): void {
  const failed = updateItem(item, { state: 'failed', problem })
  if (failed) void persist(failed)
}

/** Removes a sent message from the device; it stays visible until the conversation shows it. */
export function markSent(item: OutgoingMessage, stored: StoredMessage): void {
  updateItem(item, { state: 'sent', stored })
  void removeQueued(item.clientId)
}

/** Removes sent messages from the page by their client ids, once their conversations show them. */
export const removeSent = (clientIds: ReadonlySet<string>): void =>
  useOutbox.setState(({ items }) => ({ items: items.filter(({ clientId }) => !clientIds.has(clientId)) }))
