import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import { failed, type Loadable, loaded, loading, mapData } from '../lib/http/loadable.ts'
import {
  type Conversation,
  type Entry,
  joinNewer,
  joinOlder,
  openAround,
  openNewest,
  type Page,
  type Pictures,
  replaceCached,
  withChanges,
  withRefreshedPictures,
} from './conversation.ts'
import { idAfter, isAfter } from './ids.ts'

/** The number of older messages shown above the first unread one. */
const CONTEXT = 20
/** The starting point if nothing has been read: before every message except the very first of an installation. */
const BEFORE_ALL: Id = '1'

type Change<Message extends Entry> = (now: Loadable<Conversation<Message>>) => Loadable<Conversation<Message>>

/** The store and the calls of conversations of one kind. */
export type ConversationSource<Message extends Entry, Answer extends Page<Message>> = {
  getNewest: (id: Id, limit: number) => Promise<Answer>
  getBefore: (id: Id, before: Id, limit: number) => Promise<Answer>
  getAfter: (id: Id, after: Id, limit: number) => Promise<Answer>
  getChanges: (id: Id, since: number) => Promise<Answer>
  /** Returns whether an error means that the conversation does not exist, or no longer does. */
  isMissing: (error: unknown) => boolean
  find: (id: Id) => Conversation<Message> | null
  pictures: Pictures<Message>
  /** Starts a request. The returned functions apply its response, unless the member has logged out in between. */
  beginRequest: () => {
    /** Changes the conversation, and applies the rest of the response. */
    apply: (id: Id, change: Change<Message>, answer?: Answer) => void
    onMissing: (id: Id) => void
    /**
     * Called when the server's version is lower than ours because the database was restored: the server's state wins.
     */
    onServerRestored: (answer: Answer) => void
  }
}

const identity = <Data>(now: Data): Data => now

const hasUnreadBefore = ({ newMessages, myLastRead, messages }: Page): boolean => {
  const first = messages[0]
  const incoming = messages.filter(({ mine, deleted }) => !mine && !deleted).length
  return first !== undefined && newMessages > incoming && isAfter(first.id, myLastRead)
}

