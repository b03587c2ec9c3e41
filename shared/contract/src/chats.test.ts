import { describe, expect, test } from 'vitest'
import { type ChatStatusFacts, getChatStatus, isMyTurn } from './chat-rules.ts'
import { type ChatSummary, MessageText } from './chats.ts'

const strangers: ChatStatusFacts = {
  self: false,
  team: false,
  iIgnore: false,
  theyIgnore: false,
  chat: null,
  iDeclined: false,
  refusedFor: [],
}
const invite = (createdByMe: boolean): ChatStatusFacts['chat'] => ({ chatId: '7', state: 'INVITED', createdByMe })
const openChat: ChatStatusFacts['chat'] = { chatId: '7', state: 'OPEN', createdByMe: true }

describe('the chat status between the caller and another member', () => {
  test.each<[string, Partial<ChatStatusFacts>, object]>([
    ['two strangers', {}, { status: 'MAY_INVITE', chatId: null, relationship: 0 }],
    ["the caller's own profile", { self: true }, { status: null, chatId: null, relationship: 4 }],
    [
      'a member whom the caller has invited',
      { chat: invite(true) },
      { status: 'INVITED', chatId: '7', relationship: 1 },
    ],
    [
      'a member who has invited the caller',
      { chat: invite(false) },
      { status: 'PLEASE_ACCEPT', chatId: '7', relationship: 1, incoming: true },
    ],
    ['an open chat', { chat: openChat }, { status: 'ALREADY_CHAT', chatId: '7', relationship: 2 }],
    [
      'an invite that the caller declined',
      { iDeclined: true },
      { status: 'MAY_INVITE', chatId: null, relationship: 3 },
    ],
    [
      'a member whom the caller ignores',
      { iIgnore: true, chat: openChat },
      { status: 'IGNORING', chatId: '7', relationship: 5 },
    ],
    [
      'a member who ignores the caller',
      { theyIgnore: true, iDeclined: true },
      { status: 'IGNORED', chatId: null, relationship: 5 },
    ],
    ['the team', { team: true, iIgnore: true }, { status: 'ADMIN_CHAT', chatId: null, relationship: 2 }],
  ])('reflects %s', { tags: 'contract.invite-status' }, (_, facts, status) => {
    expect(getChatStatus({ ...strangers, ...facts })).toEqual(status)
  })
})

test.each([
  ['the other member wrote the last message', { lastMessageSender: 'Bo' }, true],
  ['the caller has reacted to it', { lastMessageSender: 'Bo', lastMessageReacted: true }, false],
  ['the caller wrote the last message', { lastMessageSender: 'Ann' }, false],
  ['the other member has reacted to it', { lastMessageSender: 'Ann', lastMessageReacted: true }, true],
  ['the chat has no messages', { lastMessageSender: null }, false],
  ['the chat has ended', { lastMessageSender: 'Bo', state: 'ENDED' }, false],
  ['the invite is pending', { lastMessageSender: 'Bo', state: 'INVITED' }, false],
])('determines who has the ball when %s', { tags: 'contract.ball' }, (_, facts, expected) => {
  const chat = { state: 'OPEN', partner: { userName: 'Bo' }, ...facts } as ChatSummary
  expect(isMyTurn(chat)).toBe(expected)
})

describe('the schema of a message text', () => {
  test.each(['', 'a', '  a  ', '\u200b\u200b', '\u2800\u3164 ', '\n\n', '\ufe0f\ufe0f', '\u034f\u180b', '\u{e0100}'])(
    'rejects %j as too short',
    { tags: 'contract.message-length' },
    (text) => {
      expect(MessageText.safeParse(text).error?.issues[0]?.message).toBe('message.short')
    },
  )

  test.each(['ab', '👍', 'x'.repeat(1000), '👍'.repeat(500), 'שלום', 'rad ett\nrad två\tslut'])(
    'accepts %j unchanged',
    (text) => {
      expect(MessageText.parse(text)).toBe(text)
    },
  )

  test.each(['x'.repeat(1001), '👍'.repeat(501)])('rejects more than 1,000 UTF-16 units', (text) => {
    expect(MessageText.safeParse(text).error?.issues[0]?.message).toBe('message.long')
  })

  test.each(['nul\u0000', 'bell\u0007', 'half\ud83d', 'c1\u0085'])(
    'rejects the control character or surrogate in %j',
    (text) => {
      expect(MessageText.safeParse(text).error?.issues[0]?.message).toBe('text.characters')
    },
  )

  test('normalizes line breaks and Unicode, and trims the text', () => {
    expect(MessageText.parse('  A\u030Ake\r\nhej\rdå  ')).toBe('Åke\nhej\ndå')
  })
})
