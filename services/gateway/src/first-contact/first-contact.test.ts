import type { ChatCount, ChatResponse, ChatStatus, ChatSummary } from '@app/contract/chats'
import { DAY_MS, UNANSWERED_INVITES_MAX } from '@app/contract/limits'
import type { ContactRule } from '@app/contract/members/contact'
import { listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { recordStatements } from '@app/server/testing/statements'
import { aTrustedMember } from '@app/server/testing/trust'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'
import { aMemberWithPreferences } from '../welcome/testing.ts'

const { ctx, as } = await setUpTestGateway()

const setRule = async (member: TestMember, rule: ContactRule) => {
  const { status } = await as(member).post('/members/contact', rule)
  if (status !== 200) throw new Error(`setting the contact rule returned ${status}`)
}
const invite = (inviter: TestMember, recipient: TestMember, message = 'Hej, hur är läget?') =>
  as(inviter).post<ChatSummary>('/chats/invites', { recipientName: recipient.userName, message })
const readStatus = async (member: TestMember, other: TestMember) =>
  (await as(member).get<ChatStatus>(`/chats/status/${encodeURIComponent(other.userName)}`)).body
const listInvites = async (member: TestMember, query = '') =>
  (await as(member).get<ChatSummary[]>(`/chats/invites${query}`)).body
const listFiltered = (member: TestMember) => listInvites(member, '?filtered=true')
const countInvites = async (member: TestMember) => (await as(member).get<ChatCount>('/chats/count')).body.invites
const listPushesTo = async (member: TestMember) =>
  (await listPushes(ctx.db)).filter(({ to }) => to.includes(member.id)).map(({ push }) => push)
const namesOf = (invites: ChatSummary[]) => invites.map(({ partner }) => partner.userName)
const answer = (member: TestMember, chatIds: string[], kind: 'DECLINE' | 'MOVE') =>
  as(member).post('/chats/invites/answer', { chatIds, answer: kind })

test('a contact rule has no needs until its member changes it, and an invalid rule is rejected', {
  tags: 'contact.rule',
}, async () => {
  const ann = await aMember(ctx.db)
  expect((await as(ann).get('/members/contact')).body).toEqual({ needs: [], others: 'PUT_ASIDE' })
  await setRule(ann, { needs: ['PHOTO', 'VERIFIED'], others: 'REFUSE' })
  expect((await as(ann).get('/members/contact')).body).toEqual({ needs: ['PHOTO', 'VERIFIED'], others: 'REFUSE' })
  for (const needs of [['PHOTO', 'PHOTO'], ['RICH'], 'PHOTO'])
    expect((await as(ann).post('/members/contact', { needs, others: 'REFUSE' })).status).toBe(400)
  expect((await as(ann).post('/members/contact', { needs: [], others: 'MAYBE' })).status).toBe(400)
})

describe('an invite that the rule of the recipient puts aside', { tags: 'contact.put-aside' }, () => {
  async function aFilteredInvite() {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    await setRule(bo, { needs: ['PHOTO'], others: 'PUT_ASIDE' })
    const { status, body } = await invite(ann, bo)
    return { ann, bo, status, chatId: body.chatId, chat: body }
  }

  test('looks like any other to its sender', async () => {
    const { ann, bo, status, chat } = await aFilteredInvite()
    const cy = await aMember(ctx.db)
    const { body: ordinary } = await invite(ann, cy)
    expect(status).toBe(201)
    expect(Object.keys(chat).sort()).toEqual(Object.keys(ordinary).sort())
    expect(chat).toMatchObject({ state: 'INVITED', createdByMe: true, newMessages: 0 })
    expect(await readStatus(ann, bo)).toEqual({ ...(await readStatus(ann, cy)), chatId: chat.chatId })
    expect(namesOf(await listInvites(ann, '?sent=true'))).toEqual([cy.userName, bo.userName])
  })

  test('is listed only among the invites that were put aside, with the unmet needs, and is in no count or push', async () => {
    const { ann, bo, chatId } = await aFilteredInvite()
    expect([await listInvites(bo), await countInvites(bo), await listPushesTo(bo)]).toEqual([
      [],
      0,
      [expect.objectContaining({ type: 'member:changed' })],
    ])
    expect(await listFiltered(bo)).toMatchObject([{ chatId, creatorName: ann.userName, unmetNeeds: ['PHOTO'] }])
    await aPhoto(ctx, ann)
    expect(await listFiltered(bo)).toMatchObject([{ chatId, unmetNeeds: [] }])
  })

  test('can be moved to the others, where it counts, and accepted', async () => {
    const { ann, bo, chatId } = await aFilteredInvite()
    expect((await answer(bo, [chatId], 'MOVE')).status).toBe(204)
    expect([namesOf(await listInvites(bo)), await listFiltered(bo), await countInvites(bo)]).toEqual([
      [ann.userName],
      [],
      1,
    ])
    expect((await listPushesTo(bo)).at(-1)).toMatchObject({
      type: 'invite:answered',
      answer: 'MOVED',
      chat: { chatId },
    })
    expect((await listPushesTo(ann)).filter((push) => push.type === 'invite:answered')).toEqual([])
    expect((await as(bo).post(`/chats/${chatId}/accept`)).status).toBe(200)
  })

  test('can be accepted without being moved', async () => {
    const { ann, bo, chatId } = await aFilteredInvite()
    expect(await readStatus(bo, ann)).toMatchObject({ status: 'PLEASE_ACCEPT', chatId })
    expect((await as(bo).post(`/chats/${chatId}/accept`)).status).toBe(200)
    expect(await listFiltered(bo)).toEqual([])
  })

  test('can be reported without being moved, which its sender does not notice', async () => {
    const { ann, bo, chatId } = await aFilteredInvite()
    const { messages } = (await as(bo).get<ChatResponse>(`/chats/${chatId}`)).body
    const subject = { kind: 'CHAT_MESSAGE', id: messages[0]?.id, parentId: chatId }
    const [status, pushes] = [await readStatus(ann, bo), await listPushesTo(ann)]
    expect(await as(bo).post('/reports', { subject, category: 'HARASSMENT' })).toMatchObject({
      status: 201,
      body: { kind: 'CHAT_MESSAGE', name: ann.userName, state: 'RECEIVED' },
    })
    expect(await listFiltered(bo)).toMatchObject([{ chatId }])
    expect([await readStatus(ann, bo), await listPushesTo(ann)]).toEqual([status, pushes])
    const { content } = await ctx.db
      .selectFrom('evidence')
      .select('content')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(content).toMatchObject({ subject: { text: 'Hej, hur är läget?' } })
  })

  test('stays where it is when the rule changes', async () => {
    const { bo, chatId } = await aFilteredInvite()
    await setRule(bo, { needs: [], others: 'PUT_ASIDE' })
    expect(await listFiltered(bo)).toMatchObject([{ chatId, unmetNeeds: [] }])
    expect(await listInvites(bo)).toEqual([])
  })

  test('is in no push when the recipient starts and stops ignoring its sender', async () => {
    const { ann, bo, chatId } = await aFilteredInvite()
    await as(bo).post('/ignore', ann.userName)
    expect(await listFiltered(bo)).toEqual([])
    await as(bo).post('/ignore/remove', ann.userName)
    expect(await listFiltered(bo)).toMatchObject([{ chatId }])
    expect(await listInvites(bo)).toEqual([])
    expect((await listPushesTo(bo)).some((push) => 'chat' in push && push.chat !== null)).toBe(false)
  })
})

test('answers many invites in one request, and skips those that are gone', { tags: 'contact.answer' }, async () => {
  const bo = await aMember(ctx.db)
  await setRule(bo, { needs: ['VERIFIED'], others: 'PUT_ASIDE' })
  const inviters = await Promise.all(Array.from({ length: 4 }, () => aMember(ctx.db)))
  const chatIds: string[] = []
  for (const inviter of inviters) chatIds.push((await invite(inviter, bo)).body.chatId)
  const [first, second, third, fourth] = chatIds as [string, string, string, string]
  await as(inviters[3] as TestMember).post(`/chats/${fourth}/delete`)
  const { body: foreign } = await invite(await aMember(ctx.db), await aMember(ctx.db))
  expect((await answer(bo, [fourth, first, second, first, foreign.chatId, '99999999'], 'DECLINE')).status).toBe(204)
  expect(await listFiltered(bo)).toMatchObject([{ chatId: third }])
  const repeated = await Promise.all([answer(bo, [third, first], 'MOVE'), answer(bo, [first, third], 'MOVE')])
  expect(repeated.map(({ status }) => status)).toEqual([204, 204])
  expect(await listInvites(bo)).toMatchObject([{ chatId: third }])
  for (const ids of [[], Array.from({ length: 51 }, (_, index) => String(index + 1)), ['x']])
    expect((await answer(bo, ids, 'MOVE')).status).toBe(400)
})

describe('a rule that refuses others', { tags: 'contact.refuse' }, () => {
  test('shows the inviter the unmet needs, and rejects the invite', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    await setRule(bo, { needs: ['VERIFIED', 'PHOTO'], others: 'REFUSE' })
    expect(await readStatus(ann, bo)).toEqual({
      ...{ status: 'NOT_ACCEPTING', chatId: null, relationship: 4 },
      needs: ['VERIFIED', 'PHOTO'],
    })
    expect(await invite(ann, bo)).toMatchObject({ status: 403, body: { code: 'NOT_ACCEPTING' } })
    await aPhoto(ctx, ann)
    expect(await readStatus(ann, bo)).toMatchObject({ needs: ['VERIFIED'] })
    await ctx.db
      .updateTable('members')
      .set({ badges: ['VERIFIED'] })
      .where('id', '=', ann.id)
      .execute()
    expect(await readStatus(ann, bo)).toMatchObject({ status: 'MAY_INVITE' })
    expect((await invite(ann, bo)).status).toBe(201)
  })

  test('applies neither to the team nor to members who already have a chat or an invite', async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const { body } = await invite(bo, ann)
    await setRule(bo, { needs: ['VERIFIED'], others: 'REFUSE' })
    expect(await readStatus(ann, bo)).toMatchObject({ status: 'PLEASE_ACCEPT', chatId: body.chatId })
    expect((await as(ann).post(`/chats/${body.chatId}/accept`)).status).toBe(200)
    expect(await readStatus(ann, bo)).toMatchObject({ status: 'ALREADY_CHAT' })
    expect((await invite(await aMember(ctx.db, { level: 'ADMIN' }), bo)).status).toBe(201)
  })
})

