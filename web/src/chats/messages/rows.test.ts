import type { ChatMessage } from '@app/contract/chats'
import { expect, test } from 'vitest'
import { reuseRows } from '../../conversation/list/rows.ts'
import type { OutgoingMessage } from '../../conversation/outbox/outbox.ts'
import { FakeChats } from '../fakes/fake-chats.ts'
import { type Row, rowsOf } from './rows.ts'

const fake = new FakeChats()
const chat = fake.getChat(fake.open('Linn', 'Hej', { byMe: true })).chat

let lastId = 0
const message = (sendTime: string, mine = false, changes: Partial<ChatMessage> = {}): ChatMessage => {
  lastId += 1
  return {
    id: String(lastId),
    senderName: mine ? 'Mira' : 'Linn',
    mine,
    clientId: `client ${lastId}`,
    sendTime,
    message: `nummer ${lastId}`,
    photoUrl: null,
    photo: null,
    verified: false,
    deleted: false,
    ...changes,
  }
}

const outgoing = (writtenAt: string, state: OutgoingMessage['state'] = 'queued'): OutgoingMessage => {
  lastId += 1
  return {
    clientId: `client ${lastId}`,
    conversation: `chat:${chat.chatId}`,
    text: `väntar ${lastId}`,
    place: Date.parse(writtenAt),
    problem: null,
    state,
    stored: null,
  }
}

const rows = (input: Partial<Parameters<typeof rowsOf>[0]>): Row[] =>
  rowsOf({ messages: [], hasOlder: false, outgoing: [], unread: null, chat, beganWithInvite: false, ...input })

const shape = (rowList: readonly Row[]) =>
  rowList.map((row) => {
    if (row.kind === 'day') return 'day'
    if (row.kind === 'unread') return `unread ${row.count}`
    return row.kind === 'message' ? row.message.message : row.item.text
  })

test("days change at midnight in the reader's time zone, not in UTC", () => {
  const evening = message('2026-11-20T22:30:00.000Z')
  const night = message('2026-11-20T23:30:00.000Z')
  expect(shape(rows({ messages: [evening, night] }))).toEqual(['day', evening.message, 'day', night.message])
})

test("messages keep the server's order, with outgoing ones below in the order written, regardless of clocks", () => {
  const messages = [message('2026-11-20T12:00:00.000Z'), message('2026-11-20T07:00:00.000Z', true)]
  const outgoingMessages = [outgoing('2026-11-20T17:00:00.000Z'), outgoing('2026-11-20T02:00:00.000Z')]
  const texts = shape(rows({ messages, outgoing: outgoingMessages })).filter((text) => text !== 'day')
  expect(texts).toEqual([...messages.map((one) => one.message), ...outgoingMessages.map(({ text }) => text)])
})

test('a message that has arrived is shown once, in the row of its outgoing message', () => {
  const item = outgoing('2026-11-20T12:00:00.000Z', 'sent')
  const storedMessage = message('2026-11-20T12:00:00.000Z', true, { clientId: item.clientId })
  const before = rows({ outgoing: [item] }).at(-1)
  const after = rows({ messages: [storedMessage], outgoing: [item] })
  expect(after).toHaveLength(2)
  expect(after.at(-1)?.key).toBe(before?.key)
})

test('prepending older messages does not change existing rows', () => {
  const newerMessages = [message('2026-11-20T12:00:00.000Z'), message('2026-11-20T12:01:00.000Z')]
  const olderMessages = [
    message('2026-11-19T12:00:00.000Z', false, { id: '0', clientId: 'older' }),
    message('2026-11-20T11:59:00.000Z', false, { id: '00', clientId: 'old' }),
  ]
  const before = rows({ messages: newerMessages, hasOlder: true })
  const after = reuseRows(before, rows({ messages: [...olderMessages, ...newerMessages], hasOlder: true }))
  expect(after.slice(-before.length)).toEqual(before)
  expect(after.at(-1)).toBe(before.at(-1))
})

test('the unread line is above the first unread message, not above own messages', () => {
  const messages = [
    message('2026-11-20T12:00:00.000Z'),
    message('2026-11-20T12:01:00.000Z', true),
    message('2026-11-20T12:02:00.000Z'),
  ]
  const [first, mine, last] = messages
  expect(shape(rows({ messages, unread: { after: first!.id, count: 1 } }))).toEqual([
    'day',
    first!.message,
    mine!.message,
    'unread 1',
    last!.message,
  ])
})

