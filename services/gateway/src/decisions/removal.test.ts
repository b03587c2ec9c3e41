import { randomUUID } from 'node:crypto'
import type { ChatMessage, ChatSummary } from '@app/contract/chats'
import type { Event } from '@app/contract/events'
import type { GroupInvite, GroupMessage } from '@app/contract/groups'
import type { Decided } from '@app/contract/safety/decisions'
import type { Subject } from '@app/contract/safety/subjects'
import { aGroup, listJobs, listPushes } from '@app/server/testing/context'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aForm } from '../events/testing.ts'
import { aReportWorld, type ReportWorld } from '../reports/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { changeLevel } from '../visibility/level.ts'
import { hideMember } from '../visibility/testing.ts'
import { createDeciding, takeSnapshot } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const {
  file,
  readCase,
  reportAndClaim,
  reportAndDecide,
  overturn,
  listStatements,
  storeAppeal,
  answerAppeal,
  claim,
  decide,
} = createDeciding(gateway)

const send = async (member: TestMember, path: string, message: string): Promise<string> => {
  const { status, body } = await as(member).post<{ id: string }>(path, { message, clientId: randomUUID() })
  expect([200, 201]).toContain(status)
  return body.id
}

/** Creates content that other members have read, answered, liked and commented on. */
async function aLivelyWorld(): Promise<ReportWorld & { third: TestMember; postId: string; commentId: string }> {
  const world = await aReportWorld(ctx)
  const { reporter, reported, chat, group, subjects } = world
  const third = await aMember(db)
  await sql`
    insert into group_members ("groupId", "memberId", admin, "joinedAt") values (${group.groupId}, ${third.id}, false, now())`.execute(
    db,
  )
  await sql`update groups set "memberCount" = 3 where id = ${group.groupId}`.execute(db)
  await sql`update groups set posts = 1 where id = ${group.groupId}`.execute(db)
  const postId = await send(reported, `/groups/${group.groupId}/messages`, 'Det här går över gränsen')
  await send(reporter, `/groups/${group.groupId}/messages/${postId}/comments`, 'Sluta')
  const commentId = await send(reported, `/groups/${group.groupId}/messages/${postId}/comments`, 'Aldrig')
  await send(third, `/groups/${group.groupId}/messages/${postId}/comments`, 'Jo')
  await send(third, `/groups/${group.groupId}/messages`, 'Något annat')
  expect((await as(reporter).post(`/groups/${group.groupId}/mark-read/${postId}`)).status).toBe(204)
  await send(reported, `/chats/${chat.chatId}`, 'Ett ord till')
  const postPath = `/groups/${group.groupId}/messages/${postId}`
  for (const path of [postPath, `${postPath}/comments/${commentId}`, `/chats/${chat.chatId}/${chat.firstMessageId}`])
    expect((await as(reporter).post(`${path}/react`, { reaction: 'SAD' })).status).toBe(200)
  for (const member of [reporter, third]) await as(member).post('/movie/like', { id: subjects.MOVIE_ENTRY.id })
  expect((await as(third).post(`/events/${subjects.EVENT.id}/attending`)).status).toBe(200)
  return { ...world, third, postId, commentId }
}

/** Returns the subject of each kind. Others have reacted to the post, the comment and the message. */
const SUBJECTS: Record<string, (world: Awaited<ReturnType<typeof aLivelyWorld>>) => Subject> = {
  'a post': ({ group, postId }) => ({ kind: 'GROUP_MESSAGE', id: postId, parentId: group.groupId }),
  'a comment': ({ group, commentId }) => ({ kind: 'GROUP_MESSAGE', id: commentId, parentId: group.groupId }),
  'a message of a chat': ({ subjects }) => subjects.CHAT_MESSAGE,
  'a photo': ({ subjects }) => subjects.PHOTO,
  'a film entry': ({ subjects }) => subjects.MOVIE_ENTRY,
  'an ad': ({ subjects }) => subjects.AD,
  'a comment on news': ({ subjects }) => subjects.NEWS_COMMENT,
  'a group invite': ({ subjects }) => subjects.GROUP_INVITE,
  'an event': ({ subjects }) => subjects.EVENT,
  'a group': ({ subjects }) => subjects.GROUP,
  'a profile': ({ subjects }) => subjects.PROFILE,
}