describe('the need to be someone whom the recipient looks for', { tags: 'contact.search' }, () => {
  const YEAR = new Date().getFullYear() - 1
  const aRecipient = async () => {
    const bo = await aMemberWithPreferences(ctx.db, {
      ...{ lookingFor: ['FEMALES', 'FEMALE_COUPLES'], cities: ['Umeå'], wantedAges: { min: 30, max: 50 } },
    })
    await setRule(bo, { needs: ['SEARCH'], others: 'REFUSE' })
    return bo
  }
  const FEMALE = { sex: 'FEMALE', yearOfBirth: YEAR - 40 } as const
  test.each([
    ['is met by the kind, age and city', { persons: [FEMALE] }, 'MAY_INVITE'],
    ['is met by any of the kinds', { persons: [FEMALE, FEMALE] }, 'MAY_INVITE'],
    ['is met by a member who is hidden from search', { persons: [FEMALE], hiddenFromSearch: true }, 'MAY_INVITE'],
    ['is not met in another city', { persons: [FEMALE], cities: ['Lund'] }, 'NOT_ACCEPTING'],
    ['is not met at another age', { persons: [{ ...FEMALE, yearOfBirth: YEAR - 51 }] }, 'NOT_ACCEPTING'],
    ['is not met by another kind', { persons: [{ ...FEMALE, sex: 'MALE' }] }, 'NOT_ACCEPTING'],
    ['is not met by a secret sex', { persons: [{ ...FEMALE, sex: 'SECRET' }] }, 'NOT_ACCEPTING'],
  ] as const)('%s', async (_, options, expected) => {
    const ann = await aMemberWithPreferences(ctx.db, {
      cities: [...('cities' in options ? options.cities : ['Umeå'])],
      persons: [...options.persons],
      hiddenFromSearch: 'hiddenFromSearch' in options,
    })
    expect(await readStatus(ann, await aRecipient())).toMatchObject({ status: expected })
  })
})