test('a run of messages ends at another sender, after a pause, and at the unread line', () => {
  const messages = [
    message('2026-11-20T12:00:00.000Z'),
    message('2026-11-20T12:01:00.000Z'),
    message('2026-11-20T12:02:00.000Z', true),
    message('2026-11-20T12:20:00.000Z', true),
  ]
  const ends = rows({ messages }).flatMap((row) => (row.kind === 'message' ? [row.endsGroup] : []))
  expect(ends).toEqual([false, true, true, true])
  const split = rows({ messages, unread: { after: messages[0]!.id, count: 1 } })
  expect(split.flatMap((row) => (row.kind === 'message' ? [row.endsGroup] : []))).toEqual([true, true, true, true])
})

test('messages that the partner has read are marked, the last of them with the time', () => {
  const messages = [1, 2, 3].map((minute) => message(`2026-11-20T12:0${minute}:00.000Z`, true))
  const read = {
    ...chat,
    invited: { ...chat.invited, lastRead: messages[1]!.id, lastReadAt: '2026-11-20T12:30:00.000Z' },
  }
  const marks = rows({ messages, chat: read }).flatMap((row) =>
    row.kind === 'message' ? [[row.read, row.readAt]] : [],
  )
  expect(marks).toEqual([
    [true, null],
    [true, '2026-11-20T12:30:00.000Z'],
    [false, null],
  ])
})

test('no message is marked as read without receipts', () => {
  const messages = [message('2026-11-20T12:00:00.000Z', true)]
  const hidden = { ...chat, invited: { ...chat.invited, lastRead: null, lastReadAt: null } }
  expect(rows({ messages, chat: hidden }).at(-1)).toMatchObject({ read: false })
})

test('the first day row is below the opening invite, which is marked as alone or followed by messages', () => {
  const invite = message('2026-11-20T08:00:00.000Z', true)
  const next = message('2026-11-20T08:01:00.000Z')
  const [openingInvite, ...others] = rows({ messages: [invite], beganWithInvite: true })
  expect(others).toEqual([])
  expect(openingInvite).toMatchObject({ kind: 'message', message: invite, openingInvite: 'alone' })
  const followed = rows({ messages: [invite, next], beganWithInvite: true })
  expect(shape(followed)).toEqual([invite.message, 'day', next.message])
  expect(followed[0]).toMatchObject({ openingInvite: 'followed' })
  expect(followed[2]).toMatchObject({ openingInvite: null })
  const [outgoingFollows] = rows({
    messages: [invite],
    outgoing: [outgoing('2026-11-20T09:00:00.000Z')],
    beganWithInvite: true,
  })
  expect(outgoingFollows).toMatchObject({ openingInvite: 'followed' })
})

test('no message is the opening invite while older ones may exist, or in a chat that did not begin with an invite', () => {
  const messages = [message('2026-11-20T08:00:00.000Z', true)]
  for (const input of [{ beganWithInvite: true, hasOlder: true }, { beganWithInvite: false }]) {
    expect(rows({ messages, ...input }).at(-1)).toMatchObject({ openingInvite: null })
  }
})

test("only the partner's first three messages warn of links and numbers, once the beginning of the chat is loaded", {
  tags: 'contact.page-warning',
}, () => {
  const texts = ['www.exempel.se', 'www.exempel.se', 'Hej', '070-123 45 67', 'www.exempel.se']
  const messages = texts.map((text, index) =>
    message(`2026-11-20T12:0${index}:00.000Z`, index === 1, { message: text }),
  )
  const listWarned = (input: Parameters<typeof rows>[0]) =>
    rows({ messages, ...input }).flatMap((row) =>
      row.kind === 'message' && row.warns ? [messages.indexOf(row.message)] : [],
    )
  expect(listWarned({ beganWithInvite: true })).toEqual([0, 3])
  expect(listWarned({ beganWithInvite: true, hasOlder: true })).toEqual([])
  expect(listWarned({ beganWithInvite: false })).toEqual([])
})
