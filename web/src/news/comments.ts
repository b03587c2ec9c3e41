import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT } from '@app/contract/limits'
import type { NewsComment } from '@app/contract/news'
import { create } from 'zustand'
import { isApiError } from '../lib/http/api-error.ts'
import { newClientId } from '../lib/http/client-id.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { refetchList } from '../lib/http/refetch-list.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { getComments, postComment, postDeleteComment } from './api.ts'
import { changeItem, refuse } from './store.ts'

type Shown = { comments: readonly NewsComment[]; hasOlder: boolean }

/** A comment of the member that is sending or has failed. */
export type PendingComment = { clientId: string; message: string; failed: boolean }

/** The stored comments of a news item, and the member's unsent ones. */
export type CommentThread = { stored: Loadable<Shown>; waiting: readonly PendingComment[] }

const EMPTY_THREAD: CommentThread = { stored: notStarted, waiting: [] }

const useThreads = create<{ threads: ReadonlyMap<Id, CommentThread> }>(() => ({ threads: new Map() }))

export const useThread = (id: Id): CommentThread => useThreads(({ threads }) => threads.get(id) ?? EMPTY_THREAD)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useThreads.setState({ threads: new Map() })
})

type Change = (thread: CommentThread) => Partial<CommentThread>

/** Returns a setter that drops changes once another session has started. */
function beginRequest(id: Id): (change: Change) => void {
  const login = getSession()?.sessionId
  return (change) => {
    if (getSession()?.sessionId !== login) return
    useThreads.setState(({ threads }) => {
      const thread = threads.get(id) ?? EMPTY_THREAD
      return { threads: new Map(threads).set(id, { ...thread, ...change(thread) }) }
    })
  }
}

/** Replaces the refreshed range of comments; keeps older ones that were loaded during the request above it. */
function mergeComments(stored: CommentThread['stored'], comments: readonly NewsComment[], hasOlder: boolean): Shown {
  const first = comments[0]
  const older = first && hasOlder ? (stored.data?.comments ?? []).filter(({ id }) => BigInt(id) < BigInt(first.id)) : []
  return older.length > 0
    ? { comments: [...older, ...comments], hasOlder: stored.data?.hasOlder ?? true }
    : { comments, hasOlder }
}

const changeList = (
  thread: CommentThread,
  change: (comments: readonly NewsComment[]) => readonly NewsComment[],
): Partial<CommentThread> => ({
  stored: mapData(thread.stored, (shown) => ({ ...shown, comments: change(shown.comments) })),
})

/** How many comments were stored or deleted from this client. */
let changes = 0

/**
 * Reloads the newest comments and the older ones already shown. Repeats the request if a comment was stored or deleted
 * here during it.
 */
export async function loadComments(id: Id): Promise<void> {
  const apply = beginRequest(id)
  const before = changes
  apply(({ stored }) => ({ stored: loading(stored) }))
  try {
    const shown = useThreads.getState().threads.get(id)?.stored.data?.comments ?? []
    const { items, hasMore } = await refetchList([...shown].reverse(), async (limit, before) =>
      (await getComments(id, { before, limit })).reverse(),
    )
    if (before !== changes) return await loadComments(id)
    apply(({ stored }) => ({ stored: loaded(mergeComments(stored, items.reverse(), hasMore)) }))
    if (!hasMore) changeItem(id, () => ({ commentCount: items.length }))
  } catch (error) {
    apply(({ stored }) => ({ stored: failed(stored, error) }))
  }
}

/** Loads the page of comments before `before`; throws when the request fails. */
export async function loadOlderComments(id: Id, before: Id): Promise<void> {
  const apply = beginRequest(id)
  const older = await getComments(id, { before, limit: PAGE_DEFAULT })
  apply(({ stored }) => ({
    stored: mapData(stored, ({ comments }) => ({
      comments: [...older.filter((one) => !comments.some((other) => other.id === one.id)), ...comments],
      hasOlder: older.length === PAGE_DEFAULT,
    })),
  }))
}

export const discardComment = (id: Id, clientId: string): void =>
  beginRequest(id)(({ waiting }) => ({ waiting: waiting.filter((one) => one.clientId !== clientId) }))

/** Sends a comment optimistically. A rejected one stays and can be resent with the same client id. */
async function send(id: Id, sending: Pick<PendingComment, 'clientId' | 'message'>): Promise<void> {
  const { clientId, message } = sending
  const apply = beginRequest(id)
  const others = (waiting: readonly PendingComment[]) => waiting.filter((one) => one.clientId !== clientId)
  apply(({ waiting }) => ({ waiting: [...others(waiting), { clientId, message, failed: false }] }))
  try {
    const comment = await postComment(id, { message, clientId })
    changes += 1
    apply((thread) => ({
      ...changeList(thread, (comments) => [...comments.filter((one) => one.id !== comment.id), comment]),
      waiting: others(thread.waiting),
    }))
    changeItem(id, ({ commentCount }) => ({ commentCount: commentCount + 1 }))
  } catch (error) {
    apply(({ waiting }) => ({
      waiting: waiting.map((one) => (one.clientId === clientId ? { ...one, failed: true } : one)),
    }))
    refuse(id, error)
  }
}

export const sendComment = (id: Id, message: string): Promise<void> => send(id, { message, clientId: newClientId() })
export const sendCommentAgain = (id: Id, { clientId, message }: PendingComment): Promise<void> =>
  send(id, { clientId, message })

/** Deletes a comment. A comment that no longer exists counts as deleted; throws every other error. */
export async function removeComment(id: Id, cid: Id): Promise<void> {
  const apply = beginRequest(id)
  await postDeleteComment(id, cid).catch((error: unknown) => {
    if (!isApiError(error, 'NOT_FOUND')) throw error
  })
  changes += 1
  apply((thread) => changeList(thread, (comments) => comments.filter((comment) => comment.id !== cid)))
  changeItem(id, ({ commentCount }) => ({ commentCount: commentCount - 1 }))
}
