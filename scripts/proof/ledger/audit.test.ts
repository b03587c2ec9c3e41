import type { ChatMessage } from '@app/contract/chats'
import { expect, test } from 'vitest'
import { audit } from './audit.ts'
import { isAsExpected } from './print.ts'
import type { Entry } from './sender.ts'
import type { ChatView } from './viewer.ts'

const [ANN, BO, CHAT] = ['1', '2', '9']

const asMessage = (id: string): ChatMessage => ({
  id,
  senderName: 'Ann',
  mine: false,
  clientId: `key-${id}`,
  sendTime: '2026-11-20T12:00:00.000Z',
  message: 'Hej!',
  photoUrl: null,
  photo: null,
  verified: false,
  deleted: false,
})

const createChatView = (ids: string[]): ChatView => ({
  version: 3,
  unread: 0,
  shown: ids.map(asMessage),
  ids: new Set(ids),
  shownAt: new Map(),
  duplicates: 0,
  outOfOrder: 0,
})

/**
 * Returns a run in which Ann has sent Bo two messages and both have seen them; the chat's first message existed before.
 */
function aGoodRun() {
  const viewerOf = (chatView: ChatView) => ({
    chatViews: new Map([[CHAT, chatView]]),
    counts: { connects: 1, resyncs: 1, gaps: 0 },
    waitForReconnect: async () => {},
    close: () => {},
  })
  const entries = ['11', '12'].map(
    (id): Entry => ({
      chatId: CHAT,
      senderId: ANN,
      clientId: `key-${id}`,
      text: 'Hej!',
      attempts: 1,
      acknowledged: { message: asMessage(id), at: 0 },
      rejected: null,
    }),
  )
  const chatViews = { ann: createChatView(['10', '11', '12']), bo: createChatView(['10', '11', '12']) }
  const clients = [
    { memberId: ANN, viewer: viewerOf(chatViews.ann), listedUnread: new Map([[CHAT, 0]]) },
    { memberId: BO, viewer: viewerOf(chatViews.bo), listedUnread: new Map([[CHAT, 0]]) },
  ]
  const messages = ['10', '11', '12'].map((id, index) => ({
    id,
    chatId: CHAT,
    senderId: ANN,
    clientId: `key-${id}`,
    version: index + 1,
  }))
  const members = [ANN, BO].map((memberId) => ({ chatId: CHAT, memberId, unread: 0, counted: 0, version: 3 }))
  return { entries, chatViews, clients, stored: { messages, members } }
}

const listMismatches = ({ entries, clients, stored }: ReturnType<typeof aGoodRun>): string[] =>
  audit(2, entries, clients, stored)
    .filter((line) => !isAsExpected(line))
    .map(({ title }) => title)

test('accepts a run in which every message arrived', () => {
  expect(listMismatches(aGoodRun())).toEqual([])
})

test.each([
  ['a planned message that was not sent', 'sent', (run) => void run.entries.pop()],
  ['a message without a response', 'acknowledged', (run) => Object.assign(run.entries[1]!, { acknowledged: null })],
  [
    'a message stored under another id than the acknowledged one',
    'stored under the acknowledged id',
    (run) => Object.assign(run.stored.messages[2]!, { id: '13' }),
  ],
  ['a lost message', 'stored in all', (run) => void run.stored.messages.pop()],
  [
    'a message stored twice',
    'stored in all',
    (run) => void run.stored.messages.push({ ...run.stored.messages[2]!, id: '13' }),
  ],
  ['messages stored out of order', 'stored in the order sent', (run) => void run.entries.reverse()],
  ['a message that the recipient never saw', 'shown once to the recipient', (run) => void run.chatViews.bo.shown.pop()],
  [
    'a message shown twice to its sender',
    'shown once to the sender',
    (run) => void run.chatViews.ann.shown.push(asMessage('12')),
  ],
  ['a message that is not stored', 'shown, but not stored', (run) => void run.chatViews.bo.shown.push(asMessage('14'))],
  ['a message shown out of order', 'shown out of order', (run) => Object.assign(run.chatViews.bo, { outOfOrder: 1 })],
  [
    'a wrong unread count',
    'unread counts equal to a recount',
    (run) => Object.assign(run.stored.members[1]!, { counted: 1 }),
  ],
  [
    'an unread count that a member never received',
    'unread counts as the member sees them',
    (run) => Object.assign(run.chatViews.bo, { unread: 1 }),
  ],
  [
    'a member who missed a change',
    'versions as the member has them',
    (run) => Object.assign(run.chatViews.bo, { version: 2 }),
  ],
] satisfies [string, string, (run: ReturnType<typeof aGoodRun>) => unknown][])('reports %s', (_, title, corrupt) => {
  const run = aGoodRun()
  corrupt(run)
  expect(listMismatches(run)).toContain(title)
})
