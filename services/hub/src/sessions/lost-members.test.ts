import type { UnsignedPush } from '@app/contract/pushes'
import type { OwnedCtx } from '@app/server/context'
import { publish } from '@app/server/delivery/pushes'
import { asOwner } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aHub,
  aReadySocket,
  aSocket,
  chatCountPush,
  eventually,
  hubContext,
  listReceivedPushes,
  listReceivedTypes,
  waitForDisconnect,
  waitForPushes,
} from '../testing.ts'

let ctx: OwnedCtx
beforeAll(async () => {
  ctx = await hubContext()
})
afterAll(() => ctx.close())

const REGISTERED_AT = new Date('2026-11-23T12:00:00.007Z')

/** Loses the member, as a failover to a standby that lacks the registration does, and registers another one. */
async function replaceMember({ id, sessionId }: TestMember): Promise<TestMember> {
  await ctx.db.deleteFrom('sessions').where('id', '=', sessionId).execute()
  await ctx.db.deleteFrom('members').where('id', '=', id).execute()
  await asOwner(ctx.db, sql`alter table members alter column id restart with ${sql.lit(Number(id))}`)
  return aMember(ctx.db, { registeredAt: REGISTERED_AT })
}

/** The push that a registration publishes. */
const REGISTERED_PUSH: UnsignedPush = {
  type: 'session:ended',
  sessions: [],
  registeredAt: REGISTERED_AT.toISOString(),
}

test("delivers nothing to a lost member's socket once another member has registered with the same id", async () => {
  const hub = await aHub(ctx)
  const lostMember = await aMember(ctx.db)
  const lostSocket = await aReadySocket(hub, lostMember)
  const disconnectReason = waitForDisconnect(lostSocket)
  const newMember = await replaceMember(lostMember)
  expect(newMember.id).toBe(lostMember.id)
  const newSocket = await aReadySocket(hub, newMember)
  await publish(ctx.redis, [
    { to: [newMember.id], push: REGISTERED_PUSH },
    { to: [newMember.id], push: chatCountPush(5) },
  ])
  expect(await disconnectReason).toBe('io server disconnect')
  await waitForPushes(ctx, newSocket, newMember)
  expect(listReceivedPushes(newSocket, 'chat:count')[0]).toEqual(chatCountPush(5))
  expect(listReceivedTypes(lostSocket)).toEqual(['ready', 'session:ended'])
})

test('rejects a lost member whose login was in progress when another member registered with the same id', async () => {
  const hub = await aHub(ctx)
  const lostMember = await aMember(ctx.db)
  const lostTab = await aReadySocket(hub, { ...lostMember, sessionId: await aSession(ctx.db, lostMember.id) })
  const tabDisconnect = waitForDisconnect(lostTab)
  const client = await ctx.pool.connect()
  await client.query('begin')
  await client.query('lock table sessions in access exclusive mode')
  const lateSocket = aSocket(hub, lostMember)
  const lateDisconnect = waitForDisconnect(lateSocket)
  await eventually(async () => expect(await countLockWaiters(ctx)).toBe(1))
  await publish(ctx.redis, [{ to: [lostMember.id], push: REGISTERED_PUSH }])
  expect(await tabDisconnect).toBe('io server disconnect')
  await client.query('rollback')
  client.release()
  expect(await lateDisconnect).toBe('io server disconnect')
  expect(lateSocket.received).toEqual([])
})
