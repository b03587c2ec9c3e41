import { randomBytes, randomUUID } from 'node:crypto'
import { DAY_MS } from '@app/contract/limits'
import type { Session } from '@app/contract/members/members'
import type { Decided } from '@app/contract/safety/decisions'
import { toStockholmTime } from '@app/contract/time/stockholm-time'
import { hashBarredAddress } from '@app/server/safety/mail-bars'
import { aGroup, anOpenChat, listPushes, TEST_SECRET } from '@app/server/testing/context'
import { anEvent } from '@app/server/testing/events'
import { aMember, aSession } from '@app/server/testing/members'
import { aPasswordHash } from '@app/server/testing/passwords'
import { aPhoto } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { aModerator } from '../cases/testing.ts'
import { aForm as anEventForm } from '../events/testing.ts'
import { aGroupName } from '../groups/testing.ts'
import { aForm } from '../photos/testing.ts'
import { aReportWorld, type ReportWorld } from '../reports/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { sweepOnce } from './sweep.ts'
import { createDeciding, takeSnapshot } from './testing.ts'

const aGroupForm = () => ({ groupName: aGroupName(), description: 'För oss som sjunger', isOpen: true })

const PASSWORD = 'gul kanot 7'

let offsetMs = 0
const gateway = await setUpTestGateway({ now: () => new Date(Date.now() + offsetMs) })
const { ctx, as, visitor } = gateway
const { db } = ctx
const { reportAndDecide, confirm, overturn, readCase, listStatements } = createDeciding(gateway)

beforeEach(() => {
  offsetMs = 0
})

const readMember = (id: string) =>
  db.selectFrom('members').select(['deletedAt', 'heldUntil']).where('id', '=', id).executeTakeFirstOrThrow()

