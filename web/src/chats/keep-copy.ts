import type { Id } from '@app/contract/base'
import type { Session } from '@app/contract/members'
import { claimsOf } from '../lib/claims.ts'
import { copyList } from './copied.ts'
import { changedChats, type KeptChats, outdatedChats } from './copy-changes.ts'
import { type CopiedChat, emptyCopy, findCopy, openCopy, saveCopy } from './copy-db.ts'
import { showChatCopy, showCopy } from './show-copy.ts'
import { useChats } from './store.ts'
import { chatsOnShow } from './sync.ts'

/** Changes come in bursts. */
const SAVED_WITHIN = 1_000

/** A copy belongs to one login of one member. */
function ownerOf(session: Session): string | null {
  const claims = claimsOf(session)
  return claims && `${claims.memberId} ${claims.sessionId}`
}

/** The offline cache of one login. */
export type KeptCopy = {
  /** Shows the cached copy of a chat of which nothing is loaded. */
  show: (chatId: Id) => Promise<void>
  stop: () => void
}

const nothingKept: KeptCopy = { show: () => Promise.resolve(), stop: () => undefined }

/** Shows what was seen last while there is nothing else to show, and keeps what is seen now. */
export function keepCopy(session: Session): KeptCopy {
  const owner = ownerOf(session)
  if (owner === null) return nothingKept
  const kept: KeptChats = new Map()
  const stops: (() => void)[] = []
  let shown: ReadonlySet<Id> = new Set()
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const open = async (): Promise<void> => {
    const copy = await openCopy(owner)
    if (!copy || stopped) return
    for (const { chatId, version, openedAt } of copy.conversations) kept.set(chatId, { version, openedAt })
    if (!useChats.getState().lists.chats.data) stops.push(showCopy(copy))
  }

  /** A copy that cannot be brought up to date may hold what has been taken back: none is better. */
  const write = async (changed: CopiedChat[]): Promise<void> => {
    if (stopped || (await saveCopy(copyList(owner, useChats.getState()), changed))) return
    kept.clear()
    await emptyCopy()
  }

  const save = async (): Promise<void> => {
    if (stopped || useChats.getState().lists.chats.state !== 'loaded') return
    await write(changedChats(kept, shown))
    shown = new Set(chatsOnShow())
    const fresh = await outdatedChats(kept)
    if (fresh.length > 0) await write(fresh)
  }

  const opened = open()
  let work = opened.then(save)

  const show = async (chatId: Id): Promise<void> => {
    await opened
    const copy = stopped ? null : await findCopy(owner, chatId)
    if (copy && !stopped) showChatCopy(chatId, copy)
  }

  const saveNow = (): void => {
    clearTimeout(timer)
    timer = undefined
    work = work.then(save)
  }

  const onHide = () => document.visibilityState === 'hidden' && saveNow()
  document.addEventListener('visibilitychange', onHide)
  stops.push(
    useChats.subscribe(() => {
      timer ??= setTimeout(saveNow, SAVED_WITHIN)
    }),
    () => document.removeEventListener('visibilitychange', onHide),
  )
  return {
    show,
    stop() {
      stopped = true
      clearTimeout(timer)
      for (const stop of stops) stop()
    },
  }
}
