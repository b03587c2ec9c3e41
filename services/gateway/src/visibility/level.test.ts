import { randomUUID } from 'node:crypto'
import type { ChatSummary } from '@app/contract/chats'
import type { CalendarFeed, Event } from '@app/contract/events'
import type { Group } from '@app/contract/groups'
import { DAY_MS } from '@app/contract/limits'
import type { MovieEntry } from '@app/contract/movie'
import type { NewsComment } from '@app/contract/news'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { anEvent } from '@app/server/testing/events'
import { countLockWaiters } from '@app/server/testing/locks'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { aPasswordHash } from '@app/server/testing/passwords'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { createAd } from '../ads/actions.ts'
import { inviteToChat } from '../chats/invites.ts'
import type { MemberCtx } from '../context.ts'
import { answerEvent } from '../events/answers.ts'
import { createPublicEvent } from '../events/creation.ts'
import { aForm } from '../events/testing.ts'
import { sendPost } from '../group-chats/send-post.ts'
import { joinGroup } from '../groups/joining.ts'
import { likeEntry } from '../movie/likes.ts'
import { kissNews } from '../news/actions.ts'
import { commentNews } from '../news/comments.ts'
import { createNewsHelpers } from '../news/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { refreshBadges } from '../verifications/badges.ts'
import { changeLevel } from './level.ts'

const PASSWORD = 'gul kanot 7'
const gateway = await setUpTestGateway()
const { ctx, as, visitor } = gateway
const { publish, postComment, listComments } = createNewsHelpers(gateway)

const grant = (owner: TestMember, viewer: TestMember) =>
  as(owner).post('/photos/private/grant', { userName: viewer.userName })
const listGrants = ({ accountId: id }: TestMember) =>
  ctx.db
    .selectFrom('private_grants')
    .select(['ownerId', 'viewerId'])
    .where((eb) => eb.or([eb('ownerId', '=', id), eb('viewerId', '=', id)]))
    .execute()
const confirm = (verifier: TestMember, member: TestMember) =>
  ctx.db
    .insertInto('verifications')
    .values({
      ...{ memberId: member.accountId, verifierId: verifier.accountId },
      ...{ state: 'CONFIRMED', at: ctx.now().toISOString() },
    })
    .execute()

describe('grants of a PRIVATE album', () => {
  test('by and to a member are deleted permanently when the member becomes an admin', async () => {
    const { ann, bo } = await anOpenChat(ctx.db)
    expect((await grant(ann, bo)).status).toBe(204)
    expect((await grant(bo, ann)).status).toBe(204)
    await changeLevel(ctx, ann.id, 'ADMIN')
    expect(await listGrants(ann)).toEqual([])
    await changeLevel(ctx, ann.id, 'BASIC')
    const annWithNewSession = { ...ann, sessionId: await aSession(ctx.db, ann.id) }
    for (const member of [annWithNewSession, bo]) {
      expect((await as(member).get('/photos/private')).body).toEqual([])
      expect((await as(member).get('/chats')).body).toMatchObject([{ partner: { iGranted: false } }])
    }
  })

  test('of other members remain', async () => {
    const { ann, bo } = await anOpenChat(ctx.db)
    await grant(ann, bo)
    await changeLevel(ctx, (await aMember(ctx.db)).id, 'ADMIN')
    expect(await listGrants(ann)).toHaveLength(1)
  })

  test('that are created during the level change are deleted, too', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { ann, bo } = await anOpenChat(ctx.db)
      await Promise.all([grant(bo, ann), changeLevel(ctx, ann.id, 'ADMIN'), grant(ann, bo)])
      expect(await listGrants(ann)).toEqual([])
    }
  })
})

describe('level changes', () => {
  test('wait for open transactions in which the admin acts as the team, without a deadlock', async () => {
    const member = await aMember(ctx.db)
    const admin = await aMember(ctx.db, { level: 'ADMIN' })
    await confirm(admin, member)
    const actingMember = {
      ...admin,
      level: 'ADMIN',
      language: 'SWEDISH',
      registeredAt: ctx.now().toISOString(),
    } as const
    const order: string[] = []
    let revocation: Promise<unknown> | undefined
    await transact({ ...ctx, member: actingMember }, async (tx) => {
      revocation = changeLevel(ctx, admin.accountId, 'BASIC').then(() => order.push('revoked'))
      await vi.waitFor(async () => expect(await countLockWaiters(ctx)).toBe(1))
      await refreshBadges(tx, member.id)
      order.push('written')
    })
    await revocation
    expect(order).toEqual(['written', 'revoked'])
  })

  test('of members who confirmed each other do not deadlock', async () => {
    const members = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
    for (const verifier of members)
      for (const member of members) if (verifier !== member) await confirm(verifier, member)
    for (const level of ['ADMIN', 'BASIC', 'ADMIN'] as const)
      expect(await Promise.all(members.map(({ id }) => changeLevel(ctx, id, level)))).toEqual([true, true, true])
  })

  test.each([
    ['BASIC', 'ADMIN'],
    ['ADMIN', 'BASIC'],
  ] as const)(
    'from %s to %s revoke the calendar feed and cancel a pending email address change',
    async (oldLevel, newLevel) => {
      const ann = await aMember(ctx.db, { level: oldLevel, passwordHash: await aPasswordHash(PASSWORD) })
      const { body } = await as(ann).post<CalendarFeed>('/events/calendar')
      const feed = new URL(body.url ?? '').pathname.replace('/api/v2', '')
      const email = `${randomUUID()}@example.org`
      expect((await as(ann).post('/members/email', { email, password: PASSWORD })).status).toBe(204)
      expect((await visitor.get(feed)).status).toBe(200)
      await changeLevel(ctx, ann.accountId, newLevel)
      expect((await visitor.get(feed)).status).toBe(404)
      const annWithNewSession = { ...ann, level: newLevel, sessionId: await aSession(ctx.db, ann.accountId) }
      expect((await as(annWithNewSession).get('/members/email')).body).toMatchObject({ pending: null })
    },
  )

  test('take effect once when concurrent', async () => {
    const { id } = await aMember(ctx.db)
    const changes = await Promise.all(Array.from({ length: 5 }, () => changeLevel(ctx, id, 'ADMIN')))
    expect(changes.filter(Boolean)).toHaveLength(1)
  })
})