describe('a restriction', () => {
  type Attempt = (world: ReportWorld) => Promise<{ status: number; body: unknown; headers: object }>

  const ATTEMPTS: Record<'CONTACT' | 'POST' | 'UPLOAD', Record<string, Attempt>> = {
    CONTACT: {
      'an invite to chat': async ({ reported }) =>
        as(reported).post('/chats/invites', { recipientName: (await aMember(db)).userName, message: 'Hej på dig' }),
      'a kiss': async ({ reported }) =>
        as(reported).post(`/profiles/visits/kiss/${encodeURIComponent((await aMember(db)).userName)}`),
      'an invite to a group': async ({ reported, group: { groupId } }) =>
        as(reported).post('/groups/invites', { groupId, recipientName: (await aMember(db)).userName }),
    },
    POST: {
      'an ad': ({ reported }) => as(reported).post('/ads', { title: 'Ny annons', content: 'Jag söker' }),
      'a post': ({ reported, group }) =>
        as(reported).post(`/groups/${group.groupId}/messages`, { message: 'Hej alla', clientId: randomUUID() }),
      'an edited post': ({ reported, subjects: { GROUP_MESSAGE } }) =>
        as(reported).post(`/groups/${GROUP_MESSAGE.parentId}/messages/${GROUP_MESSAGE.id}`, { message: 'Nya ord' }),
      'an edited comment': async ({ reporter, reported, group }) => {
        const path = `/groups/${group.groupId}/messages`
        const { body: post } = await as(reporter).post<{ id: string }>(path, { message: 'Hej alla' })
        const { id } = await db
          .insertInto('group_messages')
          .values({
            ...{ groupId: group.groupId, parentId: post.id, authorId: reported.id, message: 'Mina ord', version: 1 },
            ...{ clientId: randomUUID(), sentAt: ctx.now().toISOString(), lastUpdate: ctx.now().toISOString() },
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        return as(reported).post(`${path}/${post.id}/comments/${id}/edit`, { message: 'Nya ord' })
      },
      'an edited ad': ({ reported, subjects: { AD } }) =>
        as(reported).post('/ads/edit', { id: AD.id, title: 'Ny titel', content: 'Jag söker' }),
      'a film entry': ({ reported }) => as(reported).post('/movie', aForm({ texts: { message: 'Hej' } })),
      'an event': ({ reported }) =>
        as(reported).post('/events/public', anEventForm(toStockholmTime(new Date(ctx.now().getTime() + DAY_MS)))),
      'a comment in a group': async ({ reporter, reported, group }) => {
        const path = `/groups/${group.groupId}/messages`
        const { body: post } = await as(reporter).post<{ id: string }>(path, { message: 'Hej alla' })
        return as(reported).post(`${path}/${post.id}/comments`, { message: 'Hej', clientId: randomUUID() })
      },
      'a new group': ({ reported }) => as(reported).post('/groups', { ...aGroupForm(), clientId: randomUUID() }),
      'the new name of a group': async ({ reported, group: { groupId } }) => {
        await db
          .updateTable('group_members')
          .set({ admin: true })
          .where('groupId', '=', groupId)
          .where('memberId', '=', reported.id)
          .execute()
        return as(reported).post(`/groups/${groupId}`, aGroupForm())
      },
      'a comment on news': ({ reported, newsId }) => as(reported).post(`/news/${newsId}/comments`, { message: 'Hej' }),
    },
    UPLOAD: {
      'a photo in a chat': ({ reported, chat }) => as(reported).post(`/chats/${chat.chatId}/photos`, aForm()),
      'a photo in a group': ({ reported, group }) => as(reported).post(`/groups/${group.groupId}/photos`, aForm()),
      'a photo in an album': ({ reported }) => as(reported).post('/photos/store', aForm({ album: 'PUBLIC' })),
    },
  }

  test('rejects a post with a photo, which can be sent once the restriction has ended', {
    tags: 'measures.restrict',
  }, async () => {
    const { reporter, reported, group, subjects } = await aReportWorld(ctx)
    await reportAndDecide(reporter, subjects.PROFILE, { kind: 'RESTRICT', scopes: ['POST'], days: 7 })
    const photo = await aPhoto(ctx, reported, { groupId: group.groupId })
    const photoUrl = `/media/${photo}/0-medium.webp?v=1&e=2&s=3`
    const send = (sender: typeof reported) =>
      as(sender).post(`/groups/${group.groupId}/messages`, { clientId: randomUUID(), photoUrl })
    expect(await send(reported)).toMatchObject({ status: 403, body: { code: 'RESTRICTED' } })
    offsetMs = 8 * DAY_MS
    const returned = { ...reported, sessionId: await aSession(db, reported.id) }
    expect(await send(returned)).toMatchObject({ status: 201, body: { photo: { id: photo } } })
  })

  test.each(
    (['CONTACT', 'POST', 'UPLOAD'] as const).flatMap((scope) =>
      Object.entries(ATTEMPTS[scope]).map(([name, attempt]) => ({ scope, name, attempt })),
    ),
  )('of $scope rejects $name until its end', { tags: 'measures.restrict' }, async ({ scope, attempt }) => {
    const world = await aReportWorld(ctx)
    const { reporter, subjects } = world
    await reportAndDecide(reporter, subjects.PROFILE, { kind: 'RESTRICT', scopes: [scope], days: 7 })
    const rejected = await attempt(world)
    expect(rejected).toMatchObject({ status: 403, body: { code: 'RESTRICTED' } })
    const retryAfter = Number(new Map(Object.entries(rejected.headers)).get('retry-after'))
    expect(retryAfter).toBeGreaterThan(6 * 86_400)
    expect(retryAfter).toBeLessThanOrEqual(7 * 86_400)
    offsetMs = 8 * DAY_MS
    expect((await attempt(world)).status).toBeLessThan(300)
  })

  test('lets its member change the time and place of an event, but not the text', {
    tags: 'measures.restrict',
  }, async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const change = (changes: object) => as(reported).post(`/events/${subjects.EVENT.id}`, anEventForm(changes))
    expect((await change({})).status).toBe(200)
    await reportAndDecide(reporter, subjects.PROFILE, { kind: 'RESTRICT', scopes: ['POST'], days: 7 })
    expect((await change({ description: 'Nya ord' })).body).toMatchObject({ code: 'RESTRICTED' })
    expect((await change({ time: '19:30', place: 'Botaniska' })).status).toBe(200)
  })

  test('leaves open chats and the team alone', { tags: 'measures.restrict' }, async () => {
    const { reporter, reported, chat, subjects } = await aReportWorld(ctx)
    const scopes = ['CONTACT', 'POST', 'UPLOAD'] as const
    await reportAndDecide(reporter, subjects.PROFILE, { kind: 'RESTRICT', scopes: [...scopes], days: 7 })
    const message = { message: 'Jag är kvar', clientId: randomUUID() }
    expect((await as(reported).post(`/chats/${chat.chatId}`, message)).status).toBeLessThan(300)
    const toTeam = { recipientName: 'Teamet', message: 'Varför?' }
    expect((await as(reported).post('/chats/invites', toTeam)).status).toBe(201)
  })

  test('does not apply to other scopes', { tags: 'measures.restrict' }, async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    await reportAndDecide(reporter, subjects.PROFILE, { kind: 'RESTRICT', scopes: ['CONTACT'], days: 7 })
    expect((await as(reported).post('/ads', { title: 'Ny annons', content: 'Jag söker' })).status).toBeLessThan(300)
  })
})

