import type { Id } from '@app/contract/base'
import type { ChatAnswer, ChatSummary } from '@app/contract/chats'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import { isAfter } from '../conversation/ids.ts'
import { isApiError } from '../lib/api-error.ts'
import { failed, type Loadable, loading, notStarted } from '../lib/loadable.ts'
import { getAfter, getBefore, getChanges, getCount, getList, getNewest } from './api.ts'
import {
  withAnswered,
  withAnsweredCount,
  withCaughtUp,
  withList,
  withoutChat,
  withPage,
  withRestored,
  withStretch,
} from './apply.ts'
import { type Conversation, joinNewer, joinOlder, openAround, openNewest, withFresh } from './conversation.ts'
import { chatsIn, findConversation, type ListName, type ListState } from './state.ts'
import { ask, useChats } from './store.ts'

/** What is shown of the older messages above the first unread one. */
const CONTEXT = 20
/** Where nothing has been read: before every message but the very first of an installation. */
const BEFORE_ALL: Id = '1'

type Apply = ReturnType<typeof ask>['apply']

const now = () => useChats.getState()

async function loadPage(list: ListName, limit: number, after?: ChatSummary): Promise<ChatSummary | null> {
  const { asOf, apply } = ask()
  const chats = await getList(list, limit, after?.chatId)
  apply((state) => withList(state, list, { chats, asOf, limit, after }))
  return chats.length < limit ? null : (chats.at(-1) ?? null)
}

/** Loads a list from its top as far as it has been loaded before. Answers whether it came. */
export async function loadList(list: ListName): Promise<boolean> {
  const wanted = chatsIn(now().known, list).length
  const { apply } = ask()
  const setStatus = (change: (before: Loadable<ListState>) => Loadable<ListState>) =>
    apply((state) => ({ ...state, lists: { ...state.lists, [list]: change(state.lists[list]) } }))
  setStatus(loading)
  try {
    const limit = wanted > PAGE_DEFAULT ? PAGE_MAX : PAGE_DEFAULT
    let last = await loadPage(list, limit)
    for (let have = limit; last && have < wanted; have += limit) last = await loadPage(list, limit, last)
    return true
  } catch (error) {
    setStatus((before) => failed(before, error))
    return false
  }
}

const loadingMore = new Set<ListName>()

/** The page after the last chat that is known. */
export async function loadMore(list: ListName): Promise<void> {
  const after = chatsIn(now().known, list).at(-1)
  if (!after || loadingMore.has(list)) return
  loadingMore.add(list)
  await loadPage(list, PAGE_DEFAULT, after).finally(() => loadingMore.delete(list))
}

export async function loadCount(): Promise<void> {
  const { asOf, apply } = ask()
  const count = await getCount()
  apply((state) => withAnsweredCount(state, count, asOf))
}

/** A chat that is not there, or no longer, goes out of everything; an address that names none leads to none. */
async function orGone<Answer>(chatId: Id, apply: Apply, asking: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asking
  } catch (error) {
    if (!isApiError(error, 'NOT_FOUND') && !isApiError(error, 'VALIDATION')) throw error
    apply((state) => withoutChat(state, chatId))
    return null
  }
}

const isUnreadBefore = ({ chat, messages }: ChatAnswer): boolean => {
  const first = messages[0]
  const incoming = messages.filter(({ mine, deleted }) => !mine && !deleted).length
  return first !== undefined && chat.newMessages > incoming && isAfter(first.id, chat.myLastRead)
}

/** The newest messages, or those around the first unread one where that lies further back. */
async function askForStretch(chatId: Id): Promise<{ answer: ChatAnswer; conversation: Conversation }> {
  const answer = await getNewest(chatId, PAGE_DEFAULT)
  const newest = { answer, conversation: openNewest(answer, PAGE_DEFAULT) }
  if (answer.messages.length < PAGE_DEFAULT || !isUnreadBefore(answer)) return newest
  const after = await getAfter(chatId, answer.chat.myLastRead ?? BEFORE_ALL, PAGE_DEFAULT)
  const first = after.messages[0]
  if (!first) return newest
  const before = await getBefore(chatId, first.id, CONTEXT)
  return { answer: after, conversation: openAround(before, after, { before: CONTEXT, after: PAGE_DEFAULT }) }
}

