import type { Id } from '@app/contract/base'
import type { GroupMessage, GroupResponse } from '@app/contract/groups'
import { COMMENTS_IN_LIST, PAGE_MAX } from '@app/contract/limits'
import { type Page, withUpdatedMessage } from '../../conversation/conversation.ts'
import { createGapTracker } from '../../conversation/gaps.ts'
import { isAfter } from '../../conversation/ids.ts'
import { type ConversationSource, createLoaders } from '../../conversation/loads.ts'
import { createOpenAround } from '../../conversation/open-around.ts'
import { createReadMarks } from '../../conversation/read-marks.ts'
import { createRefreshPictures } from '../../conversation/refresh-pictures.ts'
import { isApiError } from '../../lib/http/api-error.ts'
import { type Loadable, mapData, notStarted } from '../../lib/http/loadable.ts'
import { waitForRetry } from '../../lib/http/retry-delay.ts'
import { getSession } from '../../lib/http/session.ts'
import { onBrokenUrls } from '../../lib/photos/picture-urls.ts'
import { isConnected } from '../../lib/realtime/hub-connection.ts'
import { withGroup } from '../state.ts'
import { loadGroup, useGroups } from '../store.ts'
import { getMessage, getMessages, postRead } from './api.ts'
import { postPictures } from './pictures.ts'
import { findConversation, type GroupConversation, listVisibleGroupChats, useGroupChats } from './state.ts'

type GroupPage = GroupResponse & Page<GroupMessage>

const requestMessages = (...[groupId, query]: Parameters<typeof getMessages>): Promise<GroupPage> =>
  getMessages(groupId, query).then((response) => {
    const { version, newMessages, myLastRead } = response.group
    return { ...response, version, newMessages, myLastRead }
  })

type Change = (current: Loadable<GroupConversation>) => Loadable<GroupConversation>

/** Stores the result of a change, unless it returns the same object. */
export const changeConversation = (groupId: Id, change: Change): void =>
  useGroupChats.setState(({ conversations }) => {
    const current = conversations.get(groupId) ?? notStarted
    const next = change(current)
    return next === current ? {} : { conversations: new Map(conversations).set(groupId, next) }
  })

/** Changes one post if it is loaded; the version of the conversation stays the same. */
export const changeMessage = (groupId: Id, messageId: Id, update: (message: GroupMessage) => GroupMessage): void =>
  changeConversation(groupId, (conversation) =>
    mapData(conversation, (current) => withUpdatedMessage(current, messageId, update)),
  )

export const removeConversation = (groupId: Id): void =>
  useGroupChats.setState(({ conversations }) => {
    const next = new Map(conversations)
    next.delete(groupId)
    return { conversations: next }
  })

/** Raises the highest known version of a conversation. */
export const recordVersion = (groupId: Id, version: number): void =>
  useGroupChats.setState(({ latestVersions }) =>
    version > (latestVersions.get(groupId) ?? 0)
      ? { latestVersions: new Map(latestVersions).set(groupId, version) }
      : {},
  )

/** Applies the group of a response if it is newer than the known one. */
function applyGroup({ group }: GroupResponse): void {
  recordVersion(group.groupId, group.version)
  const knownGroup = useGroups.getState().groups.get(group.groupId)
  if (!knownGroup || group.version > knownGroup.version) useGroups.setState((state) => withGroup(state, group))
}

