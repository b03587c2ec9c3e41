import type { Id } from '@app/contract/base'
import type { ChatMessage, ChatResponse, ChatSummary } from '@app/contract/chats'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import type { Page } from '../conversation/conversation.ts'
import { type ConversationSource, createLoaders } from '../conversation/loads.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { failed, type Loadable, loading } from '../lib/http/loadable.ts'
import { createPageLoads } from '../lib/http/page-loads.ts'
import { countUnreadMessages } from './acceptance.ts'
import { getAfter, getBefore, getChanges, getCount, getList, getNewest } from './api.ts'
import { withConversation, withFetchedCount, withFetchedSummary, withList, withoutChat, withRestored } from './apply.ts'
import { showCached } from './offline/cached.ts'
import { chatsIn, compareChats, findConversation, type ListName, type ListState } from './state.ts'
import { beginRequest, useChats } from './store.ts'

const getState = () => useChats.getState()

async function loadPage(list: ListName, limit: number, after?: ChatSummary): Promise<ChatSummary | null> {
  const { asOf, apply } = beginRequest()
  const chats = await getList(list, limit, after?.chatId)
  apply((state) => withList(state, list, { chats, asOf, limit, after }))
  return chats.length < limit ? null : (chats.at(-1) ?? null)
}

/** Loads a list from its top, at least as far as it was loaded before. Returns whether that succeeded. */
export async function loadList(list: ListName): Promise<boolean> {
  const countKnownChats = () => chatsIn(getState().known, list).length
  const { apply } = beginRequest()
  const setStatus = (change: (previous: Loadable<ListState>) => Loadable<ListState>) =>
    apply((state) => ({ ...state, lists: { ...state.lists, [list]: change(state.lists[list]) } }))
  setStatus(loading)
  try {
    const limit = countKnownChats() > PAGE_DEFAULT ? PAGE_MAX : PAGE_DEFAULT
    let last = await loadPage(list, limit)
    // Counted again after each page, since the cached list may have been shown in between.
    for (let loadedCount = limit; last && loadedCount < countKnownChats(); loadedCount += limit)
      last = await loadPage(list, limit, last)
    return true
  } catch (error) {
    setStatus((previous) => failed(previous, error))
    return false
  }
}

const pageLoads = createPageLoads()

/** Loads the page after the last loaded one. */
export async function loadMore(list: ListName): Promise<void> {
  const { known, lists } = getState()
  const end = lists[list].data?.end
  if (!end) return
  const after = chatsIn(known, list).findLast((chat) => compareChats(chat, end) <= 0)
  await pageLoads.run(list, async () => void (await loadPage(list, PAGE_DEFAULT, after)))
}

export async function loadCount(): Promise<void> {
  const { asOf, apply } = beginRequest()
  const count = await getCount()
  apply((state) => withFetchedCount(state, count, asOf))
}

export type ChatPage = ChatResponse & Page<ChatMessage>

/** Converts a response of the chat routes to a page of the conversation layer. */
export const pageOf = (response: ChatResponse): ChatPage => {
  const { version, myLastRead } = response.chat
  return { ...response, version, newMessages: countUnreadMessages(response.chat), myLastRead }
}

/** The store and the requests of chats, for the conversation layer. */
export const source: ConversationSource<ChatMessage, ChatPage> = {
  getNewest: (chatId, limit) => getNewest(chatId, limit).then(pageOf),
  getBefore: (chatId, before, limit) => getBefore(chatId, before, limit).then(pageOf),
  getAfter: (chatId, after, limit) => getAfter(chatId, after, limit).then(pageOf),
  getChanges: (chatId, since) => getChanges(chatId, since).then(pageOf),
  // An invalid id in the URL counts as a missing chat.
  isMissing: (error) => isApiError(error, 'NOT_FOUND') || isApiError(error, 'VALIDATION'),
  find: (chatId) => findConversation(getState(), chatId),
  beginRequest: () => {
    const { asOf, apply } = beginRequest()
    return {
      apply: (chatId, change, response) =>
        apply((state) => {
          const next = withConversation(state, chatId, change)
          return response ? withFetchedSummary(next, response.chat, asOf) : next
        }),
      onMissing: (chatId) => apply((state) => withoutChat(state, chatId)),
      onServerRestored: ({ chat }) => apply((state) => withRestored(state, chat)),
    }
  },
}

export const loaders = createLoaders(source)

export const { loadNewest, loadOlder, loadNewer, catchUp } = loaders

/**
 * Shows the loaded messages of a chat, or its cached copy until the server responds. Returns whether the server
 * responded.
 */
export const openConversation = (chatId: Id): Promise<boolean> =>
  loaders.openConversation(chatId, findConversation(getState(), chatId) ? undefined : showCached(chatId))

/**
 * The lists that `loadAll` loads. On the chats page they include the sent invites from the start, because waiting for
 * the code of the page would load these later than the chats.
 */
let activeLists: readonly ListName[] = location.pathname === '/chats' ? ['chats', 'sent'] : ['chats']

/** Loads further lists, and includes them in `loadAll` from now on, since only some pages show them. */
function includeLists(...names: ListName[]): void {
  const { lists } = getState()
  activeLists = [...new Set([...activeLists, ...names])]
  // The first load of all lists includes these, too.
  if (lists.chats.state === 'notStarted') return
  for (const list of names) if (lists[list].state === 'notStarted') void loadList(list)
}

export const loadInviteLists = (): void => includeLists('invites', 'sent')
export const loadSentInvites = (): void => includeLists('sent')

/** Loads the next page of the member's pending invites if the list of chats is loaded further back than they are. */
export function loadPendingInvites(): void {
  const { chats, sent } = getState().lists
  const { hasMore, end } = chats.data ?? {}
  if (!chats.data || !sent.data?.hasMore || !sent.data.end) return
  if (!hasMore || !end || compareChats(sent.data.end, end) < 0) void loadMore('sent').catch(() => undefined)
}

const isFulfilled = (request: Promise<void>): Promise<boolean> =>
  request.then(
    () => true,
    () => false,
  )

/** Loads the lists in use and the counts. Returns whether all of them succeeded. */
export async function loadAll(): Promise<boolean> {
  const results = await Promise.all([...activeLists.map(loadList), isFulfilled(loadCount())])
  return results.every(Boolean)
}
