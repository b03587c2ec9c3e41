import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT } from '@app/contract/limits'
import { failed, type Loadable, loaded, loading, mapData } from '../lib/http/loadable.ts'
import {
  appendPage,
  type Conversation,
  createNewestRange,
  createRangeAround,
  type Entry,
  type Page,
  prependPage,
  replaceCached,
  withChanges,
} from './conversation.ts'
import { isAfter } from './ids.ts'

/** The number of older messages shown above the first unread one. */
const CONTEXT_MESSAGES = 20
/** The read position if nothing has been read. Only the very first message of an installation can have this id. */
const BEFORE_ALL: Id = '1'

type Change<Message extends Entry> = (current: Loadable<Conversation<Message>>) => Loadable<Conversation<Message>>

/** The store and the requests of conversations of one kind. */
export type ConversationSource<Message extends Entry, PageResponse extends Page<Message>> = {
  getNewest: (id: Id, limit: number) => Promise<PageResponse>
  getBefore: (id: Id, before: Id, limit: number) => Promise<PageResponse>
  getAfter: (id: Id, after: Id, limit: number) => Promise<PageResponse>
  getChanges: (id: Id, since: number) => Promise<PageResponse>
  /** Returns whether an error means that the conversation does not exist, or no longer does. */
  isMissing: (error: unknown) => boolean
  find: (id: Id) => Conversation<Message> | null
  /** Returns functions that apply the response to a request, unless the member has logged out since this call. */
  beginRequest: () => {
    /** Changes the conversation, and applies the rest of the response. */
    apply: (id: Id, change: Change<Message>, response?: PageResponse) => void
    onMissing: (id: Id) => void
    /**
     * Called when the server's version is lower than the client's because the database was restored: the server's state
     * wins.
     */
    onServerRestored: (response: PageResponse) => void
  }
}

const identity = <Data>(data: Data): Data => data

const hasUnreadBefore = ({ newMessages, myLastRead, messages }: Page): boolean => {
  const firstMessage = messages[0]
  const incoming = messages.filter(({ mine, deleted }) => !mine && !deleted).length
  return firstMessage !== undefined && newMessages > incoming && isAfter(firstMessage.id, myLastRead)
}

export type Loaders<Message extends Entry, PageResponse extends Page<Message>> = ReturnType<
  typeof createLoaders<Message, PageResponse>
>

