import type { OwnedCtx } from '@app/server/context'
import { publish } from '@app/server/pushes'
import { afterTest, anOpenChat } from '@app/server/testing'
import { aSession } from '@app/server/testing-members'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  aHub,
  aReadySocket,
  eventually,
  expectPresence,
  FAST_TIMINGS,
  hubContext,
  isShownOnline,
  presenceEntries,
  pushesOf,
} from '../testing.ts'

let ctx: OwnedCtx
beforeAll(async () => {
  ctx = await hubContext()
})
afterAll(() => ctx.close())

test('a partner is seen coming and going, over two hubs', async () => {
  const hubs = [await aHub(ctx), await aHub(ctx)]
  const { ann, bo } = await anOpenChat(ctx.db)
  const annTab = await aReadySocket(hubs[0]!, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName] })
  await expectPresence(annTab, bo, false)
  const before = Date.now()
  const boTab = await aReadySocket(hubs[1]!, bo)
  await expectPresence(annTab, bo, true)
  expect(Date.parse(presenceEntries(annTab).at(-1)?.at ?? '')).toBeGreaterThanOrEqual(before)
  boTab.disconnect()
  await expectPresence(annTab, bo, false)
  expect(presenceEntries(annTab).at(-1)).toEqual({ userName: bo.userName, online: false, at: null })
})

test('who is online already is told of at once, in one push for all', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  const { bo: cy } = await anOpenChat(ctx.db, { ann })
  await aReadySocket(hub, bo)
  await aReadySocket(hub, cy)
  const annTab = await aReadySocket(hub, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName, cy.userName.toUpperCase()] })
  await expectPresence(annTab, bo, true)
  await expectPresence(annTab, cy, true)
  expect(pushesOf(annTab, 'presence')).toHaveLength(1)
})

test('a member with another tab or hub left stays online', async () => {
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
  expect(presenceEntries(annTab).filter(({ userName, online }) => userName === bo.userName && !online)).toEqual([])
  tabs[2]!.disconnect()
  await expectPresence(annTab, bo, false)
})

test('the latest watch counts', async () => {
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
  expect(isShownOnline(annTab, bo)).toBe(false)
})

test('a watch of more than 200 members is ignored', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  const { bo: cy } = await anOpenChat(ctx.db, { ann })
  const annTab = await aReadySocket(hub, ann)
  const crowd = Array.from({ length: 200 }, (_, index) => `Nobody ${index}`)
  annTab.emit('presence:watch', { userNames: [bo.userName, ...crowd] })
  annTab.emit('presence:watch', { userNames: 'all' })
  annTab.emit('presence:watch', { userNames: [{ like: '%' }] })
  annTab.emit('presence:watch')
  const other = await aReadySocket(hub, ann)
  other.emit('presence:watch', { userNames: [cy.userName, ...crowd.slice(1)] })
  await expectPresence(other, cy, false)
  expect(presenceEntries(annTab)).toEqual([])
})

test('the key of a hub that was killed expires, and its members are told to be gone', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  // What a killed hub leaves: a key that nobody renews.
  await ctx.redis.set(`online:${bo.id}`, Date.now(), 'PX', 300)
  const annTab = await aReadySocket(hub, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName] })
  await expectPresence(annTab, bo, true)
  await expectPresence(annTab, bo, false)
})

test('keys of connected members are kept alive, and written anew when Redis was emptied', async () => {
  const hub = await aHub(ctx)
  const { ann, bo } = await anOpenChat(ctx.db)
  await aReadySocket(hub, bo)
  await ctx.redis.del(`online:${bo.id}`)
  await eventually(async () => expect(await ctx.redis.exists(`online:${bo.id}`)).toBe(1))
  const annTab = await aReadySocket(hub, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName] })
  await expectPresence(annTab, bo, true)
  let last = Number.POSITIVE_INFINITY
  await eventually(async () => {
    const ttl = await ctx.redis.pttl(`online:${bo.id}`)
    const renewed = last > FAST_TIMINGS.lifetime / 2 && ttl > last
    last = ttl
    expect(renewed).toBe(true)
  })
})

test('an idle member ages out, and input brings the member back', async () => {
  let elapsedMs = 0
  const later = await hubContext()
  afterTest(() => later.close())
  const hub = await aHub({ ...later, now: () => new Date(Date.now() + elapsedMs) })
  const { ann, bo } = await anOpenChat(later.db)
  const boTab = await aReadySocket(hub, bo)
  const annTab = await aReadySocket(hub, ann)
  annTab.emit('presence:watch', { userNames: [bo.userName] })
  await expectPresence(annTab, bo, true)
  elapsedMs = 5 * 60_000
  await expectPresence(annTab, bo, false)
  boTab.emit('presence:active')
  await expectPresence(annTab, bo, true)
})

test('a session that is over takes its presence along', async () => {
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
