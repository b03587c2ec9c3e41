import type { Quote } from '@app/contract/replies'
import { create } from 'zustand'
import type { ConversationKey } from '../adapters.ts'

/** The delay from a keystroke until its draft is saved on the device. */
const SAVE_DELAY_MS = 250

type Drafts = {
  member: string | null
  texts: ReadonlyMap<ConversationKey, string>
  /** The messages that the drafts reply to. A draft may have one without any text. */
  replies: ReadonlyMap<ConversationKey, Quote>
}

const NO_DRAFTS: Drafts = { member: null, texts: new Map(), replies: new Map() }

/** Unsent texts by conversation, stored only on this device and synced between its tabs. */
export const useDrafts = create<Drafts>(() => NO_DRAFTS)

/** Returns the prefix of the storage keys of a member's drafts. */
const prefixOf = (member: string): string => `salong.draft.${member}.`
const replyPrefixOf = (member: string): string => `salong.reply.${member}.`

const setInState = (conversation: ConversationKey, text: string): void =>
  useDrafts.setState(({ texts }) => {
    const next = new Map(texts)
    if (text.trim() === '') next.delete(conversation)
    else next.set(conversation, text)
    return { texts: next }
  })

const setReplyInState = (conversation: ConversationKey, reply: Quote | null): void =>
  useDrafts.setState(({ replies }) => {
    const next = new Map(replies)
    if (reply) next.set(conversation, reply)
    else next.delete(conversation)
    return { replies: next }
  })

/** Stores a value on the device, or removes it if it is blank. */
function persist(toPrefix: (member: string) => string, conversation: ConversationKey, value: string): void {
  const { member } = useDrafts.getState()
  if (member === null) return
  const key = toPrefix(member) + conversation
  try {
    if (value.trim() === '') localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // NOTE: a browser may deny access to storage; the draft then lasts as long as the page.
  }
}

const unsaved = new Map<ConversationKey, string>()
let saveTimer: ReturnType<typeof setTimeout> | undefined

/** Saves all pending drafts immediately. */
export function saveDrafts(): void {
  clearTimeout(saveTimer)
  saveTimer = undefined
  for (const [conversation, text] of unsaved) {
    persist(prefixOf, conversation, text)
    setInState(conversation, text)
  }
  unsaved.clear()
}

/** Sets a draft; the store and the device receive it after a short delay. */
export function setDraft(conversation: ConversationKey, text: string): void {
  unsaved.set(conversation, text)
  saveTimer ??= setTimeout(saveDrafts, SAVE_DELAY_MS)
}

/** Removes the text of a draft in every tab, including its pending save. */
export function clearText(conversation: ConversationKey): void {
  unsaved.delete(conversation)
  persist(prefixOf, conversation, '')
  setInState(conversation, '')
}

/** Sets the message that a draft replies to, or removes it with null, in every tab. */
export function setReply(conversation: ConversationKey, reply: Quote | null): void {
  persist(replyPrefixOf, conversation, reply ? JSON.stringify(reply) : '')
  setReplyInState(conversation, reply)
}

/** Removes a sent or discarded draft in every tab. */
export function removeDraft(conversation: ConversationKey): void {
  clearText(conversation)
  setReply(conversation, null)
}

const listKeys = (prefix: string): string[] => Object.keys(localStorage).filter((key) => key.startsWith(prefix))

/** Migrates keys from before groups had conversations, which contain just the chat id. */
function migrateKeys(prefix: string): void {
  for (const key of listKeys(prefix)) {
    const chatId = key.slice(prefix.length)
    if (!/^\d+$/.test(chatId)) continue
    localStorage.setItem(`${prefix}chat:${chatId}`, localStorage.getItem(key) ?? '')
    localStorage.removeItem(key)
  }
}

function readStored(prefix: string): Map<ConversationKey, string> {
  try {
    migrateKeys(prefix)
    const keys = listKeys(prefix)
    return new Map(keys.map((key) => [key.slice(prefix.length) as ConversationKey, localStorage.getItem(key) ?? '']))
  } catch {
    return new Map()
  }
}

/** Parses a stored reply. Returns null if it is corrupt, since the draft can be sent without it. */
function parseReply(json: string): Quote | null {
  try {
    const reply: Quote | null = JSON.parse(json)
    return typeof reply?.id === 'string' ? reply : null
  } catch {
    return null
  }
}

function readReplies(member: string): Map<ConversationKey, Quote> {
  const replies = [...readStored(replyPrefixOf(member))].map(([key, json]) => [key, parseReply(json)] as const)
  return new Map(replies.flatMap(([key, reply]) => (reply ? [[key, reply]] : [])))
}

function onStorage({ key, newValue }: StorageEvent): void {
  const { member } = useDrafts.getState()
  if (member === null) return
  const [prefix, replyPrefix] = [prefixOf(member), replyPrefixOf(member)]
  if (key === null) useDrafts.setState({ ...NO_DRAFTS, member })
  else if (key.startsWith(prefix)) setInState(key.slice(prefix.length) as ConversationKey, newValue ?? '')
  else if (key.startsWith(replyPrefix))
    setReplyInState(key.slice(replyPrefix.length) as ConversationKey, newValue ? parseReply(newValue) : null)
}

/** Restores a member's drafts and syncs them between tabs. Returns a function that saves pending drafts and stops. */
export function openDrafts(member: string): () => void {
  useDrafts.setState({ member, texts: readStored(prefixOf(member)), replies: readReplies(member) })
  const onHide = () => document.visibilityState === 'hidden' && saveDrafts()
  window.addEventListener('storage', onStorage)
  window.addEventListener('pagehide', saveDrafts)
  document.addEventListener('visibilitychange', onHide)
  return () => {
    saveDrafts()
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pagehide', saveDrafts)
    document.removeEventListener('visibilitychange', onHide)
    useDrafts.setState(NO_DRAFTS)
  }
}

/** Removes all drafts of a member from the device. */
export function removeDrafts(member: string): void {
  for (const prefix of [prefixOf(member), replyPrefixOf(member)])
    for (const conversation of readStored(prefix).keys()) localStorage.removeItem(prefix + conversation)
}
