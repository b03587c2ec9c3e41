import type { Id } from '@app/contract/base'
import { create } from 'zustand'

/** A draft is on the device this soon after the last key. */
const SAVED_WITHIN = 250

type Drafts = { member: string | null; texts: ReadonlyMap<Id, string> }

/** What has been written and not sent, by chat: on this device only, and the same in all of its tabs. */
export const useDrafts = create<Drafts>(() => ({ member: null, texts: new Map() }))

const prefixOf = (member: string): string => `salong.draft.${member}.`

const show = (chatId: Id, text: string): void =>
  useDrafts.setState(({ texts }) => {
    const next = new Map(texts)
    if (text.trim() === '') next.delete(chatId)
    else next.set(chatId, text)
    return { texts: next }
  })

function store(chatId: Id, text: string): void {
  const { member } = useDrafts.getState()
  if (member === null) return
  try {
    if (text.trim() === '') localStorage.removeItem(prefixOf(member) + chatId)
    else localStorage.setItem(prefixOf(member) + chatId, text)
  } catch {
    // NOTE: a browser may refuse storage; the draft then lasts as long as the page.
  }
}

const unsaved = new Map<Id, string>()
let timer: ReturnType<typeof setTimeout> | undefined

/** Writes down at once what waits for it. */
export function saveDrafts(): void {
  clearTimeout(timer)
  timer = undefined
  for (const [chatId, text] of unsaved) {
    store(chatId, text)
    show(chatId, text)
  }
  unsaved.clear()
}

export function setDraft(chatId: Id, text: string): void {
  unsaved.set(chatId, text)
  timer ??= setTimeout(saveDrafts, SAVED_WITHIN)
}

/** Sent or cleared: gone on every tab, and nothing that was about to be written brings it back. */
export function removeDraft(chatId: Id): void {
  unsaved.delete(chatId)
  store(chatId, '')
  show(chatId, '')
}

function read(prefix: string): Map<Id, string> {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    return new Map(keys.map((key) => [key.slice(prefix.length), localStorage.getItem(key) ?? '']))
  } catch {
    return new Map()
  }
}

function onStorage({ key, newValue }: StorageEvent): void {
  const { member } = useDrafts.getState()
  if (member === null) return
  if (key === null) useDrafts.setState({ texts: new Map() })
  else if (key.startsWith(prefixOf(member))) show(key.slice(prefixOf(member).length), newValue ?? '')
}

export function openDrafts(member: string): () => void {
  useDrafts.setState({ member, texts: read(prefixOf(member)) })
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

export function removeDrafts(member: string): void {
  for (const chatId of read(prefixOf(member)).keys()) localStorage.removeItem(prefixOf(member) + chatId)
}
