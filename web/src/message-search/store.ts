import type { Instant } from '@app/contract/base'
import { MESSAGE_HITS_MAX } from '@app/contract/limits'
import {
  type FoundMessages,
  findSearchWordsProblem,
  type MessageCursor,
  type MessageHit,
} from '@app/contract/message-search'
import { create } from 'zustand'
import { isCanceled } from '../lib/http/api-error.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { useSessionState } from '../lib/http/session.ts'
import { postSearch } from './api.ts'

export type Found = {
  hits: readonly MessageHit[]
  /** Continues the search; null if all messages have been searched. */
  cursor: MessageCursor | null
  searchedTo: Instant | null
}

/**
 * The search on this page, which stays when the member opens a hit. `find` is its scope, as in the URL.
 */
type State = { find: string; words: string; found: Loadable<Found> }

const EMPTY: State = { find: 'all', words: '', found: notStarted }

export const useMessageSearch = create<State>(() => EMPTY)

let running = new AbortController()

/** Aborts the request in flight. Returns a signal for the next one. */
function restart(): AbortSignal {
  running.abort()
  running = new AbortController()
  return running.signal
}

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  restart()
  useMessageSearch.setState(EMPTY)
})

export const isSearchable = (words: string): boolean => findSearchWordsProblem(words) === null

/** Identifies a hit, because messages in chats and groups have separate ids. */
export const keyOfHit = ({ chat, messageId }: MessageHit): string => `${chat ? 'chat' : 'group'}-${messageId}`

const scopeOf = (find: string) => {
  const id = find.slice(1)
  if (!/^\d+$/.test(id)) return {}
  return find.startsWith('g') ? { groupId: id } : { chatId: id }
}

/** Requests a page of hits of the current search. */
function requestPage(cursor: MessageCursor | null, signal: AbortSignal): Promise<FoundMessages> {
  const { find, words } = useMessageSearch.getState()
  return postSearch({ words, ...scopeOf(find), ...(cursor && { cursor }) }, signal)
}

async function load(cursor: MessageCursor | null): Promise<void> {
  const signal = restart()
  const apply = (change: (found: State['found']) => State['found']) =>
    useMessageSearch.setState(({ found }) => ({ found: change(found) }))
  apply(loading)
  try {
    const next = await requestPage(cursor, signal)
    if (signal.aborted) return
    apply(({ data }) => {
      const hits = new Map([...(data?.hits ?? []), ...next.hits].map((hit) => [keyOfHit(hit), hit]))
      return loaded({ ...next, hits: [...hits.values()], searchedTo: next.searchedTo ?? data?.searchedTo ?? null })
    })
  } catch (error) {
    if (!signal.aborted && !isCanceled(error)) apply((previous) => failed(previous, error))
  }
}

/**
 * Starts a search for other words or in another scope. Words that cannot be searched for only clear the hits. The first
 * request covers only the newest messages, so unless it finds enough, a second one follows.
 */
export async function search(find: string, words: string): Promise<void> {
  restart()
  useMessageSearch.setState({ find, words, found: notStarted })
  if (!isSearchable(words)) return
  await load(null)
  const current = useMessageSearch.getState()
  const { data, state } = current.found
  const isCurrent = current.find === find && current.words === words && state === 'loaded'
  if (isCurrent && data?.cursor && data.hits.length < MESSAGE_HITS_MAX) await load(data.cursor)
}

/** Continues the search with older messages, or starts over if no request has succeeded. */
export async function searchFurther(): Promise<void> {
  await load(useMessageSearch.getState().found.data?.cursor ?? null)
}

/**
 * Loads the hits again, as far back as the search has gone, for new URLs of their photos. The list stays as it is: hits
 * that are no longer found remain, and new ones wait for the next search.
 */
export async function refreshHits(): Promise<void> {
  const { data } = useMessageSearch.getState().found
  if (!data) return
  const { searchedTo } = data
  const { signal } = running
  let cursor: MessageCursor | null = null
  do {
    // Without a response, the photos stay missing until the next search.
    const page: FoundMessages | null = await requestPage(cursor, signal).catch(() => null)
    if (!page || signal.aborted) return
    const fresh = new Map(page.hits.map((hit) => [keyOfHit(hit), hit]))
    useMessageSearch.setState((state) => ({
      found: mapData(state.found, (data) => ({
        ...data,
        hits: data.hits.map((hit) => fresh.get(keyOfHit(hit)) ?? hit),
      })),
    }))
    const isDone: boolean = searchedTo !== null && page.searchedTo !== null && page.searchedTo <= searchedTo
    cursor = isDone ? null : page.cursor
  } while (cursor)
}

/** Removes the hits in the chat with a member, and the member's messages in groups. */
export const removeFoundMessages = (userName: string): void =>
  useMessageSearch.setState(({ found }) => ({
    found: mapData(found, (data) => ({
      ...data,
      hits: data.hits.filter(({ chat, senderName }) => chat?.partnerName !== userName && senderName !== userName),
    })),
  }))
