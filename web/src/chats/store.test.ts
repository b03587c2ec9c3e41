import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT } from '@app/contract/limits'
import type { Push } from '@app/contract/pushes'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../lib/http/api-error.ts'
import { createSeededRandom } from '../testing-random.ts'
import { NotFound } from '../testing-rejections.ts'
import { fakeChatsApi } from './fakes/fake-api.ts'
import { FakeChats } from './fakes/fake-chats.ts'
import {
  loadAll,
  loadInviteLists,
  loadList,
  loadMore,
  loadNewer,
  loadNewest,
  loadOlder,
  openConversation,
} from './loads.ts'
import { chatsIn, createEmptyChats, findConversation } from './state.ts'
import {
  onChatChanged,
  onChatCount,
  onChatMessage,
  onChatMessageChanged,
  onChatRead,
  onInviteNew,
  onPartnerChanged,
  useChats,
} from './store.ts'
import { startGapDetection, trackVisibleChat } from './sync.ts'

/** A request in flight. The server handles it on arrival, and the response arrives later. */
type PendingRequest = { handleOnServer: () => void; respond: (() => void) | null }

const network = { requests: [] as PendingRequest[], server: null as FakeChats | null }

const request = <Result>(respond: (server: FakeChats) => Result) =>
  new Promise<Result>((resolve, reject) => {
    const pending: PendingRequest = {
      respond: null,
      handleOnServer: () => {
        const server = network.server
        if (!server) return
        try {
          const result = structuredClone(respond(server))
          pending.respond = () => resolve(result)
        } catch (error) {
          pending.respond = () => reject(error instanceof NotFound ? new ApiError('NOT_FOUND', '') : error)
        }
      },
    }
    network.requests.push(pending)
  })

const HANDLERS: { [Type in Push['type']]?: (push: never) => void } = {
  'chat:message': onChatMessage,
  'chat:message-changed': onChatMessageChanged,
  'chat:message-deleted': onChatMessageChanged,
  'chat:read': onChatRead,
  'chat:changed': onChatChanged,
  'chat:count': onChatCount,
  'invite:new': onInviteNew,
  'invite:answered': onChatChanged,
  'partner:changed': onPartnerChanged,
}
const deliver = (push: Push): void => HANDLERS[push.type]?.(push as never)

let server: FakeChats
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  server = new FakeChats()
  network.server = server
  network.requests = []
  fakeChatsApi(request)
  useChats.setState(createEmptyChats(), true)
  loadInviteLists()
  stop = startGapDetection()
})

afterEach(() => {
  stop()
  vi.useRealTimers()
})

/** Lets every request reach the server and return, including requests that follow from the responses. */
async function settle(): Promise<void> {
  for (let round = 0; round < 300; round += 1) {
    for (const pending of network.requests.splice(0)) {
      if (!pending.respond) pending.handleOnServer()
      pending.respond?.()
    }
    await vi.advanceTimersByTimeAsync(10)
    if (network.requests.length === 0) {
      await vi.advanceTimersByTimeAsync(3_100)
      if (network.requests.length === 0) return
    }
  }
  throw new Error('the client does not settle')
}

function expectFresh(seed: number): void {
  const state = useChats.getState()
  for (const list of ['chats', 'invites', 'sent'] as const) {
    const shown = chatsIn(state.known, list)
    const expected = server.list(list, { limit: Math.max(shown.length, 1) })
    expect(shown, `${list}, seed ${seed}`).toEqual(
      state.lists[list].data?.hasMore ? expected : server.list(list, { limit: 1000 }),
    )
  }
  expect(state.count, `seed ${seed}`).toEqual(server.count())
  for (const [chatId, { data }] of state.conversations) {
    if (!data) continue
    const storedMessages = server.getChat(chatId, { limit: 10_000 }).messages
    const first = storedMessages.findIndex(({ id }) => id === data.messages[0]?.id)
    const last = storedMessages.findIndex(({ id }) => id === data.messages.at(-1)?.id)
    expect(data.messages, `chat ${chatId}, seed ${seed}`).toEqual(storedMessages.slice(Math.max(first, 0), last + 1))
    if (!data.hasOlder) expect(first, `seed ${seed}`).toBeLessThanOrEqual(0)
    if (!data.hasNewer) expect(last, `seed ${seed}`).toBe(storedMessages.length - 1)
  }
}

