import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import { failed, type Loadable, loaded, loading, mapData } from '../lib/loadable.ts'
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
  withFresh,
} from './conversation.ts'
import { idAfter, isAfter } from './ids.ts'

/** What is shown of the older messages above the first unread one. */
const CONTEXT = 20
/** Where nothing has been read: before every message but the very first of an installation. */
const BEFORE_ALL: Id = '1'

type Change<Message extends Entry> = (now: Loadable<Conversation<Message>>) => Loadable<Conversation<Message>>

/** Where conversations of one kind are kept, and how the server is asked for them. */
export type Source<Message extends Entry, Answer extends Page<Message>> = {
  getNewest: (id: Id, limit: number) => Promise<Answer>
  getBefore: (id: Id, before: Id, limit: number) => Promise<Answer>
  getAfter: (id: Id, after: Id, limit: number) => Promise<Answer>
  getChanges: (id: Id, since: number) => Promise<Answer>
  /** Whether an error says that the conversation is not there, or no longer. */
  isGone: (error: unknown) => boolean
  find: (id: Id) => Conversation<Message> | null
  pictures: Pictures<Message>
  /** Begins a question. What it returns takes the answer in, unless the member has left meanwhile. */
  ask: () => {
    /** Changes the conversation, and takes in what the answer says of it besides. */
    apply: (id: Id, change: Change<Message>, answer?: Answer) => void
    gone: (id: Id) => void
    /** The server's memory ends before ours: a restored database. What it says stands. */
    restored: (answer: Answer) => void
  }
}

const same = <Data>(now: Data): Data => now

const isUnreadBefore = ({ newMessages, myLastRead, messages }: Page): boolean => {
  const first = messages[0]
  const incoming = messages.filter(({ mine, deleted }) => !mine && !deleted).length
  return first !== undefined && newMessages > incoming && isAfter(first.id, myLastRead)
}

/** The calls that fill conversations and keep them up to date, the same for every kind. */
export function loadsOf<Message extends Entry, Answer extends Page<Message>>(source: Source<Message, Answer>) {
  type Stretch = { answer: Answer; conversation: Conversation<Message> }
  const { find, pictures, ask, getNewest, getBefore, getAfter } = source

  /** A conversation that is not there, or no longer, goes out of everything. */
  async function orGone<Result>(id: Id, gone: (id: Id) => void, asking: Promise<Result>): Promise<Result | null> {
    try {
      return await asking
    } catch (error) {
      if (!source.isGone(error)) throw error
      gone(id)
      return null
    }
  }

  async function askForNewest(id: Id): Promise<Stretch> {
    const answer = await getNewest(id, PAGE_DEFAULT)
    return { answer, conversation: openNewest(answer, PAGE_DEFAULT) }
  }

  /** The newest messages, or those around the first unread one where that lies further back. */
  async function askForStretch(id: Id): Promise<Stretch> {
    const newest = await askForNewest(id)
    const { answer } = newest
    if (answer.messages.length < PAGE_DEFAULT || !isUnreadBefore(answer)) return newest
    const after = await getAfter(id, answer.myLastRead ?? BEFORE_ALL, PAGE_DEFAULT)
    const first = after.messages[0]
    if (!first) return newest
    const before = await getBefore(id, first.id, CONTEXT)
    return { answer: after, conversation: openAround(before, after, { before: CONTEXT, after: PAGE_DEFAULT }) }
  }

  /** Loads a stretch. Shows a failure only after `cached` has settled, so that it does not flash ahead of the cached messages. */
  async function loadStretch(
    id: Id,
    askFor: (id: Id) => Promise<Stretch>,
    cached?: Promise<unknown>,
  ): Promise<boolean> {
    const { apply, gone } = ask()
    apply(id, loading)
    try {
      const found = await orGone(id, gone, askFor(id))
      if (found) {
        const { answer, conversation } = found
        apply(id, ({ data }) => loaded(cached ? replaceCached(data, conversation) : conversation), answer)
      }
      return true
    } catch (error) {
      await cached
      apply(id, (before) => failed(before, error))
      return false
    }
  }

  /** Leaves the stretch that is on show for the newest messages. */
  const loadNewest = (id: Id): Promise<boolean> => loadStretch(id, askForNewest)

  const growing = new Set<Id>()

  async function grow(
    id: Id,
    askFor: (now: Conversation<Message>) => Promise<(now: Conversation<Message>) => Conversation<Message>> | null,
  ): Promise<void> {
    const conversation = find(id)
    if (!conversation || growing.has(id)) return
    const asking = askFor(conversation)
    if (!asking) return
    const { apply, gone } = ask()
    growing.add(id)
    try {
      const change = await orGone(id, gone, asking)
      if (!change) return
      // A page that was asked for another stretch may be older than this one.
      apply(id, (before) => mapData(before, (now) => (now.stretch === conversation.stretch ? change(now) : now)))
    } finally {
      growing.delete(id)
    }
  }

  const loadOlder = (id: Id): Promise<void> =>
    grow(id, ({ messages: [first], hasOlder }) =>
      first && hasOlder
        ? getBefore(id, first.id, PAGE_DEFAULT).then(
            (answer) => (now) => joinOlder(now, first.id, answer, PAGE_DEFAULT),
          )
        : null,
    )

  const loadNewer = (id: Id): Promise<void> =>
    grow(id, ({ messages, hasNewer }) => {
      const last = messages.at(-1)
      return last && hasNewer
        ? getAfter(id, last.id, PAGE_DEFAULT).then((answer) => (now) => joinNewer(now, last.id, answer, PAGE_DEFAULT))
        : null
    })

  /**
   * Requests what changed since the loaded version. Where that lies too far back it loads the conversation again, and
   * returns false if that fails.
   */
  async function catchUp(id: Id, askFor = askForNewest): Promise<boolean> {
    const { apply, gone, restored } = ask()
    const since = find(id)?.version
    if (since === undefined) {
      const newest = await orGone(id, gone, getNewest(id, 1))
      if (newest) apply(id, same, newest)
      return true
    }
    const answer = await orGone(id, gone, source.getChanges(id, since))
    if (!answer) return true
    if (!answer.tooOld) {
      apply(id, (before) => mapData(before, (now) => withChanges(now, since, answer)), answer)
      return true
    }
    if (answer.version < since) restored(answer)
    return loadStretch(id, askFor)
  }

  /**
   * What a conversation shows when it is opened: what is there already, brought up to date, else its newest or first
   * unread messages. Answers whether that came.
   */
  const openConversation = (id: Id, cached?: Promise<unknown>): Promise<boolean> =>
    find(id) ? catchUp(id, askForStretch).catch(() => false) : loadStretch(id, askForStretch, cached)

  /** Asks for fresh addresses of the pictures up to an end, page by page from the newest. */
  async function freshen(id: Id, end?: Id): Promise<void> {
    const carriers = find(id)?.messages.filter(pictures.has) ?? []
    const last = carriers.findLast((message) => !end || isAfter(end, message.id))
    if (!last) return
    const { apply, gone } = ask()
    const answer = await orGone(id, gone, getBefore(id, idAfter(last.id), PAGE_MAX))
    const first = answer?.messages[0]
    if (!answer || !first) return
    apply(id, (before) => mapData(before, (now) => withFresh(now, answer, pictures)))
    await freshen(id, first.id)
  }

  return {
    openConversation,
    loadStretch,
    loadNewest,
    loadOlder,
    loadNewer,
    catchUp: (id: Id): Promise<boolean> => catchUp(id),
    freshen,
  }
}