test('a session contains the ends of the restrictions that are in effect', { tags: 'decisions.session' }, async () => {
  const { reporter, reported, subjects } = await aReportWorld(ctx)
  const verify = async () => (await as(reported).get<Session>('/sessions/verify')).body
  expect(await verify()).not.toHaveProperty('restrictions')
  const restriction = await reportAndDecide(reporter, subjects.AD, {
    kind: 'RESTRICT',
    scopes: ['CONTACT', 'POST'],
    days: 7,
  })
  await reportAndDecide(reporter, subjects.NEWS_COMMENT, { kind: 'RESTRICT', scopes: ['POST'], days: 30 })
  const { CONTACT, POST, UPLOAD } = (await verify()).restrictions ?? {}
  expect(Date.parse(POST ?? '') - Date.parse(CONTACT ?? '')).toBeGreaterThan(22 * DAY_MS)
  expect(UPLOAD).toBeUndefined()
  await overturn(restriction)
  expect((await verify()).restrictions).toEqual({ POST })
  await sql`update measures set until = now() where "memberId" = ${reported.id}`.execute(ctx.db)
  expect(await verify()).not.toHaveProperty('restrictions')
})

describe('a suspension', () => {
  test('ends all sessions, rejects logins, hides the member, and ends by itself', {
    tags: 'measures.suspend',
  }, async () => {
    const reported = await aMember(db, { passwordHash: await aPasswordHash(PASSWORD) })
    const { reporter, chat, subjects } = await aReportWorld(ctx, { reported })
    const before = await takeSnapshot(ctx)
    await reportAndDecide(reporter, subjects.AD, { kind: 'SUSPEND', days: 7 })
    expect((await as(reported).get('/chats')).status).toBe(401)
    expect((await listPushes(db)).filter(({ push }) => push.type === 'session:ended')).toMatchObject([
      { to: [reported.id], push: { sessions: [reported.sessionId], suspended: true } },
    ])
    const login = () => visitor.post('/members/login', { email: reported.email, password: PASSWORD })
    expect(await login()).toMatchObject({ status: 403, body: { code: 'SUSPENDED' } })
    const wrong = { email: reported.email, password: 'fel lösenord' }
    expect((await visitor.post('/members/login', wrong)).body).toMatchObject({ code: 'FALSE_CREDENTIALS' })
    expect((await as(reporter).get(`/chats/${chat.chatId}`)).status).toBe(404)
    await sweepOnce(ctx)
    expect((await readMember(reported.id)).heldUntil).not.toBeNull()
    offsetMs = 7 * DAY_MS + 60_000
    await Promise.all([sweepOnce(ctx), sweepOnce(ctx)])
    await sweepOnce(ctx)
    expect(await readMember(reported.id)).toEqual({ deletedAt: null, heldUntil: null })
    const after = await takeSnapshot(ctx)
    for (const table of ['chats', 'chat_members', 'ads', 'news', 'photos', 'media'])
      expect({ table, rows: after[table] }).toEqual({ table, rows: before[table] })
    expect((await login()).status).toBe(200)
  })

  test('cancels events before its end, and only hides later ones', { tags: 'measures.suspend' }, async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const soon = await anEvent(db, { author: reported, startsInMs: 2 * DAY_MS })
    const later = await anEvent(db, { author: reported, startsInMs: 30 * DAY_MS })
    await reportAndDecide(reporter, subjects.AD, { kind: 'SUSPEND', days: 7 })
    const readCanceled = async (id: string) =>
      (await db.selectFrom('events').select('cancelledAt').where('id', '=', id).executeTakeFirstOrThrow()).cancelledAt
    expect(await readCanceled(soon.id)).not.toBeNull()
    expect(await readCanceled(later.id)).toBeNull()
    expect((await as(reporter).get(`/events/${later.id}`)).status).toBe(404)
  })

  test('keeps an earlier deletion by the member', { tags: 'measures.suspend' }, async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const { reportAndClaim, decide } = createDeciding(gateway)
    const claimed = await reportAndClaim(reporter, subjects.AD)
    const deletedAt = new Date(Date.now() - DAY_MS).toISOString()
    await db.updateTable('members').set({ deletedAt }).where('id', '=', reported.id).execute()
    expect((await decide(claimed, { actions: [{ kind: 'SUSPEND', days: 7 }] })).status).toBe(200)
    expect((await readMember(reported.id)).deletedAt).not.toBe(deletedAt)
    offsetMs = 8 * DAY_MS
    await sweepOnce(ctx)
    expect(await readMember(reported.id)).toEqual({ deletedAt, heldUntil: null })
  })

  test('lasts until the later end of two decisions', { tags: 'measures.suspend' }, async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const { reportAndClaim, decide } = createDeciding(gateway)
    const [first, second] = [
      await reportAndClaim(reporter, subjects.AD),
      await reportAndClaim(reporter, subjects.NEWS_COMMENT),
    ]
    await decide(first, { actions: [{ kind: 'SUSPEND', days: 7 }] })
    await decide(second, { actions: [{ kind: 'SUSPEND', days: 30 }] })
    offsetMs = 8 * DAY_MS
    await sweepOnce(ctx)
    expect((await readMember(reported.id)).heldUntil).not.toBeNull()
    offsetMs = 31 * DAY_MS
    await sweepOnce(ctx)
    expect(await readMember(reported.id)).toEqual({ deletedAt: null, heldUntil: null })
  })

  test('is undone completely by an appeal, together with a removal', {
    tags: ['measures.suspend', 'decisions.restore'],
  }, async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    await aGroup(db, { owner: reported, members: [reporter] })
    await anOpenChat(db, { ann: reported })
    const before = await takeSnapshot(ctx)
    const decided = await reportAndDecide(
      reporter,
      subjects.NEWS_COMMENT,
      { kind: 'REMOVE' },
      { kind: 'SUSPEND', days: 7 },
    )
    await overturn(decided)
    const after = await takeSnapshot(ctx)
    for (const table of ['chats', 'chat_members', 'news', 'news_comments', 'ads', 'movie_entries', 'members'])
      expect({ table, rows: after[table] }).toEqual({ table, rows: before[table] })
  })
})

