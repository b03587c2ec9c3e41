import { nameKey, nameSearch } from '@app/contract/text/names'
import { memberChannel, publish } from '@app/server/delivery/pushes'
import { afterTest, anOpenChat } from '@app/server/testing/context'
import { countLockWaiters } from '@app/server/testing/locks'
import { aSession } from '@app/server/testing/members'
import type { Redis } from 'ioredis'
import { expect, test, vi } from 'vitest'
import {
  aHub,
  aReadySocket,
  aSocket,
  eventually,
  expectPresence,
  FAST_TIMINGS,
  findReportedPresence,
  hubContext,
  listReceivedPushes,
  listReportedPresence,
  setUpHubContext,
  type TestHub,
  waitForRejection,
} from '../testing.ts'

const ctx = await setUpHubContext()

/** Counts the open connections of a hub, including those whose login is in progress. */
const countConnections = ({ app }: TestHub): Promise<number> =>
  new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('reports a partner of another hub as online and as offline', async () => {
  const hubs = [await aHub(ctx), await aHub(ctx)]
  const { ann, bo } = await anOpenChat(ctx.db)
  const annTab = await aReadySocket(hubs[0]!, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName] })
  await expectPresence(annTab, bo, false)
  const before = Date.now()
  const boTab = await aReadySocket(hubs[1]!, bo)
  await expectPresence(annTab, bo, true)
  expect(Date.parse(listReportedPresence(annTab).at(-1)?.at ?? '')).toBeGreaterThanOrEqual(before)
  boTab.disconnect()
  await expectPresence(annTab, bo, false)
  expect(listReportedPresence(annTab).at(-1)).toEqual({ userName: bo.userName, online: false, at: null })
})

test('reports a renamed member under the new name to a subscriber who requested it while another one still has the old name', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  const { ann: cia } = await anOpenChat(ctx.db, { bo })
  const [annTab, ciaTab] = [await aReadySocket(hub, ann), await aReadySocket(hub, cia)]
  annTab.emit('presence:watch', { userNames: [bo.userName] })
  await expectPresence(annTab, bo, false)
  const renamed = { ...bo, userName: `Ny ${bo.userName}` }
  await ctx.db
    .updateTable('members')
    .set({ userName: renamed.userName, nameKey: nameKey(renamed.userName), nameSearch: nameSearch(renamed.userName) })
    .where('id', '=', bo.id)
    .execute()
  ciaTab.emit('presence:watch', { userNames: [renamed.userName] })
  await expectPresence(ciaTab, renamed, false)
  await aReadySocket(hub, bo)
  await expectPresence(ciaTab, renamed, true)
})

test('reports members who are already online in one push', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  const { bo: cy } = await anOpenChat(ctx.db, { ann })
  await aReadySocket(hub, bo)
  await aReadySocket(hub, cy)
  const annTab = await aReadySocket(hub, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName, cy.userName.toUpperCase()] })
  await expectPresence(annTab, bo, true)
  await expectPresence(annTab, cy, true)
  expect(listReceivedPushes(annTab, 'presence')).toHaveLength(1)
})

test('keeps a member online while the member has another socket, even at another hub', async () => {
  const hubs = [await aHub(ctx), await aHub(ctx)]
  const { ann, bo } = await anOpenChat(ctx.db)
  const { bo: cy } = await anOpenChat(ctx.db, { ann })
  const annTab = await aReadySocket(hubs[0]!, ann)
  const tabs = [await aReadySocket(hubs[0]!, bo), await aReadySocket(hubs[0]!, bo), await aReadySocket(hubs[1]!, bo)]
  const cyTab = await aReadySocket(hubs[0]!, cy)
  annTab.emit('presence:watch', { userNames: [bo.userName, cy.userName] })
  await expectPresence(annTab, bo, true)
  await expectPresence(annTab, cy, true)
  tabs[0]!.disconnect()
  tabs[1]!.disconnect()
  cyTab.disconnect()
  await expectPresence(annTab, cy, false)
  expect(listReportedPresence(annTab).filter(({ userName, online }) => userName === bo.userName && !online)).toEqual([])
  tabs[2]!.disconnect()
  await expectPresence(annTab, bo, false)
})

test('replaces a presence subscription with the latest one', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  const { bo: cy } = await anOpenChat(ctx.db, { ann })
  const annTab = await aReadySocket(hub, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName] })
  await expectPresence(annTab, bo, false)
  annTab.emit('presence:watch', { userNames: [cy.userName] })
  await expectPresence(annTab, cy, false)
  await aReadySocket(hub, bo)
  await aReadySocket(hub, cy)
  await expectPresence(annTab, cy, true)
  expect(findReportedPresence(annTab, bo)).toBe(false)
})