describe('an overturned decision', () => {
  test.each(Object.keys(SUBJECTS))(
    'brings %s back exactly, with all that others did with it',
    {
      tags: 'decisions.restore',
    },
    async (name) => {
      const world = await aLivelyWorld()
      await db
        .updateTable('members')
        .set({ description: 'Det här går över gränsen' })
        .where('id', '=', world.reported.id)
        .execute()
      const subject = SUBJECTS[name]?.(world)
      if (!subject) throw new Error('no subject')
      const before = await takeSnapshot(ctx)
      const decided = await reportAndDecide(world.reporter, subject)
      const removed = await takeSnapshot(ctx)
      expect(removed).not.toEqual(before)
      expect(await listStatements(world.reported)).toMatchObject([{ id: decided.decisionId, removedNow: true }])
      await overturn(decided)
      const after = await takeSnapshot(ctx)
      for (const table of Object.keys(before))
        expect({ table, rows: after[table] }).toEqual({ table, rows: before[table] })
      expect(await listStatements(world.reported)).toMatchObject([{ removedNow: false, appeal: 'OVERTURNED' }])
    },
  )

  test.each(['a post', 'a film entry', 'a group', 'a profile'])(
    'restores %s once if the same answer arrives five times concurrently',
    { tags: ['decisions.restore', 'hostile.races'] },
    async (kind) => {
      const world = await aLivelyWorld()
      const before = await takeSnapshot(ctx)
      const decided = await reportAndDecide(world.reporter, SUBJECTS[kind]?.(world) as Subject)
      await storeAppeal(decided)
      const { moderator, version } = await claim(decided.caseId)
      const answer = () =>
        as(moderator).post(`/moderation/appeals/${decided.decisionId}/decide`, {
          ...{ version, outcome: 'OVERTURNED', words: 'Vi har läst igen.' },
        })
      const responses = await Promise.all(Array.from({ length: 5 }, answer))
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
      expect(await takeSnapshot(ctx)).toEqual(before)
      const mails = db.selectFrom('mails').select('id').where('aboutId', '=', decided.decisionId)
      expect(await mails.where('kind', '=', 'APPEAL_DECIDED').execute()).toHaveLength(1)
    },
  )

  test.each([
    ['a comment', 'a group'],
    ['a post', 'a group'],
    ['an event', 'a group'],
    ['a photo', 'a profile'],
  ])(
    'restores %s and %s that contains it when both decisions are overturned concurrently',
    { tags: ['decisions.restore', 'hostile.races'] },
    async (...kinds) => {
      const world = await aLivelyWorld()
      const before = await takeSnapshot(ctx)
      const decided: Decided[] = []
      for (const kind of kinds) decided.push(await reportAndDecide(world.reporter, SUBJECTS[kind]?.(world) as Subject))
      await Promise.all(decided.map(overturn))
      expect(await takeSnapshot(ctx)).toEqual(before)
    },
  )

  test('counts what members read and wrote while a post was hidden', { tags: 'decisions.restore' }, async () => {
    const world = await aLivelyWorld()
    const { group, reporter, reported, third, postId } = world
    const decided = await reportAndDecide(reporter, { kind: 'GROUP_MESSAGE', id: postId, parentId: group.groupId })
    const laterId = await send(third, `/groups/${group.groupId}/messages`, 'Senare')
    await as(reported).post(`/groups/${group.groupId}/mark-read/${laterId}`)
    await overturn(decided)
    const { rows } = await sql<{ memberId: string; unread: number; expected: number }>`
      select gm."memberId", g.posts - gm."readPosts" as unread, (
        select count(*)::int from group_messages m where m."groupId" = g.id and m."parentId" is null
          and m."deletedAt" is null and m.id > coalesce(gm."lastReadId", 0)) as expected
      from group_members gm join groups g on g.id = gm."groupId" where g.id = ${group.groupId}`.execute(db)
    for (const { unread, expected } of rows.filter(({ memberId }) => memberId !== third.id))
      expect(unread).toBe(expected)
  })

  test.each(['its owner deletes', 'the team removes'])(
    'does not make an event public whose private group %s meanwhile',
    { tags: 'decisions.restore' },
    async (ending) => {
      const world = await aLivelyWorld()
      const { group, reporter, reported, third } = world
      const created = await as(reported).post<Event>(`/events/groups/${group.groupId}`, aForm({ title: 'Hemligt' }))
      const { id } = created.body
      expect((await as(third).post(`/events/${id}/attending`)).status).toBe(200)
      const decided = await reportAndDecide(reporter, { kind: 'EVENT', id })
      if (ending === 'the team removes') await reportAndDecide(reporter, world.subjects.GROUP)
      else expect((await as(reported).post(`/groups/${group.groupId}/delete`)).status).toBeLessThan(300)
      const listHiddenPushes = async () =>
        (await listPushes(db)).filter(({ to, push }) => to !== undefined && JSON.stringify(push).includes('Hemligt'))
      const pushesBefore = await listHiddenPushes()
      await overturn(decided)
      expect(await listHiddenPushes()).toEqual(pushesBefore)
      const outsider = await aMember(db)
      expect((await as(outsider).get(`/events/${id}`)).status).toBe(404)
      expect(JSON.stringify((await as(outsider).get('/events/public')).body)).not.toContain('Hemligt')
      for (const member of [reported, third])
        expect((await as(member).get<Event>(`/events/${id}`)).body).toMatchObject({ title: 'Hemligt', cancelled: true })
    },
  )

  const ABSENCES: Record<string, { isCanceled: boolean; start: (world: ReportWorld) => Promise<unknown> }> = {
    'is being deleted': { isCanceled: true, start: ({ reported }) => hideMember(ctx, reported) },
    'is suspended until after it': {
      isCanceled: true,
      start: ({ reporter, subjects }) => reportAndDecide(reporter, subjects.AD, { kind: 'SUSPEND', days: 30 }),
    },
    'is suspended until before it': {
      isCanceled: false,
      start: ({ reporter, subjects }) => reportAndDecide(reporter, subjects.AD, { kind: 'SUSPEND', days: 1 }),
    },
  }
  test.each(Object.entries(ABSENCES))(
    'restores an event as canceled only if its author is absent when it begins: the author %s',
    { tags: 'decisions.restore' },
    async (_, { isCanceled, start }) => {
      const world = await aLivelyWorld()
      const { id } = world.subjects.EVENT
      const decided = await reportAndDecide(world.reporter, world.subjects.EVENT)
      await start(world)
      await overturn(decided)
      const event = db.selectFrom('events').select(['cancelledAt', 'removedBy']).where('id', '=', id)
      expect(await event.executeTakeFirst()).toEqual({
        cancelledAt: isCanceled ? expect.any(String) : null,
        removedBy: null,
      })
    },
  )

  test('restores the picture of a message, whose files were kept', { tags: 'decisions.restore' }, async () => {
    const world = await aLivelyWorld()
    const { chat, reporter, reported } = world
    const mediaId = await aPhoto(ctx, reported, { chatId: chat.chatId, attached: true })
    await sql`update chat_messages set "mediaId" = ${mediaId} where id = ${chat.firstMessageId}`.execute(db)
    const decided = await reportAndDecide(reporter, world.subjects.CHAT_MESSAGE)
    const hidden = await db.selectFrom('media').selectAll().where('id', '=', mediaId).executeTakeFirstOrThrow()
    expect(hidden).toMatchObject({ state: 'REMOVED', removedBy: decided.decisionId })
    expect(Date.parse(hidden.dueAt)).toBeGreaterThan(Date.now() + 180 * 86_400_000)
    expect((await listJobs(db)).filter(({ name }) => name === 'photos:remove')).toEqual([])
    await overturn(decided)
    expect(
      await db
        .selectFrom('chat_messages')
        .select(['message', 'mediaId'])
        .where('id', '=', chat.firstMessageId)
        .execute(),
    ).toEqual([{ message: 'Hej där', mediaId }])
  })

  test('does not bring back a photo that its owner has deleted from the album', async () => {
    const world = await aLivelyWorld()
    const decided = await reportAndDecide(world.reporter, world.subjects.PHOTO)
    await db.deleteFrom('photos').where('mediaId', '=', world.subjects.PHOTO.id).execute()
    await overturn(decided)
    const media = db.selectFrom('media').select('state').where('id', '=', world.subjects.PHOTO.id)
    expect(await media.executeTakeFirst()).toEqual({ state: 'REMOVED' })
  })

  test.each([
    ['a post', ({ group, postId }) => `/groups/${group.groupId}/messages/${postId}`],
    [
      'a comment',
      ({ group, postId, commentId }) => `/groups/${group.groupId}/messages/${postId}/comments/${commentId}`,
    ],
    ['a message of a chat', ({ chat }) => `/chats/${chat.chatId}/${chat.firstMessageId}`],
  ] satisfies [string, (world: Awaited<ReturnType<typeof aLivelyWorld>>) => string][])(
    'does not bring back %s that its author has deleted while it was removed',
    { tags: 'decisions.restore' },
    async (name, pathOf) => {
      const world = await aLivelyWorld()
      const { reporter, reported, group } = world
      const decided = await reportAndDecide(reporter, SUBJECTS[name]?.(world) as Subject)
      const { posts } = await db
        .selectFrom('groups')
        .select('posts')
        .where('id', '=', group.groupId)
        .executeTakeFirstOrThrow()
      for (const _ of [1, 2]) expect((await as(reported).post(`${pathOf(world)}/delete`)).status).toBe(204)
      const deleted = await takeSnapshot(ctx)
      await overturn(decided)
      const after = await takeSnapshot(ctx)
      for (const table of ['chats', 'chat_messages', 'groups', 'group_members', 'group_messages', 'group_reactions'])
        expect({ table, rows: after[table] }).toEqual({ table, rows: deleted[table] })
      expect(await db.selectFrom('groups').select('posts').where('id', '=', group.groupId).execute()).toEqual([
        { posts },
      ])
      for (const table of ['chat_messages', 'group_messages'] as const)
        expect(await db.selectFrom(table).select('id').where('removedBy', '=', decided.decisionId).execute()).toEqual(
          [],
        )
      expect(await listStatements(reported)).toMatchObject([{ removedNow: false, appeal: 'OVERTURNED' }])
    },
  )

  test.each([
    ['an ad', 'ads'],
    ['a comment on news', 'news_comments'],
    ['a group invite', 'group_invites'],
  ] as const)(
    'leaves %s removed if its author has become an admin, and still answers the appeal',
    { tags: 'decisions.restore' },
    async (name, table) => {
      const world = await aLivelyWorld()
      const { reporter, reported } = world
      const decided = await reportAndDecide(reporter, SUBJECTS[name]?.(world) as Subject)
      const { decisionId, caseId } = decided
      expect((await as(reported).post(`/decisions/${decisionId}/appeal`, { words: 'Nej.' })).status).toBe(204)
      await changeLevel(ctx, reported.id, 'ADMIN')
      const before = (await takeSnapshot(ctx))[table]
      expect((await answerAppeal(caseId, decisionId, 'OVERTURNED')).status).toBe(200)
      expect(await readCase(caseId)).toMatchObject({ state: 'OVERTURNED', removed: false })
      const mails = db.selectFrom('mails').select('kind').where('aboutId', '=', decisionId).orderBy('id')
      expect(await mails.execute()).toEqual([{ kind: 'DECISION' }, { kind: 'APPEAL_DECIDED' }])
      await changeLevel(ctx, reported.id, 'BASIC')
      expect((await takeSnapshot(ctx))[table]).toEqual(before)
      const loggedIn = { ...reported, sessionId: await aSession(db, reported.id) }
      expect(await listStatements(loggedIn)).toMatchObject([
        { appeal: 'OVERTURNED', appealAnswer: 'Vi har läst igen.', removedNow: false, actions: [{ kind: 'REMOVE' }] },
      ])
    },
  )

  test('restores the invites to all members except one who has become an admin', {
    tags: 'decisions.restore',
  }, async () => {
    const { reporter, reported, third, subjects } = await aLivelyWorld()
    const { id: groupId } = subjects.GROUP_INVITE
    const invite = { groupId, inviterId: reported.id, recipientId: third.id, message: 'Du med' }
    await db
      .insertInto('group_invites')
      .values({ ...invite, sentAt: ctx.now().toISOString() })
      .execute()
    expect((await file(third, subjects.GROUP_INVITE)).status).toBe(201)
    const decided = await reportAndDecide(reporter, subjects.GROUP_INVITE)
    const listRecipients = async () => {
      const invites = db.selectFrom('group_invites').select('recipientId').where('groupId', '=', groupId)
      return (await invites.execute()).map(({ recipientId }) => recipientId)
    }
    expect(await listRecipients()).toEqual([])
    await changeLevel(ctx, third.id, 'ADMIN')
    await overturn(decided)
    expect(await listRecipients()).toEqual([reporter.id])
  })

  test.each([
    { answer: 'an open', end: 'was demoted' },
    { answer: 'an open', end: 'has left' },
    { answer: 'a declined', end: 'was demoted' },
    { answer: 'a declined', end: 'has left' },
  ])(
    'leaves $answer group invite withdrawn whose inviter $end, so that another admin can send one',
    {
      tags: 'decisions.restore',
    },
    async ({ answer, end }) => {
      const { reporter, reported, third } = await aLivelyWorld()
      const { groupId } = await aGroup(db, { owner: third, admins: [reported] })
      const invite = (member: TestMember) =>
        as(member).post('/groups/invites', { groupId, recipientName: reporter.userName })
      expect((await invite(reported)).status).toBe(201)
      const claimed = await reportAndClaim(reporter, { kind: 'GROUP_INVITE', id: groupId })
      if (answer === 'a declined') expect((await as(reporter).post(`/groups/${groupId}/decline`)).status).toBe(204)
      const { body: decided } = await decide(claimed)
      const ended =
        end === 'has left'
          ? await as(reported).post(`/groups/${groupId}/leave`)
          : await as(third).post(`/groups/${groupId}/members/${encodeURIComponent(reported.userName)}/demote`)
      expect(ended.status).toBe(204)
      await overturn(decided)
      const listInvites = async () =>
        (await as(reporter).get<GroupInvite[]>('/groups/invites')).body.filter(({ group }) => group.groupId === groupId)
      expect(await listInvites()).toEqual([])
      expect((await invite(third)).status).toBe(201)
      expect(await listInvites()).toMatchObject([{ inviterName: third.userName }])
    },
  )

  test('leaves no case that could be claimed to overturn it a second time', async () => {
    const world = await aLivelyWorld()
    const decided = await reportAndDecide(world.reporter, world.subjects.AD)
    await overturn(decided)
    await expect(claim(decided.caseId)).rejects.toThrow('claiming a case returned 409')
    expect(await db.selectFrom('ads').select('id').where('id', '=', world.subjects.AD.id).execute()).toHaveLength(1)
  })
})