async function loadStretch(chatId: Id, askFor: typeof askForStretch): Promise<boolean> {
  const { asOf, apply } = ask()
  const setStatus = (change: (before: Loadable<Conversation>) => Loadable<Conversation>) =>
    apply((state) => ({
      ...state,
      conversations: new Map(state.conversations).set(chatId, change(state.conversations.get(chatId) ?? notStarted)),
    }))
  setStatus(loading)
  try {
    const found = await orGone(chatId, apply, askFor(chatId))
    if (!found) return true
    const { answer, conversation } = found
    apply((state) => withAnswered(withStretch(state, chatId, conversation), answer.chat, asOf))
    return true
  } catch (error) {
    setStatus((before) => failed(before, error))
    return false
  }
}

/**
 * What a chat shows when it is opened: what is there already, brought up to date, else its newest or first unread messages.
 * Answers whether that came.
 */
export const openConversation = (chatId: Id): Promise<boolean> =>
  findConversation(now(), chatId) ? catchUp(chatId).catch(() => false) : loadStretch(chatId, askForStretch)

/** Leaves the stretch that is on show for the newest messages. */
export const loadNewest = (chatId: Id): Promise<boolean> =>
  loadStretch(chatId, async (id) => {
    const answer = await getNewest(id, PAGE_DEFAULT)
    return { answer, conversation: openNewest(answer, PAGE_DEFAULT) }
  })

const growing = new Set<Id>()

async function grow(
  chatId: Id,
  askFor: (conversation: Conversation) => Promise<(conversation: Conversation) => Conversation> | null,
): Promise<void> {
  const conversation = findConversation(now(), chatId)
  if (!conversation || growing.has(chatId)) return
  const asking = askFor(conversation)
  if (!asking) return
  const { apply } = ask()
  growing.add(chatId)
  try {
    const change = await orGone(chatId, apply, asking)
    if (!change) return
    // A page that was asked for another stretch may be older than this one.
    const joined = (now: Conversation) => (now.stretch === conversation.stretch ? change(now) : now)
    apply((state) => withPage(state, chatId, joined))
  } finally {
    growing.delete(chatId)
  }
}

export const loadOlder = (chatId: Id): Promise<void> =>
  grow(chatId, ({ messages: [first], hasOlder }) =>
    first && hasOlder
      ? getBefore(chatId, first.id, PAGE_DEFAULT).then(
          (answer) => (conversation) => joinOlder(conversation, first.id, answer, PAGE_DEFAULT),
        )
      : null,
  )

export const loadNewer = (chatId: Id): Promise<void> =>
  grow(chatId, ({ messages, hasNewer }) => {
    const last = messages.at(-1)
    return last && hasNewer
      ? getAfter(chatId, last.id, PAGE_DEFAULT).then(
          (answer) => (conversation) => joinNewer(conversation, last.id, answer, PAGE_DEFAULT),
        )
      : null
  })

/** Asks what changed in a chat since what is known of it. False when all of it has to be loaded anew and does not come. */
export async function catchUp(chatId: Id): Promise<boolean> {
  const { asOf, apply } = ask()
  const conversation = findConversation(now(), chatId)
  if (!conversation) {
    const newest = await orGone(chatId, apply, getNewest(chatId, 1))
    if (newest) apply((state) => withAnswered(state, newest.chat, asOf))
    return true
  }
  const since = conversation.version
  const answer = await orGone(chatId, apply, getChanges(chatId, since))
  if (!answer) return true
  if (!answer.tooOld) {
    apply((state) => withCaughtUp(state, since, answer, asOf))
    return true
  }
  if (answer.chat.version < since) apply((state) => withRestored(state, answer.chat))
  return loadNewest(chatId)
}

/** Addresses of photos have ended: asks anew for those of the lists and of what is on show. */
export async function freshenAddresses(onShow: readonly Id[]): Promise<void> {
  const freshen = async (chatId: Id): Promise<void> => {
    const { apply } = ask()
    const answer = await orGone(chatId, apply, getNewest(chatId, PAGE_MAX))
    if (answer) apply((state) => withPage(state, chatId, (now) => withFresh(now, answer)))
  }
  await Promise.all([loadAll(), ...onShow.map(freshen)]).catch(() => undefined)
}

const LISTS = ['chats', 'invites', 'sent'] as const satisfies ListName[]

const cameOf = (asking: Promise<void>): Promise<boolean> =>
  asking.then(
    () => true,
    () => false,
  )

/** Everything that a member sees first. Answers whether all of it came. */
export async function loadAll(): Promise<boolean> {
  const came = await Promise.all([...LISTS.map(loadList), cameOf(loadCount())])
  return came.every(Boolean)
}