/** Creates the functions that load conversations and keep them up to date, for one kind of conversation. */
export function createLoaders<Message extends Entry, PageResponse extends Page<Message>>(
  source: ConversationSource<Message, PageResponse>,
) {
  type RangeChange = (known: Conversation<Message>) => Conversation<Message>
  type LoadedRange = { response: PageResponse; conversation: Conversation<Message> }
  type StartRequest = (id: Id) => Promise<LoadedRange>
  const { find, beginRequest, getNewest, getBefore, getAfter } = source

  /** Awaits a request. Calls `onMissing` and returns null if the conversation does not exist, or no longer does. */
  async function nullIfMissing<Result>(
    id: Id,
    onMissing: (id: Id) => void,
    request: Promise<Result>,
  ): Promise<Result | null> {
    try {
      return await request
    } catch (error) {
      if (!source.isMissing(error)) throw error
      onMissing(id)
      return null
    }
  }

  async function requestNewest(id: Id): Promise<LoadedRange> {
    const response = await getNewest(id, PAGE_DEFAULT)
    return { response, conversation: createNewestRange(response, PAGE_DEFAULT) }
  }

  /** Requests the newest messages, or the messages around the first unread one if that is further back. */
  async function requestInitialRange(id: Id): Promise<LoadedRange> {
    const newestPage = await requestNewest(id)
    const { response } = newestPage
    if (response.messages.length < PAGE_DEFAULT || !hasUnreadBefore(response)) return newestPage
    const unreadPage = await getAfter(id, response.myLastRead ?? BEFORE_ALL, PAGE_DEFAULT)
    const firstMessage = unreadPage.messages[0]
    if (!firstMessage) return newestPage
    const contextPage = await getBefore(id, firstMessage.id, CONTEXT_MESSAGES)
    const limits = { before: CONTEXT_MESSAGES, after: PAGE_DEFAULT }
    return { response: unreadPage, conversation: createRangeAround(contextPage, unreadPage, limits) }
  }

  type Load = { startRequest: StartRequest; responded: Promise<boolean> }
  /** The latest range load of each conversation, while it is in progress. */
  const loads = new Map<Id, Load>()
  /** The request of the latest range load of each conversation, if it has failed. */
  const failedRequests = new Map<Id, StartRequest>()
  /** Identifies the latest opening of each conversation by the member. */
  const openings = new Map<Id, symbol>()

  function dropLoads(id: Id): void {
    loads.delete(id)
    failedRequests.delete(id)
  }

  /**
   * Drops the responses of earlier range loads, since the member opens another range. Returns a function that returns
   * whether this opening is still the latest one.
   */
  function beginOpening(id: Id): () => boolean {
    dropLoads(id)
    const opening = Symbol()
    openings.set(id, opening)
    return () => openings.get(id) === opening
  }

  /**
   * Loads a range, and drops the responses of earlier range loads. Shows a failure only after `cached` has settled, so
   * that no error flashes before the cached messages.
   */
  function loadRange(id: Id, startRequest: StartRequest, cached?: Promise<unknown>): Promise<boolean> {
    const { apply, onMissing } = beginRequest()
    const isLatest = (): boolean => loads.get(id)?.responded === responded
    async function request(): Promise<boolean> {
      try {
        const range = await nullIfMissing(id, onMissing, startRequest(id))
        if (range && isLatest()) {
          const { response, conversation } = range
          apply(id, ({ data }) => loaded(cached ? replaceCached(data, conversation) : conversation), response)
        }
        return true
      } catch (error) {
        await cached
        if (isLatest()) {
          apply(id, (previous) => failed(previous, error))
          failedRequests.set(id, startRequest)
        }
        return false
      } finally {
        if (isLatest()) loads.delete(id)
      }
    }
    dropLoads(id)
    apply(id, loading)
    const responded = request()
    loads.set(id, { startRequest, responded })
    return responded
  }

  /** Replaces the visible range with the newest messages. */
  function loadNewest(id: Id): Promise<boolean> {
    beginOpening(id)
    return loadRange(id, requestNewest)
  }

  /** The conversations whose range is being extended. */
  const extending = new Set<Id>()

  async function extend(
    id: Id,
    startRequest: (known: Conversation<Message>) => Promise<RangeChange> | null,
  ): Promise<void> {
    const conversation = find(id)
    if (!conversation || extending.has(id)) return
    const request = startRequest(conversation)
    if (!request) return
    const { apply, onMissing } = beginRequest()
    extending.add(id)
    try {
      const change = await nullIfMissing(id, onMissing, request)
      if (!change) return
      // A page requested for another range may be older than this one.
      apply(id, (previous) =>
        mapData(previous, (current) => (current.rangeId === conversation.rangeId ? change(current) : current)),
      )
    } finally {
      extending.delete(id)
    }
  }

  const loadOlder = (id: Id): Promise<void> =>
    extend(id, ({ messages: [first], hasOlder }) =>
      first && hasOlder
        ? getBefore(id, first.id, PAGE_DEFAULT).then(
            (response) => (current) => prependPage(current, first.id, response, PAGE_DEFAULT),
          )
        : null,
    )

  const loadNewer = (id: Id): Promise<void> =>
    extend(id, ({ messages, hasNewer }) => {
      const last = messages.at(-1)
      return last && hasNewer
        ? getAfter(id, last.id, PAGE_DEFAULT).then(
            (response) => (current) => appendPage(current, last.id, response, PAGE_DEFAULT),
          )
        : null
    })

  /**
   * Requests the changes since the loaded version. If that version is too far back, loads the conversation again, and
   * returns false if that fails. Without loaded messages, applies only the state of the conversation.
   */
  async function catchUp(id: Id, startRequest = requestNewest): Promise<boolean> {
    const { apply, onMissing, onServerRestored } = beginRequest()
    const since = find(id)?.version
    if (since === undefined) {
      const newestPage = await nullIfMissing(id, onMissing, getNewest(id, 1))
      if (newestPage) apply(id, identity, newestPage)
      return true
    }
    const response = await nullIfMissing(id, onMissing, source.getChanges(id, since))
    if (!response) return true
    if (!response.tooOld) {
      apply(id, (previous) => mapData(previous, (current) => withChanges(current, since, response)), response)
      return true
    }
    if (response.version < since) onServerRestored(response)
    // The member may have opened another range meanwhile, which has replaced the outdated one.
    return loads.get(id)?.responded ?? loadRange(id, startRequest)
  }

  /**
   * Opens a conversation: catches up the loaded range, else loads the newest or first unread messages. Repeats a range
   * load that has failed, or that is in progress, since its connection may be lost. Returns whether the server
   * responded.
   */
  async function openConversation(id: Id, cached?: Promise<unknown>): Promise<boolean> {
    const startRequest = loads.get(id)?.startRequest ?? failedRequests.get(id)
    if (find(id) && !startRequest) return catchUp(id, requestInitialRange).catch(() => false)
    return loadRange(id, startRequest ?? requestInitialRange, cached)
  }

  return {
    openConversation,
    beginOpening,
    loadRange,
    requestInitialRange,
    loadNewest,
    loadOlder,
    loadNewer,
    catchUp: (id: Id): Promise<boolean> => catchUp(id),
  }
}
