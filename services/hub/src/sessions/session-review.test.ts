import { asOwner } from '@app/server/testing/context'
import { aMember, aSession } from '@app/server/testing/members'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  aHub,
  aReadySocket,
  eventually,
  FAST_TIMINGS,
  setUpHubContext,
  waitForDisconnect,
  waitForPushes,
} from '../testing.ts'

const ctx = await setUpHubContext()

test('closes the sockets of a session that disappeared without a push, and no others', async () => {
  const hub = await aHub(ctx, { timings: { ...FAST_TIMINGS, sessionReviewMs: 50 } })
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const phone = { ...ann, sessionId: await aSession(ctx.db, ann.id) }
  const remainingSockets = [await aReadySocket(hub, ann), await aReadySocket(hub, bo)]
  const disconnectReason = waitForDisconnect(await aReadySocket(hub, phone))
  await ctx.db.deleteFrom('sessions').where('id', '=', phone.sessionId).execute()
  expect(await disconnectReason).toBe('io server disconnect')
  await waitForPushes(ctx, remainingSockets[0]!, ann)
  await waitForPushes(ctx, remainingSockets[1]!, bo)
})

test('closes no socket while its database queries fail', async () => {
  const hub = await aHub(ctx, { timings: { ...FAST_TIMINGS, sessionReviewMs: 50 } })
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const [remainingSocket, revokedSocket] = [await aReadySocket(hub, ann), await aReadySocket(hub, bo)]
  const warn = vi.spyOn(ctx.log, 'warn')
  onTestFinished(() => warn.mockRestore())
  await asOwner(ctx.db, sql`alter table sessions rename to sessions_renamed`)
  try {
    await eventually(() => expect(warn.mock.calls.length).toBeGreaterThan(1))
  } finally {
    await asOwner(ctx.db, sql`alter table sessions_renamed rename to sessions`)
  }
  const disconnectReason = waitForDisconnect(revokedSocket)
  await ctx.db.deleteFrom('sessions').where('id', '=', bo.sessionId).execute()
  expect(await disconnectReason).toBe('io server disconnect')
  expect(remainingSocket.connected).toBe(true)
})
