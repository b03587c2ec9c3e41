import type { Id } from '@app/contract/base'
import type { GroupAnswer, GroupMessage } from '@app/contract/groups'
import { COMMENTS_IN_LIST, PAGE_DEFAULT } from '@app/contract/limits'
import { openMiddle, type Page } from '../conversation/conversation.ts'
import { gapsOf } from '../conversation/gaps.ts'
import { loadsOf } from '../conversation/loads.ts'
import { readMarks } from '../conversation/read-marks.ts'
import { isApiError } from '../lib/api-error.ts'
import { isConnected } from '../lib/link.ts'
import { type Loadable, mapData, notStarted } from '../lib/loadable.ts'
import { onBrokenAddresses } from '../lib/picture-addresses.ts'
import { retryPause } from '../lib/retry-delay.ts'
import { getSession } from '../lib/session.ts'
import { getMessage, getMessages, postRead } from './group-chat-api.ts'
import { picturesOfPosts } from './group-chat-pictures.ts'
import { findConversation, type GroupConversation, groupChatsOnShow, useGroupChats } from './group-chat-state.ts'
import { withGroup } from './state.ts'
import { loadGroup, useGroups } from './store.ts'

type GroupPage = GroupAnswer & Page<GroupMessage>

const ask = (...[groupId, which]: Parameters<typeof getMessages>): Promise<GroupPage> =>
  getMessages(groupId, which).then((answer) => {
    const { version, newMessages, myLastRead } = answer.group
    return { ...answer, version, newMessages, myLastRead }
  })

type Change = (now: Loadable<GroupConversation>) => Loadable<GroupConversation>

export const changeConversation = (groupId: Id, change: Change): void =>
  useGroupChats.setState(({ conversations }) => {
    const now = conversations.get(groupId) ?? notStarted
    const next = change(now)
    return next === now ? {} : { conversations: new Map(conversations).set(groupId, next) }
  })

/** Changes one message where it is loaded, ahead of the push that says the same. */
export const changeMessage = (groupId: Id, messageId: Id, how: (message: GroupMessage) => GroupMessage): void =>
  changeConversation(groupId, (before) =>
    mapData(before, (now) => ({
      ...now,
      messages: now.messages.map((message) => (message.id === messageId ? how(message) : message)),
    })),
  )

export const forgetConversation = (groupId: Id): void =>
  useGroupChats.setState(({ conversations }) => {
    const next = new Map(conversations)
    next.delete(groupId)
    return { conversations: next }
  })

export const hearOf = (groupId: Id, version: number): void =>
  useGroupChats.setState(({ heard }) =>
    version > (heard.get(groupId) ?? 0) ? { heard: new Map(heard).set(groupId, version) } : {},
  )

/** What an answer says of the group itself; what is known of it may be fresher. */
function takeGroup({ group }: GroupAnswer): void {
  hearOf(group.groupId, group.version)
  const known = useGroups.getState().groups.get(group.groupId)
  if (!known || group.version > known.version) useGroups.setState((state) => withGroup(state, group))
}

const loads = loadsOf<GroupMessage, GroupPage>({
  getNewest: (groupId, limit) => ask(groupId, { limit }),
  getBefore: (groupId, before, limit) => ask(groupId, { before, limit }),
  getAfter: (groupId, after, limit) => ask(groupId, { after, limit }),
  getChanges: (groupId, since) => ask(groupId, { since }),
  isGone: (error) =>
    isApiError(error, 'NOT_FOUND') || isApiError(error, 'FORBIDDEN') || isApiError(error, 'VALIDATION'),
  find: findConversation,
  pictures: picturesOfPosts,
  ask: () => {
    const login = getSession()?.sessionId
    const isOver = (): boolean => getSession()?.sessionId !== login
    return {
      apply: (groupId, change, answer) => {
        if (isOver()) return
        changeConversation(groupId, change)
        if (answer) takeGroup(answer)
      },
      gone: (groupId) => {
        if (isOver()) return
        forgetConversation(groupId)
        void loadGroup(groupId).catch(() => undefined)
      },
      restored: ({ group }) => {
        if (isOver()) return
        useGroupChats.setState(({ heard }) => ({ heard: new Map(heard).set(group.groupId, group.version) }))
      },
    }
  },
})

