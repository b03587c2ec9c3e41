import { create } from 'zustand'
import type { ConversationKey } from '../adapters.ts'

/** The delay from a keystroke until its draft is saved on the device. */
const SAVE_DELAY_MS = 250

type Drafts = { member: string | null; texts: ReadonlyMap<ConversationKey, string> }

/** Unsent texts by conversation, stored only on this device and synced between its tabs. */
export const useDrafts = create<Drafts>(() => ({ member: null, texts: new Map() }))

/** Returns the prefix of the storage keys of a member's drafts. */
const prefixOf = (member: string): string => `salong.draft.${member}.`

const setInState = (conversation: ConversationKey, text: string): void =>
  useDrafts.setState(({ texts }) => {
    const next = new Map(texts)
    if (text.trim() === '') next.delete(conversation)
    else next.set(conversation, text)
    return { texts: next }
  })

function persist(conversation: ConversationKey, text: string): void {
  const { member } = useDrafts.getState()
  if (member === null) return
  try {
    if (text.trim() === '') localStorage.removeItem(prefixOf(member) + conversation)
    else localStorage.setItem(prefixOf(member) + conversation, text)
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
    persist(conversation, text)
    setInState(conversation, text)
  }
  unsaved.clear()
}

/** Sets a draft; the store and the device receive it after a short delay. */
export function setDraft(conversation: ConversationKey, text: string): void {
  unsaved.set(conversation, text)
  saveTimer ??= setTimeout(saveDrafts, SAVE_DELAY_MS)
}

/** Removes a sent or cleared draft in every tab, including its pending save. */
export function removeDraft(conversation: ConversationKey): void {
  unsaved.delete(conversation)
  persist(conversation, '')
  setInState(conversation, '')
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

function readDrafts(prefix: string): Map<ConversationKey, string> {
  try {
    migrateKeys(prefix)
    const keys = listKeys(prefix)
    return new Map(keys.map((key) => [key.slice(prefix.length) as ConversationKey, localStorage.getItem(key) ?? '']))
  } catch {
    return new Map()
  }
}

function onStorage({ key, newValue }: StorageEvent): void {
  const { member } = useDrafts.getState()
  if (member === null) return
  if (key === null) useDrafts.setState({ texts: new Map() })
  else if (key.startsWith(prefixOf(member)))
    setInState(key.slice(prefixOf(member).length) as ConversationKey, newValue ?? '')
}

/** Restores a member's drafts and syncs them between tabs. Returns a function that saves pending drafts and stops. */
export function openDrafts(member: string): () => void {
  useDrafts.setState({ member, texts: readDrafts(prefixOf(member)) })
  const onHide = () => document.visibilityState === 'hidden' && saveDrafts()
  window.addEventListener('storage', onStorage)
  window.addEventListener('pagehide', saveDrafts)
  document.addEventListener('visibilitychange', onHide)
  return () => {
    saveDrafts()
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pagehide', saveDrafts)
    document.removeEventListener('visibilitychange', onHide)
    useDrafts.setState({ member: null, texts: new Map() })
  }
}

/** Removes all drafts of a member from the device. */
export function removeDrafts(member: string): void {
  const prefix = prefixOf(member)
  for (const conversation of readDrafts(prefix).keys()) localStorage.removeItem(prefix + conversation)
}
