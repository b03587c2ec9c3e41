import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT } from '@app/contract/limits'
import type { NewsComment } from '@app/contract/news'
import { create } from 'zustand'
import { idAfter } from '../conversation/ids.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { newClientId } from '../lib/http/client-id.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { refetchList } from '../lib/http/refetch-list.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { getComments, getNews, postComment, postDeleteComment } from './api.ts'
import { changeItem, onRejection } from './store.ts'

type LoadedComments = { comments: readonly NewsComment[]; hasOlder: boolean }

/** A comment of the member that is sending or has failed. */
export type PendingComment = { clientId: string; message: string; failed: boolean }

/** The stored comments of a news item, and the member's unsent ones. */
export type CommentThread = { stored: Loadable<LoadedComments>; unsent: readonly PendingComment[] }

const EMPTY_THREAD: CommentThread = { stored: notStarted, unsent: [] }

const useThreads = create<{ threads: ReadonlyMap<Id, CommentThread> }>(() => ({ threads: new Map() }))

export const useThread = (id: Id): CommentThread => useThreads(({ threads }) => threads.get(id) ?? EMPTY_THREAD)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useThreads.setState({ threads: new Map() })
})

type Change = (thread: CommentThread) => Partial<CommentThread>

/** Returns a function that changes the thread of an item, unless another session has started since this call. */
function beginRequest(id: Id): (change: Change) => void {
  const sessionId = getSession()?.sessionId
  return (change) => {
    if (getSession()?.sessionId !== sessionId) return
    useThreads.setState(({ threads }) => {
      const thread = threads.get(id) ?? EMPTY_THREAD
      return { threads: new Map(threads).set(id, { ...thread, ...change(thread) }) }
    })
  }
}

/** Replaces the refreshed range of comments; keeps older comments that were loaded during the request. */
function mergeComments(
  stored: CommentThread['stored'],
  comments: readonly NewsComment[],
  hasOlder: boolean,
): LoadedComments {
  const firstComment = comments[0]
  const olderComments =
    firstComment && hasOlder
      ? (stored.data?.comments ?? []).filter(({ id }) => BigInt(id) < BigInt(firstComment.id))
      : []
  return olderComments.length > 0
    ? { comments: [...olderComments, ...comments], hasOlder: stored.data?.hasOlder ?? true }
    : { comments, hasOlder }
}

const listStored = (id: Id): readonly NewsComment[] =>
  useThreads.getState().threads.get(id)?.stored.data?.comments ?? []

const isStored = ({ clientId }: PendingComment, comments: readonly NewsComment[]): boolean =>
  comments.some((comment) => comment.mine && comment.clientId === clientId)

const changeList = (
  thread: CommentThread,
  change: (comments: readonly NewsComment[]) => readonly NewsComment[],
): Partial<CommentThread> => ({
  stored: mapData(thread.stored, (page) => ({ ...page, comments: change(page.comments) })),
})

/** The number of comments that this client has stored or deleted. */
let ownChangeCount = 0

/**
 * Reloads the number of comments of a news item, for changes that an earlier response may already have counted. Keeps
 * the present number if the request fails.
 */
async function reloadCount(id: Id): Promise<void> {
  const sessionId = getSession()?.sessionId
  const changeCountBefore = ownChangeCount
  const [item] = await getNews({ before: idAfter(id), limit: 1 }).catch(() => [])
  if (item?.id !== id || getSession()?.sessionId !== sessionId) return
  if (changeCountBefore !== ownChangeCount) return await reloadCount(id)
  changeItem(id, () => ({ commentCount: item.commentCount }))
}

/**
 * Reloads the newest comments and the older ones already shown. Repeats the request if this client stored or deleted a
 * comment during it. A comment whose response was lost is no longer pending if it was stored.
 */
