import { randomUUID } from 'node:crypto'
import { createLog } from '@app/server/process/log'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { expect, test, vi } from 'vitest'
import { createTestGateway, setUpTestGateway } from '../testing.ts'
import { setUpTestSubscribers } from '../testing-subscribers.ts'

const { ctx, as, visitor } = await setUpTestGateway()
const subscribe = await setUpTestSubscribers(ctx)

const createRequestId = (): string => `test-${randomUUID()}`

/** Returns the outbox entries of a request, oldest first. */
const readOutbox = async (requestId: string) => {
  const rows = await ctx.db.selectFrom('outbox').select(['kind', 'payload']).orderBy('id').execute()
  return rows.filter(({ payload }) => (payload as { requestId?: string }).requestId === requestId)
}

test('the outbox entries and the received push of a message carry the id of its request, and the push also the time', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const subscriber = await subscribe(bo)
  const id = createRequestId()
  const sentAt = Date.now()
  const { headers } = await as(ann).post(`/chats/${chatId}`, { message: 'hej' }, { 'x-request-id': id })
  expect(headers['x-request-id']).toBe(id)
  expect((await readOutbox(id)).map(({ kind }) => kind)).toEqual(['PUSH', 'PUSH'])
  await vi.waitFor(() => expect(subscriber.receivedPushes.map(({ requestId }) => requestId)).toContain(id))
  const { at } = subscriber.receivedPushes.find(({ requestId }) => requestId === id) ?? { at: 0 }
  expect(at).toBeGreaterThanOrEqual(sentAt)
  expect(at).toBeLessThanOrEqual(Date.now())
})

test('the push of a group message carries the request id to each member', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const { groupId } = await aGroup(ctx.db, { owner: ann, members: [bo] })
  const subscribers = [await subscribe(ann), await subscribe(bo)]
  const id = createRequestId()
  await as(ann).post(`/groups/${groupId}/messages`, { message: 'hej', clientId: randomUUID() }, { 'x-request-id': id })
  for (const { receivedPushes } of subscribers)
    await vi.waitFor(() => expect(receivedPushes.filter(({ requestId }) => requestId === id)).toHaveLength(1))
})

test('the push of a change to a chat and the job of a visitor carry the request id', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const subscriber = await subscribe(bo)
  const [leaveRequestId, registrationRequestId] = [createRequestId(), createRequestId()]
  await as(ann).post(`/chats/${chatId}/delete`, undefined, { 'x-request-id': leaveRequestId })
  await vi.waitFor(() => expect(subscriber.receivedPushes.map(({ requestId }) => requestId)).toContain(leaveRequestId))
  await visitor.post(
    '/members/register2/email',
    { email: 'ny@example.test' },
    { 'x-request-id': registrationRequestId },
  )
  expect(await readOutbox(registrationRequestId)).toMatchObject([{ kind: 'JOB', payload: { name: 'mail:send' } }])
})

test.each([
  ['no id', {}],
  ['a short id', { 'x-request-id': 'abc' }],
  ['a long id', { 'x-request-id': 'a'.repeat(65) }],
  ['an id with invalid characters', { 'x-request-id': 'abcdefgh ijkl="x"' }],
])('a request with %s gets a new id', async (_, headers: Record<string, string>) => {
  const response = await visitor.get('/app-config', headers)
  expect(response.headers['x-request-id']).toMatch(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/)
})

test('every log line of a request contains its id', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'trace', service: 'test' }, { write: (line) => void lines.push(line) })
  const gateway = await createTestGateway({ ...ctx, log })
  const id = createRequestId()
  await gateway.visitor.get('/app-config', { 'x-request-id': id })
  await vi.waitFor(() =>
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ reqId: id, msg: 'request completed' }]),
  )
})