const source: ConversationSource<GroupMessage, GroupPage> = {
  getNewest: (groupId, limit) => requestMessages(groupId, { limit }),
  getBefore: (groupId, before, limit) => requestMessages(groupId, { before, limit }),
  getAfter: (groupId, after, limit) => requestMessages(groupId, { after, limit }),
  getChanges: (groupId, since) => requestMessages(groupId, { since }),
  isMissing: (error) =>
    isApiError(error, 'NOT_FOUND') || isApiError(error, 'FORBIDDEN') || isApiError(error, 'VALIDATION'),
  find: findConversation,
  beginRequest: () => {
    const sessionId = getSession()?.sessionId
    const hasLoggedOut = (): boolean => getSession()?.sessionId !== sessionId
    return {
      apply: (groupId, change, response) => {
        if (hasLoggedOut()) return
        changeConversation(groupId, change)
        if (response) applyGroup(response)
      },
      onMissing: (groupId) => {
        if (hasLoggedOut()) return
        removeConversation(groupId)
        void loadGroup(groupId).catch(() => undefined)
      },
      onServerRestored: ({ group }) => {
        if (hasLoggedOut()) return
        useGroupChats.setState(({ latestVersions }) => ({
          latestVersions: new Map(latestVersions).set(group.groupId, group.version),
        }))
      },
    }
  },
}

const loaders = createLoaders(source)
const refreshMessagePictures = createRefreshPictures({ ...source, pictures: postPictures })

export const { loadNewest, loadOlder, loadNewer, catchUp, openConversation: reopenGroupChat } = loaders

/** Opens the group chat. A range around a linked post is replaced with the newest posts. */
export function openGroupChat(groupId: Id): Promise<boolean> {
  loaders.beginOpening(groupId)
  return findConversation(groupId)?.hasNewer ? loadNewest(groupId) : loaders.openConversation(groupId)
}

/** Loads the posts around one post. Returns false if it does not exist. */
export const openAround = createOpenAround<GroupMessage, GroupPage>({
  ...loaders,
  find: findConversation,
  getAround: (groupId, around, limit) => requestMessages(groupId, { around, limit }),
})

const findMessage = (groupId: Id, messageId: Id): GroupMessage | undefined =>
  findConversation(groupId)?.messages.find(({ id }) => id === messageId)

/**
 * Loads all comments on a post; a response with the post contains only the newest ones. If a push changes the
 * post meanwhile, the response may be older than that change, so it is dropped and the comments are requested again.
 */
export async function loadComments(groupId: Id, messageId: Id): Promise<void> {
  const messageBefore = findMessage(groupId, messageId)
  const { comments, commentCount } = await getMessage(groupId, messageId)
  const known = findMessage(groupId, messageId)
  if (known === messageBefore) changeMessage(groupId, messageId, (message) => ({ ...message, comments, commentCount }))
  else if (known) await loadComments(groupId, messageId)
}

/** Loads all comments on a post if one of them is not loaded. Returns false if that comment does not exist. */
export async function requireComment(groupId: Id, messageId: Id, commentId: Id): Promise<boolean> {
  const isLoaded = () => findMessage(groupId, messageId)?.comments.some(({ id }) => id === commentId) ?? false
  if (!isLoaded()) await loadComments(groupId, messageId)
  return isLoaded()
}

/** Returns whether changes to a loaded conversation are known to be missing. */
export const isBehind = (groupId: Id): boolean => {
  const version = findConversation(groupId)?.version
  return version !== undefined && (useGroupChats.getState().latestVersions.get(groupId) ?? 0) > version
}

const gapTracker = createGapTracker({
  isBehind: (groupId, isVisible) => isVisible && isBehind(groupId),
  readVersions: (groupId) => String(findConversation(groupId)?.version),
  catchUp,
})

useGroupChats.subscribe(({ latestVersions, conversations }, previous) => {
  if (latestVersions === previous.latestVersions && conversations === previous.conversations) return
  for (const groupId of listVisibleGroupChats()) gapTracker.closeIfBehind(groupId)
})

/** Marks a group chat as visible, which includes its messages in gap detection. Returns a function that unmarks it. */
export function trackVisibleGroupChat(groupId: Id): () => void {
  const setVisible = (visibleIds: ReadonlySet<Id>) => useGroupChats.setState({ visibleIds })
  setVisible(new Set([...listVisibleGroupChats(), groupId]))
  const stopTracking = gapTracker.trackVisible(groupId)
  return () => {
    stopTracking()
    setVisible(new Set(listVisibleGroupChats().filter((id) => id !== groupId)))
  }
}