export const { loadNewest, loadOlder, loadNewer, catchUp } = loads

/** Where somebody was led to before, another opening begins at the end again. */
export const openGroupChat = (groupId: Id): Promise<boolean> =>
  findConversation(groupId)?.hasNewer ? loadNewest(groupId) : loads.openConversation(groupId)

/** The messages around one of them. False where it is not there. */
export async function openAround(groupId: Id, messageId: Id): Promise<boolean> {
  if (findConversation(groupId)?.messages.some(({ id }) => id === messageId)) return catchUp(groupId)
  const around = ask(groupId, { around: messageId, limit: PAGE_DEFAULT })
  const isThere = await around.then(
    () => true,
    (error: unknown) => !isApiError(error, 'NOT_FOUND') && !isApiError(error, 'VALIDATION'),
  )
  if (!isThere) {
    await openGroupChat(groupId)
    return false
  }
  await loads.loadStretch(groupId, async () => {
    const answer = await around
    return { answer, conversation: openMiddle(answer) }
  })
  return true
}

/** All comments on a message, of which the newest came along with it. */
export async function loadComments(groupId: Id, messageId: Id): Promise<void> {
  const { comments, commentCount } = await getMessage(groupId, messageId)
  changeMessage(groupId, messageId, (message) => ({ ...message, comments, commentCount }))
}

export const isBehind = (groupId: Id): boolean => {
  const version = findConversation(groupId)?.version
  return version !== undefined && (useGroupChats.getState().heard.get(groupId) ?? 0) > version
}

const gaps = gapsOf({
  isBehind: (groupId, onShow) => onShow && isBehind(groupId),
  versions: (groupId) => String(findConversation(groupId)?.version),
  catchUp,
})

useGroupChats.subscribe(({ heard, conversations }, before) => {
  if (heard === before.heard && conversations === before.conversations) return
  for (const groupId of groupChatsOnShow()) gaps.closeIfBehind(groupId)
})

/** The messages of a group are on show, so they must not lag behind. */
export function showGroupChat(groupId: Id): () => void {
  const setShown = (onShow: ReadonlySet<Id>) => useGroupChats.setState({ onShow })
  setShown(new Set([...groupChatsOnShow(), groupId]))
  const hide = gaps.show(groupId)
  return () => {
    hide()
    setShown(new Set(groupChatsOnShow().filter((id) => id !== groupId)))
  }
}

/** Fresh addresses of all pictures, of those comments too that do not come along with their message. */
async function freshen(groupId: Id): Promise<void> {
  await loads.freshen(groupId)
  const messages = findConversation(groupId)?.messages ?? []
  const long = messages.filter(({ comments }) => comments.length > COMMENTS_IN_LIST)
  await Promise.all(long.map(({ id }) => loadComments(groupId, id)))
}

onBrokenAddresses(() => {
  for (const groupId of groupChatsOnShow()) void freshen(groupId).catch(() => undefined)
})

/** After a new link: while it stands no timer asks, so what does not come is asked for until it does. */
export async function resyncGroupChat(groupId: Id): Promise<void> {
  for (let tries = 1; !(await loads.openConversation(groupId)); tries += 1) {
    await retryPause(tries)
    if (!isConnected()) return
  }
}

export const { mark: markRead, forget: forgetReadMarks } = readMarks({
  post: async (groupId, lastId) => {
    await postRead(groupId, lastId)
    if (!isConnected()) await loadGroup(groupId).catch(() => undefined)
  },
  lastRead: (groupId) => useGroups.getState().groups.get(groupId)?.myLastRead,
})