describe('removed content', () => {
  test('is a tombstone for the other member, and marked for its author', { tags: 'decisions.remove' }, async () => {
    const { chat, reporter, reported, subjects } = await aLivelyWorld()
    await reportAndDecide(reporter, subjects.CHAT_MESSAGE)
    const find = async (member: TestMember) =>
      (await as(member).get<{ messages: ChatMessage[] }>(`/chats/${chat.chatId}`)).body.messages.find(
        ({ id }) => id === chat.firstMessageId,
      )
    expect(await find(reported)).toMatchObject({ message: null, deleted: true, removedByTeam: true })
    const seen = await find(reporter)
    expect(seen).toMatchObject({ message: null, deleted: true })
    expect(seen).not.toHaveProperty('removedByTeam')
    const summary = (await as(reporter).get<ChatSummary[]>('/chats')).body.find(({ chatId }) => chatId === chat.chatId)
    expect(summary).toMatchObject({ lastMessage: 'Ett ord till' })
  })

  test('is marked in the response to a repeated send, like in a fresh load', { tags: 'decisions.remove' }, async () => {
    const { chat, reporter, reported } = await aLivelyWorld()
    const path = `/chats/${chat.chatId}`
    const body = { message: 'Gå härifrån', clientId: randomUUID() }
    const { id } = (await as(reported).post<ChatMessage>(path, body)).body
    await reportAndDecide(reporter, { kind: 'CHAT_MESSAGE', id, parentId: chat.chatId })
    const { messages } = (await as(reported).get<{ messages: ChatMessage[] }>(path)).body
    const repeated = (await as(reported).post<ChatMessage>(path, body)).body
    expect(repeated).toMatchObject({ id, deleted: true, removedByTeam: true })
    expect(repeated).toEqual(messages.find((message) => message.id === id))
  })

  test('is marked in a group only for its author, and in no push', { tags: 'decisions.remove' }, async () => {
    const { group, reporter, reported, third, postId } = await aLivelyWorld()
    await reportAndDecide(reporter, { kind: 'GROUP_MESSAGE', id: postId, parentId: group.groupId })
    const find = async (member: TestMember) =>
      (await as(member).get<{ messages: GroupMessage[] }>(`/groups/${group.groupId}/messages`)).body.messages.find(
        ({ id }) => id === postId,
      )
    expect(await find(reported)).toMatchObject({ deleted: true, removedByTeam: true })
    for (const member of [reporter, third]) expect(await find(member)).not.toHaveProperty('removedByTeam')
    const toGroup = (await listPushes(db)).filter((envelope) => 'group' in envelope && envelope.group === group.groupId)
    expect(toGroup).not.toEqual([])
    expect(JSON.stringify(toGroup)).not.toContain('"removedByTeam":true')
  })

  test('leaves all other content of its author alone', { tags: 'decisions.remove' }, async () => {
    const { reporter, reported, subjects } = await aLivelyWorld()
    await reportAndDecide(reporter, subjects.AD)
    expect(
      await db.selectFrom('movie_entries').select('id').where('authorId', '=', reported.id).execute(),
    ).toHaveLength(1)
    expect(await db.selectFrom('removals').select('kind').where('authorId', '=', reported.id).execute()).toEqual([
      { kind: 'AD' },
    ])
  })

  test('causes only a statement if its author has deleted it meanwhile', { tags: 'decisions.remove' }, async () => {
    const world = await aLivelyWorld()
    const { chat, reporter, reported, subjects } = world
    const claimed = await reportAndClaim(reporter, subjects.CHAT_MESSAGE)
    await as(reported).post(`/chats/${chat.chatId}/${chat.firstMessageId}/delete`)
    expect((await decide(claimed)).status).toBe(200)
    expect(await listStatements(reported)).toMatchObject([{ removedNow: false, actions: [{ kind: 'REMOVE' }] }])
  })
})
