import type { Id } from '@app/contract/base'
import type { ChatMessage } from '@app/contract/chats'
import type { Session } from '@app/contract/members'
import { type Conversation, withChanges } from '../conversation/conversation.ts'
import { claimsOf } from '../lib/claims.ts'
import { getChanges } from './api.ts'
import { conversationOf, copyChat, copyList, withCopy, withoutCopy } from './copied.ts'
import { type CopiedChat, type CopiedList, findCopied, openCopy, removeCopied, saveCopy } from './copy-db.ts'
import { freshen, pageOf } from './loads.ts'
import { findChat, findConversation } from './state.ts'
import { useChats } from './store.ts'
import { chatsOnShow } from './sync.ts'

/** Changes come in bursts. */
const SAVED_WITHIN = 1_000

type Kept = { version: number; openedAt: number; data?: Conversation<ChatMessage> | undefined }

const now = () => useChats.getState()

/** A copy belongs to one login of one member. */
function ownerOf(session: Session): string | null {
  const claims = claimsOf(session)
  return claims && `${claims.memberId} ${claims.sessionId}`
}

/** What has been said since about a chat that is not loaded here, deletions above all. */
async function bringUpToDate(chatId: Id): Promise<CopiedChat | null> {
  const copied = await findCopied(chatId)
  if (!copied) return null
  const answer = await getChanges(chatId, copied.version)
  if (!answer.tooOld) {
    return copyChat(chatId, withChanges(conversationOf(copied), copied.version, pageOf(answer)), copied.openedAt)
  }
  await removeCopied(chatId)
  return null
}

/** Shows what was seen last while there is nothing else to show, and keeps what is seen now. */
export function keepCopy(session: Session): () => void {
  const owner = ownerOf(session)
  if (owner === null) return () => undefined
  const kept = new Map<Id, Kept>()
  const shown = new Set<Id>()
  let stopped = false
  let work: Promise<unknown> = open(owner).then(save)
  let timer: ReturnType<typeof setTimeout> | undefined

  async function open(owner: string): Promise<void> {
    const copy = await openCopy(owner)
    if (!copy || stopped) return
    for (const { chatId, version, openedAt } of copy.conversations) kept.set(chatId, { version, openedAt })
    if (!now().lists.chats.data) show(copy)
  }

  function show({ list, conversations }: { list: CopiedList; conversations: CopiedChat[] }): void {
    const copied = new Map(conversations.map((chat) => [chat.chatId, conversationOf(chat)]))
    useChats.setState((state) => withCopy(state, list, copied))
    const stop = useChats.subscribe(({ lists }) => {
      if (!lists.chats.data) return
      stop()
      const onShow = new Set(chatsOnShow())
      useChats.setState((state) => withoutCopy(state, copied, onShow))
      for (const chatId of onShow) void freshen(chatId).catch(() => undefined)
    })
    stops.push(stop)
  }

  /** Conversations up to their newest message that look otherwise than what is kept of them, or have just been opened. */
  function changedChats(): CopiedChat[] {
    const onShow = new Set(chatsOnShow())
    const changed: CopiedChat[] = []
    for (const [chatId, { data }] of now().conversations) {
      const before = kept.get(chatId)
      const opened = onShow.has(chatId) && !shown.has(chatId)
      if (!data || data.hasNewer || (data === before?.data && !opened)) continue
      const openedAt = opened ? Date.now() : (before?.openedAt ?? Date.now())
      kept.set(chatId, { version: data.version, openedAt, data })
      changed.push(copyChat(chatId, data, openedAt))
    }
    shown.clear()
    for (const chatId of onShow) shown.add(chatId)
    return changed
  }

  async function outdatedChats(): Promise<CopiedChat[]> {
    const fresh: CopiedChat[] = []
    for (const [chatId, { version, openedAt }] of kept) {
      const chat = findChat(now(), chatId)
      if (stopped || !chat || chat.version <= version || findConversation(now(), chatId)) continue
      kept.set(chatId, { version: chat.version, openedAt })
      const copied = await bringUpToDate(chatId).catch(() => null)
      if (copied) fresh.push(copied)
      else kept.delete(chatId)
    }
    return fresh
  }

  async function save(): Promise<void> {
    if (stopped || owner === null || now().lists.chats.state !== 'loaded') return
    await saveCopy(copyList(owner, now()), changedChats())
    const fresh = await outdatedChats()
    if (!stopped && fresh.length > 0) await saveCopy(copyList(owner, now()), fresh)
  }

  function saveNow(): void {
    clearTimeout(timer)
    timer = undefined
    work = work.then(save)
  }

  const onHide = () => document.visibilityState === 'hidden' && saveNow()
  document.addEventListener('visibilitychange', onHide)
  const stops = [
    useChats.subscribe(() => {
      timer ??= setTimeout(saveNow, SAVED_WITHIN)
    }),
    () => document.removeEventListener('visibilitychange', onHide),
  ]
  return () => {
    stopped = true
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
