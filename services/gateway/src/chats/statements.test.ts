import { randomUUID } from 'node:crypto'
import { anOpenChat } from '@app/server/testing/context'
import { recordStatements } from '@app/server/testing/statements'
import { expect, test } from 'vitest'
import { setUpTestGateway, UNUSED_ID } from '../testing.ts'

const { ctx, as } = await setUpTestGateway()

/** The number of statements that the session lookup adds to each request. */
const SESSION_STATEMENTS = 1

/** Matches the statement that reads the counts, which runs after the commit and outside the request. */
const readsCounts = (text: string): boolean => /as invites/.test(text)

test.each([
  [
    'sending a message',
    1,
    (chatId: string) => ({ path: `/chats/${chatId}`, body: { message: 'hej hej', clientId: randomUUID() } }),
  ],
  [
    'replying to a message',
    1,
    (chatId: string, replyTo: string) => ({ path: `/chats/${chatId}`, body: { message: 'hej hej', replyTo } }),
  ],
  ['listing the chats', 1, () => ({ path: '/chats' })],
  ['reading the counts', 1, () => ({ path: '/chats/count' })],
  ['reading a page of messages', 2, (chatId: string) => ({ path: `/chats/${chatId}` })],
  ['reading a page around a message', 2, (chatId: string, id: string) => ({ path: `/chats/${chatId}?around=${id}` })],
  ['reading the changes since a version', 2, (chatId: string) => ({ path: `/chats/${chatId}?since=1` })],
])(
  '%s takes %i statements besides the session lookup',
  async (_, statementCount, createRequest: (chatId: string, messageId: string) => { path: string; body?: object }) => {
    const { ann, bo, chatId, firstMessageId } = await anOpenChat(ctx.db)
    await as(bo).post(`/chats/${chatId}/${firstMessageId}/react`, { reaction: 'HEART' })
    await as(bo).post(`/chats/${chatId}`, { message: 'ett svar', replyTo: firstMessageId })
    for (let n = 0; n < 5; n += 1) await anOpenChat(ctx.db, { ann })
    const { path, body } = createRequest(chatId, firstMessageId)
    const statements = await recordStatements(async () => {
      const { status } = body ? await as(ann).post(path, body) : await as(ann).get(path)
      expect(status).toBeLessThan(300)
    })
    expect(statements.filter((text) => !body || !readsCounts(text)).length).toBe(SESSION_STATEMENTS + statementCount)
  },
)

test.each([
  ['repeated', (chatId: string) => `/chats/${chatId}`],
  ['rejected', () => `/chats/${UNUSED_ID}`],
])('a send that is %s takes two statements besides the session lookup', async (_, createPath) => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const body = { message: 'en gång', clientId: randomUUID() }
  await as(ann).post(`/chats/${chatId}`, body)
  const statements = await recordStatements(() => as(ann).post(createPath(chatId), body))
  expect(statements.filter((text) => !readsCounts(text)).length).toBe(SESSION_STATEMENTS + 2)
})