export async function loadComments(id: Id): Promise<void> {
  const apply = beginRequest(id)
  const changeCountBefore = ownChangeCount
  apply(({ stored }) => ({ stored: loading(stored) }))
  try {
    const shownComments = listStored(id)
    const { items, hasMore } = await refetchList([...shownComments].reverse(), async (limit, before) =>
      (await getComments(id, { before, limit })).reverse(),
    )
    if (changeCountBefore !== ownChangeCount) return await loadComments(id)
    const wasResponseLost = useThreads
      .getState()
      .threads.get(id)
      ?.unsent.some((pending) => isStored(pending, items))
    apply(({ stored, unsent }) => ({
      stored: loaded(mergeComments(stored, items.reverse(), hasMore)),
      unsent: unsent.filter((pending) => !isStored(pending, items)),
    }))
    if (!hasMore) changeItem(id, () => ({ commentCount: items.length }))
    else if (wasResponseLost) await reloadCount(id)
  } catch (error) {
    apply(({ stored }) => ({ stored: failed(stored, error) }))
  }
}

/** Loads the page of comments before `before`; throws when the request fails. */
export async function loadOlderComments(id: Id, before: Id): Promise<void> {
  const apply = beginRequest(id)
  const olderComments = await getComments(id, { before, limit: PAGE_DEFAULT })
  apply(({ stored }) => ({
    stored: mapData(stored, ({ comments }) => ({
      comments: [...olderComments.filter((comment) => !comments.some(({ id }) => id === comment.id)), ...comments],
      hasOlder: olderComments.length === PAGE_DEFAULT,
    })),
  }))
}

export const discardComment = (id: Id, clientId: string): void =>
  beginRequest(id)(({ unsent }) => ({ unsent: unsent.filter((pending) => pending.clientId !== clientId) }))

/** Sends a comment optimistically. A rejected one stays and can be resent with the same client id. */
async function send(id: Id, { clientId, message, failed: isRepeated }: PendingComment): Promise<void> {
  const apply = beginRequest(id)
  const withoutComment = (unsent: readonly PendingComment[]) =>
    unsent.filter((pending) => pending.clientId !== clientId)
  apply(({ unsent }) => ({ unsent: [...withoutComment(unsent), { clientId, message, failed: false }] }))
  try {
    const comment = await postComment(id, { message, clientId })
    ownChangeCount += 1
    const mayBeCounted = isRepeated || listStored(id).some((stored) => stored.id === comment.id)
    apply((thread) => ({
      ...changeList(thread, (comments) => [...comments.filter((stored) => stored.id !== comment.id), comment]),
      unsent: withoutComment(thread.unsent),
    }))
    if (mayBeCounted) await reloadCount(id)
    else changeItem(id, ({ commentCount }) => ({ commentCount: commentCount + 1 }))
  } catch (error) {
    apply(({ unsent }) => ({
      unsent: unsent.map((pending) => (pending.clientId === clientId ? { ...pending, failed: true } : pending)),
    }))
    onRejection(id, error)
  }
}

export const sendComment = (id: Id, message: string): Promise<void> =>
  send(id, { message, clientId: newClientId(), failed: false })
export const resendComment = (id: Id, failedComment: PendingComment): Promise<void> => send(id, failedComment)

/** Deletes a comment. A comment that no longer exists counts as deleted; throws every other error. */
export async function deleteComment(id: Id, cid: Id): Promise<void> {
  const apply = beginRequest(id)
  const isDeleted = await postDeleteComment(id, cid).then(
    () => true,
    (error: unknown) => {
      if (!isApiError(error, 'NOT_FOUND')) throw error
      return false
    },
  )
  ownChangeCount += 1
  const mayBeCounted = !isDeleted || !listStored(id).some((comment) => comment.id === cid)
  apply((thread) => changeList(thread, (comments) => comments.filter((comment) => comment.id !== cid)))
  if (mayBeCounted) void reloadCount(id)
  else changeItem(id, ({ commentCount }) => ({ commentCount: commentCount - 1 }))
}

/** Removes the comments of a blocked member, and loads their threads again for the counts. */
export function removeCommentsOf(userName: string): void {
  for (const [id, { stored }] of useThreads.getState().threads) {
    if (!stored.data?.comments.some((comment) => comment.userName === userName)) continue
    beginRequest(id)((thread) => changeList(thread, (list) => list.filter((comment) => comment.userName !== userName)))
    void loadComments(id)
  }
}