test('ignores a malformed presence subscription, and one to more than 200 members', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  const { bo: cy } = await anOpenChat(ctx.db, { ann })
  const annTab = await aReadySocket(hub, ann)
  const unknownNames = Array.from({ length: 200 }, (_, index) => `Nobody ${index}`)
  annTab.emit('presence:watch', { userNames: [bo.userName, ...unknownNames] })
  annTab.emit('presence:watch', { userNames: 'all' })
  annTab.emit('presence:watch', { userNames: [{ like: '%' }] })
  annTab.emit('presence:watch')
  const otherTab = await aReadySocket(hub, ann)
  otherTab.emit('presence:watch', { userNames: [cy.userName, ...unknownNames.slice(1)] })
  await expectPresence(otherTab, cy, false)
  expect(listReportedPresence(annTab)).toEqual([])
})

test('reports the members of a killed hub as offline when their keys expire', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  // A killed hub leaves a key that no hub renews.
  await ctx.redis.set(`online:${bo.id}`, Date.now(), 'PX', 300)
  const annTab = await aReadySocket(hub, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName] })
  await expectPresence(annTab, bo, true)
  await expectPresence(annTab, bo, false)
})

test('renews the keys of connected members, and rewrites them after Redis was emptied', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  await aReadySocket(hub, bo)
  await ctx.redis.del(`online:${bo.id}`)
  await eventually(async () => expect(await ctx.redis.exists(`online:${bo.id}`)).toBe(1))
  const annTab = await aReadySocket(hub, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName] })
  await expectPresence(annTab, bo, true)
  let previousTtl = Number.POSITIVE_INFINITY
  await eventually(async () => {
    const ttl = await ctx.redis.pttl(`online:${bo.id}`)
    const isRenewed = previousTtl > FAST_TIMINGS.keyLifetimeMs / 2 && ttl > previousTtl
    previousTtl = ttl
    expect(isRenewed).toBe(true)
  })
})

test('reports an idle member as offline, and as online again after input', async () => {
  let elapsedMs = 0
  const shiftedCtx = await hubContext()
  afterTest(() => shiftedCtx.close())
  const hub = await aHub({ ...shiftedCtx, now: () => new Date(Date.now() + elapsedMs) })
  const { ann, bo } = await anOpenChat(shiftedCtx.db)
  const boTab = await aReadySocket(hub, bo)
  const annTab = await aReadySocket(hub, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName] })
  await expectPresence(annTab, bo, true)
  elapsedMs = 5 * 60_000
  await expectPresence(annTab, bo, false)
  boTab.emit('presence:active')
  await expectPresence(annTab, bo, true)
})

test('reports a member as offline when the session is revoked', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  const phone = { ...bo, sessionId: await aSession(ctx.db, bo.id) }
  await aReadySocket(hub, phone)
  const annTab = await aReadySocket(hub, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName] })
  await expectPresence(annTab, bo, true)
  await publish(ctx.redis, [{ to: [bo.id], push: { type: 'session:ended', sessions: [phone.sessionId] } }])
  await expectPresence(annTab, bo, false)
})

test.each(['the same', 'another'])(
  'reports a member as offline whose last socket disconnected during a login at %s hub that then fails',
  async (where) => {
    const timings = { ...FAST_TIMINGS, keyLifetimeMs: 60_000 }
    const hub = await aHub(ctx, { timings })
    const loginHub = where === 'another' ? await aHub(ctx, { timings }) : hub
    const { ann, bo } = await anOpenChat(ctx.db)
    const boTab = await aReadySocket(hub, bo)
    const annTab = await aReadySocket(hub, ann)
    annTab.emit('presence:watch', { userNames: [bo.userName] })
    await expectPresence(annTab, bo, true)
    const revokedSessionId = await aSession(ctx.db, bo.id)
    const client = await ctx.pool.connect()
    await client.query('begin')
    await client.query('lock table sessions in access exclusive mode')
    await client.query('delete from sessions where id = $1', [revokedSessionId])
    const rejection = waitForRejection(aSocket(loginHub, { ...bo, sessionId: revokedSessionId }))
    await eventually(async () => expect(await countLockWaiters(ctx)).toBe(1))
    const pubsub = vi.spyOn(ctx.redis as Redis, 'pubsub')
    afterTest(async () => pubsub.mockRestore())
    boTab.disconnect()
    await eventually(async () => expect(await countConnections(hub)).toBe(where === 'another' ? 1 : 2))
    if (where === 'another') {
      await eventually(async () => expect(pubsub).toHaveBeenCalledWith('NUMSUB', memberChannel(bo.id)))
      await Promise.all(pubsub.mock.results.map(({ value }) => value))
    }
    await client.query('commit')
    client.release()
    expect(await rejection).toBe('PLEASE_LOGIN')
    await expectPresence(annTab, bo, false)
  },
)
