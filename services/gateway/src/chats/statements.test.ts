import { randomUUID } from 'node:crypto'
import { anOpenChat } from '@app/server/testing/context'
import { recordStatements } from '@app/server/testing/statements'
import { expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const { ctx, as } = await setUpTestGateway()

/** The number of statements that the session lookup adds to each request. */
const SESSION_STATEMENTS = 1

/** Badge counts are read after the commit, outside the request. */
const isOffRequest = (text: string): boolean => /as invites/.test(text)

test.each([
  [
    'a message sent',
    1,
    (chatId: string) => ({ path: `/chats/${chatId}`, body: { message: 'hej hej', clientId: randomUUID() } }),
  ],
  ['the list of chats', 1, () => ({ path: '/chats' })],
  ['the counts', 1, () => ({ path: '/chats/count' })],
  ['a page of messages', 2, (chatId: string) => ({ path: `/chats/${chatId}` })],
  ['changes since a version', 2, (chatId: string) => ({ path: `/chats/${chatId}?since=1` })],
])(
  "%s takes %i statements beside the session's",
  async (_, maxStatements, createRequest: (chatId: string) => { path: string; body?: object }) => {
    const { ann, chatId } = await anOpenChat(ctx.db)
    for (let n = 0; n < 5; n += 1) await anOpenChat(ctx.db, { ann })
    const { path, body } = createRequest(chatId)
    const statements = await recordStatements(async () => {
      const { status } = body ? await as(ann).post(path, body) : await as(ann).get(path)
      expect(status).toBeLessThan(300)
    })
    expect(statements.filter((text) => !body || !isOffRequest(text)).length).toBe(SESSION_STATEMENTS + maxStatements)
  },
)

test.each([
  ['repeated', (chatId: string) => `/chats/${chatId}`],
  ['rejected', () => '/chats/900000000000000000'],
])("a send that is %s takes two statements beside the session's", async (_, path) => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const send = { message: 'en gång', clientId: randomUUID() }
  await as(ann).post(`/chats/${chatId}`, send)
  const statements = await recordStatements(() => as(ann).post(path(chatId), send))
  expect(statements.filter((text) => !isOffRequest(text)).length).toBe(SESSION_STATEMENTS + 2)
})
