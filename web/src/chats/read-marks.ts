import type { Id } from '@app/contract/base'
import { isAfter } from '../conversation/ids.ts'
import { isConnected } from '../lib/link.ts'
import { postRead } from './api.ts'
import { catchUp, loadCount } from './loads.ts'
import { findChat } from './state.ts'
import { useChats } from './store.ts'

/** By chat: how far has been told, and what is to be told after the call that is under way. */
const told = new Map<Id, Id>()
const underWay = new Map<Id, Id | null>()

async function tell(chatId: Id, lastId: Id): Promise<void> {
  underWay.set(chatId, null)
  try {
    await postRead(chatId, lastId)
    told.set(chatId, lastId)
    if (!isConnected()) await Promise.all([catchUp(chatId), loadCount()])
  } catch {
    // The next message that is read takes this one along.
  }
  const next = underWay.get(chatId)
  underWay.delete(chatId)
  if (next) markRead(chatId, next)
}

/** Tells that the chat has been read up to here. Never back, one call at a time, the furthest wins. */
export function markRead(chatId: Id, lastId: Id): void {
  const chat = findChat(useChats.getState(), chatId)
  if (!chat || chat.state === 'INVITED') return
  if (!isAfter(lastId, chat.myLastRead) || !isAfter(lastId, told.get(chatId) ?? null)) return
  const waiting = underWay.get(chatId)
  if (waiting === undefined) void tell(chatId, lastId)
  else if (isAfter(lastId, waiting)) underWay.set(chatId, lastId)
}

export const forgetReadMarks = (): void => told.clear()