/** Creates the functions that load conversations and keep them up to date, for one kind of conversation. */
export function createLoaders<Message extends Entry, Answer extends Page<Message>>(
  source: ConversationSource<Message, Answer>,
) {
  type LoadedRange = { answer: Answer; conversation: Conversation<Message> }
  type StartRequest = (id: Id) => Promise<LoadedRange>
  const { find, pictures, beginRequest, getNewest, getBefore, getAfter } = source

  /** Returns null and removes the conversation if it does not exist, or no longer does. */
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
    const answer = await getNewest(id, PAGE_DEFAULT)
    return { answer, conversation: openNewest(answer, PAGE_DEFAULT) }
  }

  /** Requests the newest messages, or those around the first unread one if that is further back. */
  async function requestInitialRange(id: Id): Promise<LoadedRange> {
    const newest = await requestNewest(id)
    const { answer } = newest
    if (answer.messages.length < PAGE_DEFAULT || !hasUnreadBefore(answer)) return newest
    const after = await getAfter(id, answer.myLastRead ?? BEFORE_ALL, PAGE_DEFAULT)
    const first = after.messages[0]
    if (!first) return newest
    const before = await getBefore(id, first.id, CONTEXT)
    return { answer: after, conversation: openAround(before, after, { before: CONTEXT, after: PAGE_DEFAULT }) }
  }

  type Load = { startRequest: StartRequest; answered: Promise<boolean> }
  /** The latest range load in progress of each conversation, and the latest one if it has failed. */
  const loads = new Map<Id, Load>()
  const failedRequests = new Map<Id, StartRequest>()
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
    const isLatest = (): boolean => loads.get(id)?.answered === answered
    async function request(): Promise<boolean> {
      try {
        const found = await nullIfMissing(id, onMissing, startRequest(id))
        if (found && isLatest()) {
          const { answer, conversation } = found
          apply(id, ({ data }) => loaded(cached ? replaceCached(data, conversation) : conversation), answer)
        }
        return true
      } catch (error) {
        await cached
        if (isLatest()) {
          apply(id, (before) => failed(before, error))
          failedRequests.set(id, startRequest)
        }
        return false
      } finally {
        if (isLatest()) loads.delete(id)
      }
    }
    dropLoads(id)
    apply(id, loading)
    const answered = request()
    loads.set(id, { startRequest, answered })
    return answered
  }

  /** Replaces the visible range with the newest messages. */
  function loadNewest(id: Id): Promise<boolean> {
    beginOpening(id)
    return loadRange(id, requestNewest)
  }

  const extending = new Set<Id>()

  async function extend(
    id: Id,
    startRequest: (now: Conversation<Message>) => Promise<(now: Conversation<Message>) => Conversation<Message>> | null,
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
      apply(id, (before) => mapData(before, (now) => (now.rangeId === conversation.rangeId ? change(now) : now)))
    } finally {
      extending.delete(id)
    }
  }

  const loadOlder = (id: Id): Promise<void> =>
    extend(id, ({ messages: [first], hasOlder }) =>
      first && hasOlder
        ? getBefore(id, first.id, PAGE_DEFAULT).then(
            (answer) => (now) => joinOlder(now, first.id, answer, PAGE_DEFAULT),
          )
        : null,
    )

  const loadNewer = (id: Id): Promise<void> =>
    extend(id, ({ messages, hasNewer }) => {
      const last = messages.at(-1)
      return last && hasNewer
        ? getAfter(id, last.id, PAGE_DEFAULT).then((answer) => (now) => joinNewer(now, last.id, answer, PAGE_DEFAULT))
        : null
    })

  /**
   * Requests the changes since the loaded version. If that version is too far back, loads the conversation again, and
   * returns false if that fails.
   */
  async function catchUp(id: Id, startRequest = requestNewest): Promise<boolean> {
    const { apply, onMissing, onServerRestored } = beginRequest()
    const since = find(id)?.version
    if (since === undefined) {
      const newest = await nullIfMissing(id, onMissing, getNewest(id, 1))
      if (newest) apply(id, identity, newest)
      return true
    }
    const answer = await nullIfMissing(id, onMissing, source.getChanges(id, since))
    if (!answer) return true
    if (!answer.tooOld) {
      apply(id, (before) => mapData(before, (now) => withChanges(now, since, answer)), answer)
      return true
    }
    if (answer.version < since) onServerRestored(answer)
    // A range that the member has opened meanwhile replaces the outdated one.
    return loads.get(id)?.answered ?? loadRange(id, startRequest)
  }

  /**
   * Opens a conversation: catches up the loaded range, else loads the newest or first unread messages. Repeats a range
   * load that is in progress, since its connection may be lost, or that has failed. Returns whether the server answered.
   */
  async function openConversation(id: Id, cached?: Promise<unknown>): Promise<boolean> {
    const startRequest = loads.get(id)?.startRequest ?? failedRequests.get(id)
    if (find(id) && !startRequest) return catchUp(id, requestInitialRange).catch(() => false)
    return loadRange(id, startRequest ?? requestInitialRange, cached)
  }

  /** Requests fresh picture URLs for the messages before `end`, page by page from the newest. */
  async function refreshPictures(id: Id, end?: Id): Promise<void> {
    const photoMessages = find(id)?.messages.filter(pictures.has) ?? []
    const last = photoMessages.findLast((message) => !end || isAfter(end, message.id))
    if (!last) return
    const { apply, onMissing } = beginRequest()
    const answer = await nullIfMissing(id, onMissing, getBefore(id, idAfter(last.id), PAGE_MAX))
    const first = answer?.messages[0]
    if (!answer || !first) return
    apply(id, (before) => mapData(before, (now) => withRefreshedPictures(now, answer, pictures)))
    await refreshPictures(id, first.id)
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
    freshen: refreshPictures,
  }
}
