import { afterTest, anOpenChat, asOwner } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createGatewayContext } from '../../context.ts'
import { createTestGateway, setUpTestGateway } from '../../testing.ts'

const { ctx } = await setUpTestGateway()
const { ann, chatId } = await anOpenChat(ctx.db)
const password = 'gul kanot 7'
const bo = await aMember(ctx.db, { passwordHash: await aPasswordHash(password) })

/**
 * Makes new connections writable or read-only, like a host name that resolves first to a replica and then to the new
 * primary.
 */
async function setWritable(isWritable: boolean): Promise<void> {
  const name = new URL(ctx.config.databaseUrl).pathname.slice(1)
  const readOnly = sql.raw(isWritable ? 'off' : 'on')
  await asOwner(
    ctx.db,
    sql`begin read write; alter database ${sql.id(name)} set default_transaction_read_only = ${readOnly}; commit`,
  )
}

test('with a read-only database, writes respond 503 and reads succeed; after the failover writes succeed', async () => {
  await setWritable(false)
  const replicaContext = createGatewayContext(ctx.config)
  const { app, as, visitor } = await createTestGateway(replicaContext)
  afterTest(async () => {
    await app.close()
    await replicaContext.close()
  })
  const sendWrites = () =>
    Promise.all([
      as(ann).post(`/chats/${chatId}`, { message: 'Hej hej' }),
      as(ann).post('/members/settings', { presenceOff: true, receiptsOff: true }),
      as(ann).post('/groups', { groupName: `Kanoter ${Math.random()}`.slice(0, 20), description: 'Vi paddlar' }),
      as(ann).post('/ads', { title: 'Sällskap', content: 'Till badet' }),
      visitor.post('/members/register2/email', { email: 'new@example.test' }),
      visitor.post('/members/login', { email: bo.email, password }),
    ])
  for (const { status, body, headers } of await sendWrites()) {
    expect({ status, body }).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  }
  expect((await as(ann).get('/chats')).status).toBe(200)
  await setWritable(true)
  await expect.poll(async () => (await sendWrites()).filter(({ status }) => status >= 300)).toEqual([])
})