describe('a member who becomes an admin', () => {
  test('disappears from chats, groups, events, film, ads and comments, and returns to all but events', async () => {
    const ann = await aMember(ctx.db)
    const { bo, chatId } = await anOpenChat(ctx.db, { ann })
    const { groupId } = await aGroup(ctx.db, { owner: ann, members: [bo] })
    const event = await anEvent(ctx.db, { author: ann, startsInMs: 2 * DAY_MS })
    const entry = await anEntry(ctx, ann)
    const news = await publish()
    await postComment(ann, news.id)
    await as(ann).post('/ads', { title: 'Min annons', content: 'Jag söker någon' })
    const allAds = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
    const readState = async () => ({
      chats: (await as(bo).get<ChatSummary[]>('/chats')).body.map(({ partner }) => partner.userName),
      owners: (await as(bo).get<Group[]>('/groups')).body.map((group) => [group.owner, group.memberCount]),
      events: (await as(bo).get<Event[]>('/events/public')).body.filter(({ id }) => id === event.id).length,
      film: (await as(bo).get<MovieEntry[]>('/movie')).body.filter(({ id }) => id === entry.id).length,
      comments: (await listComments(bo, news.id)).map(({ userName }: NewsComment) => userName),
      ads: JSON.stringify((await as(bo).post('/ads/filtered', allAds)).body).split(ann.userName).length - 1,
    })
    const before = await readState()
    expect(before).toMatchObject({ chats: [ann.userName], events: 1, film: 1, comments: [ann.userName], ads: 1 })
    await changeLevel(ctx, ann.id, 'ADMIN')
    expect(await readState()).toEqual({ chats: [], owners: [[true, 1]], events: 0, film: 0, comments: [], ads: 0 })
    expect((await as(bo).get(`/chats/${chatId}`)).status).toBe(404)
    await changeLevel(ctx, ann.id, 'BASIC')
    expect(await readState()).toEqual({ ...before, owners: [[true, 2]], events: 0 })
    expect((await as(bo).get(`/groups/${groupId}/members`)).body).toHaveLength(2)
  })

  test('writes nothing as a member in a request that began before the change', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const { groupId } = await aGroup(ctx.db, { isOpen: true })
    const joinedGroup = await aGroup(ctx.db, { members: [ann] })
    const [event, entry, news] = [await anEvent(ctx.db), await anEntry(ctx, bo), await publish()]
    const member = { ...ann, level: 'BASIC', language: 'SWEDISH', registeredAt: ctx.now().toISOString() } as const
    const staleCtx: MemberCtx = { ...ctx, member }
    await changeLevel(ctx, ann.id, 'ADMIN')
    const body = { message: 'Ett sista ord', clientId: randomUUID() }
    const writes: (() => Promise<unknown>)[] = [
      () => inviteToChat(staleCtx, { recipientName: bo.userName, message: 'Hej på dig' }),
      () => createAd(staleCtx, { title: 'Min annons', content: 'Jag söker någon' }),
      () => joinGroup(staleCtx, groupId),
      () => sendPost(staleCtx, joinedGroup.groupId, { ...body, photoUrl: null, replyTo: null }),
      () => createPublicEvent(staleCtx, aForm()),
      () => answerEvent(staleCtx, event.id, 'YES'),
      () => likeEntry(staleCtx, entry.id),
      () => kissNews(staleCtx, news.id),
      () => commentNews(staleCtx, news.id, body),
    ]
    for (const write of writes) await expect(write()).rejects.toBeInstanceOf(AppError)
    const columns = {
      ads: 'authorId',
      group_members: 'memberId',
      group_messages: 'authorId',
      events: 'authorId',
    } as const
    for (const [table, column] of Object.entries({
      ...columns,
      ...({ event_answers: 'memberId', movie_likes: 'memberId', news_kisses: 'memberId' } as const),
      ...({ news_comments: 'authorId', chats: 'creatorId' } as const),
    })) {
      const { rows } = await sql`
        select from ${sql.table(table)} where ${sql.ref(column)} = ${ann.id}`.execute(ctx.db)
      expect([table, rows.length]).toEqual([table, table === 'group_members' ? 1 : 0])
    }
  })
})