describe('the need to be someone whom a recipient with saved searches looks for', {
  tags: 'contact.saved-search',
}, () => {
  const selectPerson = (sex: string, minAge = 0, maxAge = 0) => ({ sex, orientations: [], minAge, maxAge })
  const YEAR = new Date().getFullYear() - 1
  async function aRecipient() {
    const bo = await aMemberWithPreferences(ctx.db, { lookingFor: ['MALES'], cities: ['Umeå'] })
    await setRule(bo, { needs: ['SEARCH'], others: 'REFUSE' })
    const filters = [
      { couples: false, person1Selection: selectPerson('FEMALE', 30, 50), cities: ['Lund'], activeWithinDays: 1 },
      { couples: true, person1Selection: selectPerson('FEMALE'), person2Selection: selectPerson('MALE', 60) },
    ]
    for (const [index, filter] of filters.entries())
      await as(bo).post('/searches', { name: `Nr ${index}`, filter, inDigest: false })
    return bo
  }
  const aPerson = (sex: 'FEMALE' | 'MALE', age: number) => ({ sex, yearOfBirth: YEAR - age })

  test.each([
    [
      'is met by a match of one search, however long ago they were active',
      [aPerson('FEMALE', 40)],
      ['Lund'],
      'MAY_INVITE',
    ],
    ['is met by a match of another', [aPerson('MALE', 61), aPerson('FEMALE', 30)], ['Kiruna'], 'MAY_INVITE'],
    ['is not met in another city', [aPerson('FEMALE', 40)], ['Umeå'], 'NOT_ACCEPTING'],
    ['is not met by a couple of another age', [aPerson('MALE', 50), aPerson('FEMALE', 61)], ['Lund'], 'NOT_ACCEPTING'],
    ['is not met by the profile that the member looks for', [aPerson('MALE', 40)], ['Umeå'], 'NOT_ACCEPTING'],
  ] as const)('%s', async (_, persons, cities, expected) => {
    const ann = await aMemberWithPreferences(ctx.db, { cities: [...cities], persons: [...persons] })
    await ctx.db
      .updateTable('members')
      .set({ lastActiveAt: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', ann.id)
      .execute()
    expect(await readStatus(ann, await aRecipient())).toMatchObject({ status: expected })
  })

  test('is checked without an additional statement', async () => {
    const [ann, bo, plain] = [await aMember(ctx.db), await aRecipient(), await aMember(ctx.db)]
    await setRule(plain, { needs: ['SEARCH'], others: 'REFUSE' })
    const count = async (other: TestMember) => (await recordStatements(() => readStatus(ann, other))).length
    expect(await count(bo)).toBe(await count(plain))
  })
})

test('a rule with other needs does not search, so that it takes hardly longer than no rule', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const readSearches = async (needs: ContactRule['needs']) => {
    await setRule(bo, { needs, others: 'PUT_ASIDE' })
    const statements = await recordStatements(() => readStatus(ann, bo))
    return statements.filter((statement) => statement.includes('profile_rows')).length
  }
  expect(await readSearches(['PHOTO', 'SEARCH'])).toBe(1)
  expect(await readSearches(['PHOTO', 'VERIFIED'])).toBe(0)
})

describe('unanswered invites', { tags: 'contact.unanswered' }, () => {
  /** Stores unanswered invites by a member to others. */
  async function store(inviter: TestMember, count: number) {
    for (let index = 0; index < count; index += 1) await aMember(ctx.db)
    await sql`
      with invited as (
        insert into chats ("creatorId", "invitedId", state)
        select ${inviter.id}, id, 'INVITED' from members where id <> ${inviter.id} and id > 0 order by id desc limit ${count}
        returning id, "invitedId"
      )
      insert into chat_members ("chatId", "memberId", "otherId", folder, "lastUpdate")
      select id, ${inviter.id}, "invitedId", 'SENT', now() from invited
      union all select id, "invitedId", ${inviter.id}, 'INVITES', now() from invited`.execute(ctx.db)
  }
  const aKnownMember = () => aMember(ctx.db, { registeredAt: new Date(Date.now() - 10 * DAY_MS) })

  test.each([
    ['a new member', () => aMember(ctx.db, { registeredAt: new Date() }), UNANSWERED_INVITES_MAX.NEW],
    ['a known member', aKnownMember, UNANSWERED_INVITES_MAX.KNOWN],
    ['a trusted member', () => aTrustedMember(ctx), UNANSWERED_INVITES_MAX.TRUSTED],
  ])('are limited for %s', async (_, create, max) => {
    const inviter = await create()
    await store(inviter, max - 1)
    const [last, more] = [await aMember(ctx.db), await aMember(ctx.db)]
    const responses = await Promise.all([invite(inviter, last), invite(inviter, more)])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'INVITES_UNANSWERED' })
    const stored = responses.find(({ status }) => status === 201)?.body.chatId
    await as(inviter).post(`/chats/${stored}/delete`)
    expect((await invite(inviter, responses[0]?.status === 201 ? more : last)).status).toBe(201)
  })

  test('are limited like those of a new member if the inviter was restricted within 90 days', async () => {
    const inviter = await aKnownMember()
    const until = new Date(Date.now() - 10 * DAY_MS).toISOString()
    await sql`
      with restricted as (
        insert into cases ("subjectKind", "subjectId", "authorId", category, severity, source, state, "openedAt", "dueAt")
        values ('PROFILE', ${inviter.id}, ${inviter.id}, 'SPAM', 'MEDIUM', 'OWN', 'DECIDED', ${until}, ${until}) returning id
      ), decided as (
        insert into decisions ("caseId", "byId", kind, reason, facts, evidence, "decidedAt")
        select id, 0, 'ACTED', 'TERMS_SPAM', 'Reklam', '{}', ${until} from restricted returning id
      )
      insert into measures ("decisionId", "memberId", kind, "from", until, "endedAt")
      select id, ${inviter.id}, 'CONTACT', ${until}, ${until}, ${until} from decided`.execute(ctx.db)
    await store(inviter, UNANSWERED_INVITES_MAX.NEW)
    expect((await invite(inviter, await aMember(ctx.db))).body).toMatchObject({ code: 'INVITES_UNANSWERED' })
  })
})