/**
 * Requests fresh URLs of all loaded pictures, including those in comments that are not part of the response with their
 * message.
 */
async function refreshPictures(groupId: Id): Promise<void> {
  await refreshMessagePictures(groupId)
  const messages = findConversation(groupId)?.messages ?? []
  const withMoreComments = messages.filter(({ comments }) => comments.length > COMMENTS_IN_LIST)
  await Promise.all(withMoreComments.map(({ id }) => loadComments(groupId, id)))
}

onBrokenUrls(() => {
  for (const groupId of listVisibleGroupChats()) void refreshPictures(groupId).catch(() => undefined)
})

let connectionCount = 0

/**
 * Resyncs the visible group chats after a new connection. Retries until that succeeds or the connection ends, since the
 * fallback timer pauses while connected.
 */
export async function resyncVisibleGroupChats(): Promise<void> {
  connectionCount += 1
  const connection = connectionCount
  const reopenVisible = () => Promise.all(listVisibleGroupChats().map((groupId) => reopenGroupChat(groupId)))
  for (let attempt = 1; !(await reopenVisible()).every(Boolean); attempt += 1) {
    await waitForRetry(attempt)
    if (connection !== connectionCount || !isConnected()) return
  }
}

/** Returns the largest id before another one. No id is smaller than 1. */
const idBefore = (id: Id): Id => String(BigInt(id) > 1n ? BigInt(id) - 1n : 1n)

/**
 * Requests the messages of a range again, page by page. The new range keeps the id, and has the lowest version
 * received.
 */
async function requestRange(groupId: Id, known: GroupConversation) {
  const firstMessage = known.messages[0]
  const last = known.messages.at(-1)
  if (!firstMessage || !last) return loaders.requestInitialRange(groupId)
  let response = await requestMessages(groupId, { after: idBefore(firstMessage.id), limit: PAGE_MAX })
  let { version } = response
  let messages = response.messages
  const isPastEnd = () => known.hasNewer && !isAfter(last.id, messages.at(-1)?.id ?? null)
  while (response.messages.length === PAGE_MAX && !isPastEnd()) {
    response = await requestMessages(groupId, { after: messages.at(-1)?.id ?? last.id, limit: PAGE_MAX })
    version = Math.min(version, response.version)
    messages = [...messages, ...response.messages]
  }
  const hasNewer = response.messages.length === PAGE_MAX
  return { response, conversation: { ...known, version, messages, hasNewer, deleted: new Map() } }
}

/** Loads the shown range again; a visible list stays where it is. Returns whether the server responded. */
function reloadRange(groupId: Id): Promise<boolean> {
  const known = findConversation(groupId)
  return known ? loaders.loadRange(groupId, () => requestRange(groupId, known)) : reopenGroupChat(groupId)
}

/**
 * Drops the loaded messages of a group, because the visibility of some of them has changed. If they are on screen,
 * reloads the same range instead, and retries until that succeeds or they leave the screen.
 */
export async function reloadGroupChat(groupId: Id): Promise<void> {
  const isVisible = () => useGroupChats.getState().visibleIds.has(groupId)
  if (!isVisible()) {
    loaders.beginOpening(groupId)
    removeConversation(groupId)
    return
  }
  const sessionId = getSession()?.sessionId
  const isCurrent = () => getSession()?.sessionId === sessionId && isVisible()
  for (let attempt = 1; isCurrent() && !(await reloadRange(groupId)); attempt += 1) await waitForRetry(attempt)
}

/** Reloads the visible group chats and drops the other loaded ones, after a block has begun or ended. */
export function reloadGroupChats(): void {
  for (const groupId of useGroupChats.getState().conversations.keys()) void reloadGroupChat(groupId)
}

/** Marks a group chat as read up to a post. */
export const markRead = createReadMarks({
  post: async (groupId, lastId) => {
    await postRead(groupId, lastId)
    if (!isConnected()) await loadGroup(groupId).catch(() => undefined)
  },
  lastRead: (groupId) => useGroups.getState().groups.get(groupId)?.myLastRead,
})