describe('a ban', () => {
  test('takes effect at once, and bars the address after a second admin has confirmed it', {
    tags: 'measures.ban',
  }, async () => {
    await aModerator(db)
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const { caseId, secondLook } = await reportAndDecide(reporter, subjects.AD, { kind: 'BAN' })
    expect(secondLook).toBe(true)
    expect((await as(reported).get('/chats')).status).toBe(401)
    const bars = db.selectFrom('mail_bars').select('mailHash')
    const hash = hashBarredAddress(TEST_SECRET, reported.email)
    expect(await bars.where('mailHash', '=', hash).execute()).toEqual([])
    expect((await confirm(caseId)).status).toBe(200)
    expect(await bars.where('mailHash', '=', hash).execute()).toHaveLength(1)
    expect((await readCase(caseId)).state).toBe('DECIDED')
    const { heldUntil } = await readMember(reported.id)
    expect(Date.parse(heldUntil ?? '')).toBeGreaterThan(Date.now() + 170 * DAY_MS)
    offsetMs = 200 * DAY_MS
    await sweepOnce(ctx)
    expect((await readMember(reported.id)).heldUntil).toBeNull()
  })

  test('is undone if nobody confirms it within 72 hours, which reopens its case', {
    tags: 'measures.ban',
  }, async () => {
    await aModerator(db)
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const { caseId } = await reportAndDecide(reporter, subjects.AD, { kind: 'REMOVE' }, { kind: 'BAN' })
    offsetMs = 73 * 60 * 60_000
    await sweepOnce(ctx)
    expect(await readMember(reported.id)).toEqual({ deletedAt: null, heldUntil: null })
    expect(await readCase(caseId)).toMatchObject({ state: 'OPEN', outcome: null })
    expect(await db.selectFrom('ads').select('id').where('id', '=', subjects.AD.id).execute()).toHaveLength(1)
  })

  test('is undone if the second admin refuses it', { tags: 'measures.ban' }, async () => {
    await aModerator(db)
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const { caseId } = await reportAndDecide(reporter, subjects.AD, { kind: 'BAN' })
    expect((await confirm(caseId, false)).status).toBe(200)
    expect(await readMember(reported.id)).toEqual({ deletedAt: null, heldUntil: null })
    expect((await readCase(caseId)).state).toBe('OPEN')
  })

  test('is not offered to a team of one', { tags: 'measures.ban' }, async () => {
    const { reporter, subjects } = await aReportWorld(ctx)
    const { reportAndClaim, decide } = createDeciding(gateway)
    const claimed = await reportAndClaim(reporter, subjects.AD)
    await sql`delete from team_duties where "memberId" <> ${claimed.moderator.accountId}`.execute(db)
    expect((await decide(claimed, { actions: [{ kind: 'BAN' }] })).body).toMatchObject({
      code: 'VALIDATION',
      fields: [{ path: 'actions' }],
    })
  })

  /** Bans two members with the same mailbox and the same picture, one after the other. */
  async function banTwice() {
    await aModerator(db)
    const address = randomUUID()
    const rawHash = randomBytes(32)
    const bans: Decided[] = []
    for (const tag of ['ett', 'tva']) {
      const { reporter, reported, subjects } = await aReportWorld(ctx)
      await db
        .updateTable('members')
        .set({ email: `${address}+${tag}@example.test` })
        .where('id', '=', reported.id)
        .execute()
      await db
        .updateTable('media')
        .set({ rawHash })
        .where('id', '=', await aPhoto(ctx, reported))
        .execute()
      const decided = await reportAndDecide(reporter, subjects.AD, { kind: 'BAN' })
      expect((await confirm(decided.caseId)).status).toBe(200)
      bans.push(decided)
    }
    const mailHash = hashBarredAddress(TEST_SECRET, `${address}@example.test`)
    const readBars = async () => {
      const address = db.selectFrom('mail_bars').select('decisionId').where('mailHash', '=', mailHash)
      const picture = db.selectFrom('banned_pictures').select('decisionId').where('sha256', '=', rawHash)
      return [...(await address.execute()), ...(await picture.execute())].map(({ decisionId }) => decisionId)
    }
    return { bans: bans as [Decided, Decided], mailHash, rawHash, readBars }
  }

  test.each([0, 1] as const)(
    'keeps the bars of another ban when it is overturned (%i)',
    {
      tags: 'measures.ban',
    },
    async (overturned) => {
      const { bans, readBars } = await banTwice()
      await overturn(bans[overturned])
      const { decisionId } = bans[overturned === 0 ? 1 : 0]
      expect(await readBars()).toEqual([decisionId, decisionId])
      await overturn(bans[overturned === 0 ? 1 : 0])
      expect(await readBars()).toEqual([])
    },
  )

  test('bars an address and pictures again whose earlier bars have expired', { tags: 'measures.ban' }, async () => {
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const { bans, mailHash, rawHash, readBars } = await banTwice()
    await sql`update mail_bars set until = '2020-01-01' where "mailHash" = ${mailHash}`.execute(db)
    await sql`update banned_pictures set until = '2020-01-01' where sha256 = ${rawHash}`.execute(db)
    const { email } = await db
      .selectFrom('measures')
      .innerJoin('members', 'members.id', 'measures.memberId')
      .select('members.email')
      .where('decisionId', '=', bans[0].decisionId)
      .executeTakeFirstOrThrow()
    await db
      .updateTable('members')
      .set({ email: email.replace('+ett', '+tre') })
      .where('id', '=', reported.id)
      .execute()
    await db
      .updateTable('media')
      .set({ rawHash })
      .where('id', '=', await aPhoto(ctx, reported))
      .execute()
    const { caseId, decisionId } = await reportAndDecide(reporter, subjects.AD, { kind: 'BAN' })
    await confirm(caseId)
    expect(await readBars()).toEqual([decisionId, decisionId])
    const { rows } = await sql<{ until: string }>`
      select until from mail_bars where "mailHash" = ${mailHash}
      union all select until from banned_pictures where sha256 = ${rawHash}`.execute(db)
    expect(rows.every(({ until }) => Date.parse(until) > Date.now())).toBe(true)
  })

  test('removes its bars when it is overturned', { tags: 'measures.ban' }, async () => {
    await aModerator(db)
    const { reporter, reported, subjects } = await aReportWorld(ctx)
    const decided = await reportAndDecide(reporter, subjects.AD, { kind: 'BAN' })
    await confirm(decided.caseId)
    await overturn(decided)
    const hash = hashBarredAddress(TEST_SECRET, reported.email)
    expect(await db.selectFrom('mail_bars').select('until').where('mailHash', '=', hash).execute()).toEqual([])
    expect(await readMember(reported.id)).toEqual({ deletedAt: null, heldUntil: null })
    const loggedIn = { ...reported, sessionId: await aSession(db, reported.id) }
    const ended = { kind: 'BAN', endedAt: expect.any(String) }
    expect(await listStatements(loggedIn)).toMatchObject([{ appeal: 'OVERTURNED', actions: [ended] }])
  })
})