/** Runs a random sequence of actions over a network that delays, reorders, repeats and loses pushes and requests. */
async function runRandomSteps(seed: number): Promise<void> {
  const random = createSeededRandom(seed)
  server.receipts = random.below(4) > 0
  const inFlight: Push[] = []
  const counts: Push[] = []
  let connected = true
  const stopTracking = new Map<Id, () => void>()
  server.onPush = (push) => {
    if (!connected) return
    inFlight.push(structuredClone(push))
    counts.push({ type: 'chat:count', count: server.count() })
  }
  const someChat = () => random.pick([...server.chats.values()])
  const attempt = (action: () => void): void => {
    try {
      action()
    } catch {
      // The action is not possible in that state; the real server would reject it, too.
    }
  }
  const serverSteps = [
    () => server.invite(`Medlem ${random.below(1000)}`, 'Hej!', { byMe: random.below(2) === 0 }),
    () => server.accept(someChat().chatId),
    () => server.accept(someChat().chatId),
    () => server.maybe(random.pick(server.list('invites')).chatId),
    () => server.decline(random.pick(server.list('invites')).chatId),
    ...Array.from({ length: 6 }, () => () => {
      const { chatId } = someChat()
      for (let n = random.below(30); n >= 0; n -= 1) server.send(chatId, random.below(2) === 0, `nummer ${n}`)
    }),
    () => {
      const { chatId, messages } = someChat()
      server.deleteMessage(chatId, random.pick(messages).message.id)
    },
    () => {
      const { chatId, messages } = someChat()
      server.read(chatId, random.below(2) === 0, random.pick(messages).message.id)
    },
    () => server.ignore(someChat().chatId, random.below(2) ? 'iIgnore' : 'theyIgnore', random.below(2) === 0),
    () => random.below(4) === 0 && server.leave(someChat().chatId),
    () => random.below(4) === 0 && server.partnerLeaves(someChat().chatId),
  ]
  const open = (chatId: Id): void => {
    if (!stopTracking.has(chatId)) stopTracking.set(chatId, trackVisibleChat(chatId))
    void openConversation(chatId)
  }
  const clientSteps = [
    () => open(someChat().chatId),
    () => void loadOlder(someChat().chatId),
    () => void loadNewer(someChat().chatId),
    () => void loadNewest(someChat().chatId),
    () => void loadList(random.pick(['chats', 'invites', 'sent'] as const)),
    () => void loadMore('chats'),
  ]
  const catchUp = (): void => {
    void loadAll()
    for (const chatId of stopTracking.keys()) void openConversation(chatId)
  }
  const networkSteps = [
    () => {
      const [push] = inFlight.splice(random.below(2) ? 0 : random.below(inFlight.length), 1)
      if (push) deliver(push)
    },
    () => deliver(structuredClone(random.pick(inFlight))),
    () => counts.splice(0, 1).forEach(deliver),
    () => random.pick(network.requests).handleOnServer(),
    () => random.pick(network.requests).handleOnServer(),
    () => {
      const [pending] = network.requests.splice(random.below(network.requests.length), 1)
      if (pending && !pending.respond) pending.handleOnServer()
      pending?.respond?.()
    },
    () => {
      if (random.below(8) > 0) return
      if (!connected) catchUp()
      inFlight.length = 0
      counts.length = 0
      connected = !connected
    },
  ]
  for (let n = 0; n < 4; n += 1) {
    const chatId = server.open(`Bekant ${n}`)
    for (let m = random.below(3) * 60; m > 0; m -= 1) server.send(chatId, random.below(3) === 0, `förr ${m}`)
  }
  void loadAll()
  for (let step = 0; step < 400; step += 1) {
    attempt(
      random.pick([serverSteps, clientSteps, networkSteps, networkSteps, networkSteps][random.below(5)] ?? serverSteps),
    )
    if (random.below(3) === 0) await vi.advanceTimersByTimeAsync(random.below(2_000))
  }
  if (!connected) catchUp()
  while (inFlight.length > 0) deliver(inFlight.splice(random.below(inFlight.length), 1)[0]!)
  counts.forEach(deliver)
  await settle()
  for (const chatId of useChats.getState().conversations.keys()) open(chatId)
  await settle()
  expectFresh(seed)
  for (const leave of stopTracking.values()) leave()
}

describe('changes by push, response and timer in any order lead to the state of a fresh load', () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed + 1))('seed %i', runRandomSteps)
})

test('a skipped version is requested when a later push arrives', async () => {
  const chatId = server.open('Linn')
  void loadAll()
  void openConversation(chatId)
  await settle()
  const leave = trackVisibleChat(chatId)
  server.send(chatId, false, 'förlorad på vägen')
  server.onPush = deliver
  server.send(chatId, false, 'kom fram')
  await settle()
  expect(findConversation(useChats.getState(), chatId)?.messages.map(({ message }) => message)).toEqual([
    'Hej!',
    'förlorad på vägen',
    'kom fram',
  ])
  leave()
})

test('a later message is not shown before the one preceding it', async () => {
  const chatId = server.open('Linn')
  void openConversation(chatId)
  await settle()
  const pushes: Push[] = []
  server.onPush = (push) => pushes.push(push)
  server.send(chatId, true, 'först')
  server.send(chatId, false, 'sedan')
  const [firstPush, secondPush] = pushes
  const shown = () => findConversation(useChats.getState(), chatId)?.messages.map(({ message }) => message)
  deliver(secondPush!)
  expect(shown()).toEqual(['Hej!'])
  deliver(firstPush!)
  deliver(secondPush!)
  expect(shown()).toEqual(['Hej!', 'först', 'sedan'])
})

