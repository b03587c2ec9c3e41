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

/** An own message that the conversation does not show yet. */
export type Outgoing = Omit<QueuedMessage, 'member'> & {
  state: 'queued' | 'sending' | 'sent' | 'failed'
  /** The stored message, until the conversation shows it. */
  stored: StoredMessage | null
}

type Outbox = { member: string | null; items: readonly Outgoing[] }

export const useOutbox = create<Outbox>(() => ({ member: null, items: [] }))

export const useOutgoing = (conversation: ConversationKey): readonly Outgoing[] =>
  useOutbox(useShallow(({ items }) => items.filter((item) => item.conversation === conversation)))

/**
 * Returns the outgoing messages shown below the loaded ones. Omits sent ones while newer messages are not loaded, since
 * they would be out of order.
 */
export const useOutgoingBelow = (conversation: ConversationKey, hasNewer: boolean): readonly Outgoing[] =>
  useOutbox(
    useShallow(({ items }) =>
      items.filter((item) => item.conversation === conversation && !(hasNewer && item.state === 'sent')),
    ),
  )

/** Returns the number of messages that the server does not have yet. */
export const countUnsent = (): number => useOutbox.getState().items.filter(({ state }) => state !== 'sent').length

/** A message between the tabs of one member. */
type TabMessage = { member: string; put?: Outgoing; removed?: string; emptied?: true; waiting?: ConversationKey }

const tabs = new BroadcastChannel('salong.outbox.2')

function notifyTabs(message: Omit<TabMessage, 'member'>): void {
  const { member } = useOutbox.getState()
  if (member !== null) tabs.postMessage({ member, ...message } satisfies TabMessage)
}

/** Called with each conversation whose queue may continue, because of this tab or another. */
let onWaiting: (conversation: ConversationKey) => void = () => undefined
export const setWaitingHandler = (run: (conversation: ConversationKey) => void): void => {
  onWaiting = run
}

const showItem = (item: Outgoing): void =>
  useOutbox.setState(({ items }) => ({
    items: [...items.filter(({ clientId }) => clientId !== item.clientId), item].sort((a, b) => a.place - b.place),
  }))

const hideItem = (removedId: string): void =>
  useOutbox.setState(({ items }) => ({ items: items.filter(({ clientId }) => clientId !== removedId) }))

tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if (data.member !== useOutbox.getState().member) return
  if (data.put) showItem(data.put)
  if (data.removed) hideItem(data.removed)
  if (data.emptied) useOutbox.setState({ items: [] })
  // The tab in which it was written may be closed before it is sent.
  if (data.waiting) onWaiting(data.waiting)
})

function publishItem(item: Outgoing): void {
  showItem(item)
  notifyTabs({ put: item })
}

/** Resumes the queue of a conversation after a message was added or may continue. */
function resumeQueue(conversation: ConversationKey): void {
  notifyTabs({ waiting: conversation })
  onWaiting(conversation)
}

async function persist({ state, stored, ...item }: Outgoing): Promise<void> {
  const { member } = useOutbox.getState()
  if (member !== null) await putQueued({ ...item, member })
}

const find = (clientId: string): Outgoing | undefined =>
  useOutbox.getState().items.find((item) => item.clientId === clientId)

/** Restores the messages that this member left on this device, including those from earlier pages and sessions. */
export async function openOutbox(member: string): Promise<void> {
  useOutbox.setState({ member, items: [] })
  const waiting = await listQueued(member)
  if (useOutbox.getState().member !== member) return
  for (const { member: _, ...item } of waiting) {
    if (!find(item.clientId)) showItem({ ...item, state: item.problem ? 'failed' : 'queued', stored: null })
  }
  for (const conversation of new Set(waiting.map((item) => item.conversation))) onWaiting(conversation)
}

export const closeOutbox = (): void => useOutbox.setState({ member: null, items: [] })

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

function add(draft: Pick<Outgoing, 'conversation' | 'text' | 'photo'>): void {
  const item: Outgoing = {
    ...draft,
    clientId: newClientId(),
    place: nextPosition(),
    problem: null,
    state: 'queued',
    stored: null,
  }
  publishItem(item)
  void persist(item)
  resumeQueue(item.conversation)
}

/** Queues a message: shows it, stores it on the device, then sends it. */
export const enqueue = (conversation: ConversationKey, text: string): void => add({ conversation, text })

/** Queues a photo with a caption. */
export const enqueuePhoto = (conversation: ConversationKey, photo: OutgoingPhoto, caption: string): void =>
  add({ conversation, text: caption, photo })

/** Sends a failed message again under the same client id, so that the server stores it once. */
export function retry(clientId: string): void {
  const item = find(clientId)
  if (item?.state !== 'failed') return
  const queued: Outgoing = { ...item, state: 'queued', problem: null }
  publishItem(queued)
  void persist(queued)
  resumeQueue(item.conversation)
}

export function discard(clientId: string): void {
  const item = find(clientId)
  hideItem(clientId)
  notifyTabs({ removed: clientId })
  void removeQueued(clientId)
  // The messages behind it can be sent now.
  if (item) resumeQueue(item.conversation)
}

/** Updates the current state of an item. Returns null if it has been discarded. */
function updateItem({ clientId }: Outgoing, changes: Partial<Outgoing>): Outgoing | null {
  const known = find(clientId)
  if (!known) return null
  const next = { ...known, ...changes }
  publishItem(next)
  return next
}

export const markSending = (item: Outgoing): void => void updateItem(item, { state: 'sending' })

export const markQueued = (item: Outgoing): void => void updateItem(item, { state: 'queued' })

/** Stores the URL of the uploaded photo, which the server keeps until the message is sent. */
export function markUploaded(item: Outgoing, url: string): void {
  if (!item.photo) return
  const uploaded = updateItem(item, { photo: { ...item.photo, url, uploadedAt: Date.now() } })
  if (uploaded) void persist(uploaded)
}

export function markFailed(item: Outgoing, problem: ApiErrorCode): void {
  const failed = updateItem(item, { state: 'failed', problem })
  if (failed) void persist(failed)
}

/** Removes a sent message from the device; it stays visible until the conversation shows it. */
export function markSent(item: Outgoing, stored: StoredMessage): void {
  updateItem(item, { state: 'sent', stored })
  void removeQueued(item.clientId)
}

export const removeSent = (shown: ReadonlySet<string>): void =>
  useOutbox.setState(({ items }) => ({ items: items.filter(({ clientId }) => !shown.has(clientId)) }))