test('a changed photo and badge of a partner appear in every chat with them, and in no other', async () => {
  const [bo, invited] = [server.open('Bo'), server.invite('Bo', 'Hej igen!')]
  server.open('Carl')
  server.open('Teamet')
  void loadAll()
  await settle()
  const before = useChats.getState()
  const changes = { profilePhotoUrl: '/media/small', photoUrl: '/media/medium', badges: ['VERIFIED'] as const }
  for (const userName of ['Bo', 'Teamet', 'Ingen'])
    deliver({ type: 'partner:changed', userName, ...changes, badges: [...changes.badges] })
  const { known } = useChats.getState()
  for (const [chatId, { chat }] of known) {
    const { chat: previous } = before.known.get(chatId) ?? {}
    const { photoUrl, ...shown } = changes
    const expected = { ...previous, ...shown, partner: { ...previous?.partner, photoUrl } }
    expect(chat).toEqual(chatId === bo || chatId === invited ? expected : previous)
  }
  expect(known.size).toBe(4)
})

test('a late push of an invite does not mark its acceptance as read', async () => {
  const delivered: Push[] = []
  server.onPush = (push) => delivered.push(structuredClone(push))
  const chatId = server.invite('Linn', 'Hej', { byMe: true })
  server.accept(chatId)
  for (const push of delivered.toReversed()) deliver(push)
  const isUnread = { state: 'OPEN', newMessages: 1, myLastRead: null }
  expect(useChats.getState().known.get(chatId)?.chat).toMatchObject(isUnread)
})

test('a response for an earlier session is not shown in the next one', async () => {
  const chatId = server.open('Linn')
  void loadAll()
  void openConversation(chatId)
  for (const pending of network.requests) pending.handleOnServer()
  useChats.setState(createEmptyChats(), true)
  for (const pending of network.requests) pending.respond?.()
  network.requests = []
  await settle()
  const { known, count, conversations, lists } = useChats.getState()
  expect({ known: known.size, count, conversations: conversations.size, list: lists.chats.state }).toEqual({
    known: 0,
    count: null,
    conversations: 0,
    list: 'notStarted',
  })
})

test('a lower version from a restored database reloads the conversation', async () => {
  const chatId = server.open('Linn')
  for (let n = 0; n < 5; n += 1) server.send(chatId, false, `nummer ${n}`)
  void loadAll()
  void openConversation(chatId)
  await settle()
  const chat = server.chats.get(chatId)!
  chat.messages.splice(3)
  chat.version = 4
  void openConversation(chatId)
  await settle()
  expect(findConversation(useChats.getState(), chatId)).toMatchObject({ version: 4 })
  expect(findConversation(useChats.getState(), chatId)?.messages).toHaveLength(3)
  expect(chatsIn(useChats.getState().known, 'chats')[0]).toMatchObject({ version: 4 })
})

test('the first unread message is loaded with context when there are more unread messages than a page holds', async () => {
  const chatId = server.open('Linn')
  for (let n = 0; n < 30; n += 1) server.send(chatId, true, `gammal ${n}`)
  for (let n = 0; n < 170; n += 1) server.send(chatId, false, `oläst ${n}`)
  void openConversation(chatId)
  await settle()
  const conversation = findConversation(useChats.getState(), chatId)
  expect(conversation?.messages[20]).toMatchObject({ message: 'oläst 0' })
  expect(conversation).toMatchObject({ hasOlder: true, hasNewer: true })
  for (let n = 0; n < 4; n += 1) {
    void loadNewer(chatId)
    await settle()
  }
  expect(findConversation(useChats.getState(), chatId)?.messages.at(-1)).toMatchObject({ message: 'oläst 169' })
  expect(findConversation(useChats.getState(), chatId)?.hasNewer).toBe(false)
})

test('the next page follows the loaded ones after an older chat was opened by its URL', async () => {
  const chatIds = Array.from({ length: 3 * PAGE_DEFAULT }, (_, n) => server.open(`Vän ${n}`))
  void loadAll()
  await settle()
  void openConversation(chatIds[0]!)
  await settle()
  const countShown = () => chatsIn(useChats.getState().known, 'chats').length
  expect(countShown()).toBe(PAGE_DEFAULT + 1)
  for (const count of [2 * PAGE_DEFAULT + 1, 3 * PAGE_DEFAULT]) {
    void loadMore('chats')
    await settle()
    expect(countShown()).toBe(count)
  }
  expectFresh(0)
})

test('the next page is found when the chats at the end of the loaded ones have moved or were deleted', async () => {
  const chatIds = Array.from({ length: 2 * PAGE_DEFAULT }, (_, n) => server.open(`Vän ${n}`))
  server.onPush = deliver
  void loadAll()
  await settle()
  server.send(chatIds.at(-PAGE_DEFAULT)!, true, 'flyttar överst')
  server.leave(chatIds.at(1 - PAGE_DEFAULT)!)
  void loadMore('chats')
  await settle()
  expect(chatsIn(useChats.getState().known, 'chats')).toHaveLength(2 * PAGE_DEFAULT - 1)
  expectFresh(0)
})
