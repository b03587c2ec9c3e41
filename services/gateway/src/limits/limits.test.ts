import { randomBytes, randomUUID } from 'node:crypto'
import { GROUPS_PER_MEMBER, NEW_MEMBER_PERIOD_MS, RATES } from '@app/contract/limits'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { recordStatements } from '@app/server/testing/statements'
import { aTrustedMember } from '@app/server/testing/trust'
import { describe, expect, test } from 'vitest'
import { anEmailAddress } from '../accounts/testing.ts'
import { aForm } from '../events/testing.ts'
import type { TestResponse } from '../testing.ts'
import { countStatuses, PASSWORD, repeat, setUpLimitedGateway } from './testing.ts'

const { ctx, as, visitorAt, passwordHash, aVisitor, consumeRate } = await setUpLimitedGateway(import.meta.url)

test('a member can send a burst of 300 requests, and then 200 a minute; a rejection has Retry-After', {
  tags: 'limits.request-rate',
}, async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  await consumeRate('memberRequests', ann.id, 290)
  const responses = await repeat(200, () => as(ann).get('/members/settings'))
  expect(countStatuses(responses)[200]).toBeGreaterThanOrEqual(10)
  expect(countStatuses(responses)[200]).toBeLessThan(200)
  const rejection = responses.find(({ status }) => status === 429)
  expect(rejection?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(Number(rejection?.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(rejection?.headers['retry-after'])).toBeLessThanOrEqual(60)
  expect((await as(bo).get('/members/settings')).status).toBe(200)
})

test('twenty reloads of a page in a minute, with fifteen requests each, stay within the limit', async () => {
  const ann = await aMember(ctx.db)
  await consumeRate('memberRequests', ann.id, 19 * 15)
  expect(countStatuses(await repeat(15, () => as(ann).get('/members/settings')))).toEqual({ 200: 15 })
})

test('a member can create twenty events a day; rejected and repeated ones do not count', async () => {
  const ann = await aMember(ctx.db)
  const createEvent = (changes: object = {}) => as(ann).post('/events/public/', aForm(changes))
  await consumeRate('eventsMade', ann.id, RATES.eventsMade.max - 1)
  expect((await createEvent({ date: '2020-01-01' })).status).toBe(400)
  const clientId = randomUUID()
  for (let n = 0; n < 2; n += 1) expect((await createEvent({ clientId })).status).toBe(201)
  expect(await createEvent()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
})

test('a member can create ten groups a day, even concurrently; failed and repeated attempts do not count', async () => {
  const ann = await aMember(ctx.db)
  const createGroup = (groupName: string) => as(ann).post('/groups', { groupName, description: 'x' })
  await consumeRate('groupsMade', ann.id, RATES.groupsMade.max - 4)
  const repeated = { groupName: 'Segelbåtar', description: 'x', clientId: randomUUID() }
  for (let n = 0; n < 2; n += 1) expect((await as(ann).post('/groups', repeated)).status).toBe(201)
  expect((await createGroup('segelbåtar')).status).toBe(409)
  const responses = await repeat(10, (n) => createGroup(`Kanot ${n}`))
  expect(countStatuses(responses)).toEqual({ 201: 3, 429: 7 })
  expect(responses.find(({ status }) => status === 429)?.body).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect((await as(ann).get<object[]>('/groups')).body).toHaveLength(4)
  expect((await as(ann).post('/groups', repeated)).status).toBe(201)
})

test('a member in the maximum number of groups can create no more; rejected attempts do not count', async () => {
  const [ann, owner] = [await aMember(ctx.db), await aMember(ctx.db)]
  const createGroup = (n: number) => as(ann).post('/groups', { groupName: `Långfärd ${n}`, description: 'x' })
  const groups = await repeat(GROUPS_PER_MEMBER - 2, () => aGroup(ctx.db, { owner, members: [ann] }))
  const responses = await repeat(10, createGroup)
  expect(countStatuses(responses)).toEqual({ 201: 2, 400: 8 })
  const rejection = responses.find(({ status }) => status === 400)
  expect(rejection?.body).toMatchObject({ code: 'VALIDATION', fields: [{ path: 'groups' }] })
  await as(ann).post(`/groups/${groups[0]?.groupId}/leave`)
  expect((await createGroup(10)).status).toBe(201)
})

test('the team, whose groups all admins share, may be in any number of groups', async () => {
  const [admin, owner] = [await aMember(ctx.db, { level: 'ADMIN' }), await aMember(ctx.db)]
  await repeat(GROUPS_PER_MEMBER, () => aGroup(ctx.db, { owner, members: [admin] }))
  expect((await as(admin).post('/groups', { groupName: 'Nya medlemmar', description: 'x' })).status).toBe(201)
  const openGroup = await aGroup(ctx.db, { isOpen: true })
  expect((await as(admin).post(`/groups/${openGroup.groupId}/join`)).status).toBe(200)
})

test("limits guesses of calendars' secret URLs from one network", async () => {
  await consumeRate('calendarFetchesPerNetwork', '203.0.113.7', RATES.calendarFetchesPerNetwork.max - 2)
  const guess = () => visitorAt('203.0.113.7').get(`/calendar/${randomBytes(32).toString('base64url')}.ics`)
  expect(countStatuses(await repeat(5, guess))).toEqual({ 404: 2, 429: 3 })
})

test('a member can react sixty times a minute, in chats and groups together', {
  tags: 'limits.reactions',
}, async () => {
  const { ann, chatId, firstMessageId } = await anOpenChat(ctx.db)
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  const { body } = await as(ann).post<{ id: string }>(`/groups/${groupId}/messages`, { message: 'Hej alla' })
  await consumeRate('reactions', ann.id, RATES.reactions.max - 2)
  const react = (path: string) => as(ann).post(`${path}/react`, { reaction: 'WOW' })
  const paths = [`/chats/${chatId}/${firstMessageId}`, `/groups/${groupId}/messages/${body.id}`]
  for (const path of paths) expect((await react(path)).status).toBe(200)
  for (const path of paths)
    expect(await react(path)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
})

test('a member can request twenty verifications a day, withdrawn or not', async () => {
  const { ann, bo } = await anOpenChat(ctx.db)
  const sendAction = (action: string) => as(ann).post('/verifications/verify', { userName: bo.userName, action })
  await consumeRate('verificationRequests', ann.id, RATES.verificationRequests.max - 1)
  for (const action of ['ASK', 'WITHDRAW']) expect((await sendAction(action)).status).toBe(204)
  expect(await sendAction('ASK')).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  expect((await sendAction('CONFIRM')).status).toBe(204)
})

test('a member can confirm fifty times a day, and withdraw without a limit', async () => {
  const { ann, bo } = await anOpenChat(ctx.db)
  const sendAction = (action: string) => as(ann).post('/verifications/verify', { userName: bo.userName, action })
  await consumeRate('confirmations', ann.id, RATES.confirmations.max - 1)
  expect((await sendAction('CONFIRM')).status).toBe(204)
  expect((await sendAction('CONFIRM')).status).toBe(429)
  expect((await sendAction('WITHDRAW')).status).toBe(204)
})

test('a member can change their name twenty times a day; saving the current one does not count', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const rename = (userName: string) => as(ann).post('/members', { profile: { userName, description: 'ny text' } })
  await consumeRate('newNames', ann.id, RATES.newNames.max - 2)
  for (const [name, status] of [
    [ann.userName, 200],
    [bo.userName, 409],
    ['Näst sist', 200],
    ['Sist', 429],
  ] as const)
    expect([name, (await rename(name)).status]).toEqual([name, status])
  expect((await rename('Näst sist')).status).toBe(200)
})

test('the requests of visitors are counted by IP address, and in IPv6 by network', async () => {
  const [visitor, sameNetwork, otherNetwork] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:db8:1:3::1'].map(
    visitorAt,
  )
  expect(countStatuses(await repeat(200, () => visitor!.get('/app-config')))).toEqual({ 200: 200 })
  expect((await sameNetwork!.get('/app-config')).status).toBe(429)
  expect((await otherNetwork!.get('/app-config')).status).toBe(200)
})

test('headers of an untrusted proxy do not change the counted IP address', async () => {
  const responses = await repeat(201, (index) =>
    visitorAt('203.0.113.9').get('/app-config', {
      'x-forwarded-for': `192.0.2.${index}`,
      'x-real-ip': `192.0.2.${index}`,
      forwarded: `for=192.0.2.${index}`,
    }),
  )
  expect(countStatuses(responses)).toEqual({ 200: 200, 429: 1 })
})

describe('emails', () => {
  const requestRegistration = (email: string) => aVisitor().post('/members/register2/email', { email })
  const requestChange = (member: TestMember, email: string) =>
    as(member).post('/members/email', { email, password: PASSWORD })
  /** Lists the kinds of the emails that were not dropped. */
  const listWaitingMails = async (...addresses: string[]) => {
    const mails = await ctx.db
      .selectFrom('mails')
      .select('kind')
      .where('address', 'in', addresses)
      .where('state', '=', 'WAITING')
      .execute()
    return mails.map(({ kind }) => kind)
  }
  const countMails = async () => (await ctx.db.selectFrom('mails').select('id').execute()).length

  test('for a registration are limited to five in half an hour from a network', async () => {
    const countBefore = await countMails()
    const caller = aVisitor()
    const responses = await repeat(7, () => caller.post('/members/register2/email', { email: anEmailAddress() }))
    expect(countStatuses(responses)).toEqual({ 200: 5, 429: 2 })
    expect(await countMails()).toBe(countBefore + 5)
  })

  test.each([true, false])(
    'for a registration are limited to three a day to a mailbox and two to its subaddresses; later requests have the same response (registered: %s)',
    async (registered) => {
      const email = registered ? (await aMember(ctx.db)).email : anEmailAddress()
      const [local, domain] = email.split('@')
      const spellings = [email, email.toUpperCase(), `${local}+one@${domain}`, `${local}+two@${domain}`]
      const responses = await repeat(12, (index) => requestRegistration(spellings[index % spellings.length] ?? ''))
      expect(new Set(responses.map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
      expect(responses[0]?.status).toBe(200)
      expect(await listWaitingMails(...spellings)).toHaveLength(5)
    },
  )

  test('for a registration still reach a mailbox whose subaddresses a stranger has used up', async () => {
    const email = anEmailAddress()
    const subaddresses = Array.from({ length: 12 }, (_, index) => email.replace('@', `+${index}@`))
    await repeat(12, (index) => requestRegistration(subaddresses[index] ?? ''))
    expect(await listWaitingMails(...subaddresses)).toHaveLength(2)
    await requestRegistration(email)
    expect(await listWaitingMails(email)).toEqual(['REGISTRATION'])
  })

  test.each(['', '+tag'])(
    'for a registration cause the same statements before and after the limit of the mailbox is reached (subaddress: "%s")',
    async (tag) => {
      const email = anEmailAddress().replace('@', `${tag}@`)
      const request = () => requestRegistration(email)
      const statementsWithinLimit = await recordStatements(request)
      await repeat(RATES.registrationMailsPerMailbox.max, request)
      expect(await recordStatements(request)).toEqual(statementsWithinLimit)
    },
  )

  test('for a change of email address reach a mailbox for which strangers have used up the registrations', async () => {
    const [ann, email] = [await aMember(ctx.db, { passwordHash }), anEmailAddress()]
    await repeat(12, (index) => requestRegistration(index % 2 ? email : email.replace('@', `+${index}@`)))
    expect((await requestChange(ann, email)).status).toBe(204)
    expect(await listWaitingMails(email)).toContain('EMAIL_CHANGE')
  })

  test('for a change of email address reach a mailbox for which another member has reached the limit, up to ten a day', async () => {
    const [ann, stranger] = [await aMember(ctx.db, { passwordHash }), await aMember(ctx.db, { passwordHash })]
    const email = anEmailAddress()
    expect(countStatuses(await repeat(6, () => requestChange(stranger, email)))).toEqual({ 204: 5, 429: 1 })
    const statements = await recordStatements(() => requestChange(ann, email))
    expect(await listWaitingMails(email)).toHaveLength(6)
    for (let count = 0; count < 2; count += 1) {
      const another = await aMember(ctx.db, { passwordHash })
      await repeat(4, () => requestChange(another, email))
    }
    const late = await aMember(ctx.db, { passwordHash })
    expect(await recordStatements(() => requestChange(late, email))).toEqual(statements)
    expect(await listWaitingMails(email)).toHaveLength(10)
  })

  test.each([true, false])(
    'for a password reset are limited to three an hour to an email address (registered: %s)',
    async (registered) => {
      const email = registered ? (await aMember(ctx.db)).email : anEmailAddress()
      const countBefore = await countMails()
      const responses = await repeat(5, () => aVisitor().post(`/members/send-pwd-reset/${email}`))
      expect(countStatuses(responses)).toEqual({ 204: 3, 429: 2 })
      expect(await countMails()).toBe(countBefore + 3)
    },
  )

  test('for a password reset are limited to ten an hour from a network', async () => {
    const caller = aVisitor()
    expect(countStatuses(await repeat(12, () => caller.post(`/members/send-pwd-reset/${anEmailAddress()}`)))).toEqual({
      204: 10,
      429: 2,
    })
  })
})

/** A filter that matches no member. */
const OLDEST = { couples: false, person1Selection: { sex: 'FEMALE', minAge: 110 } }

test('a member can search in messages forty times a minute, which uses up no searches for members', {
  tags: 'message-search.limit',
}, async () => {
  const ann = await aMember(ctx.db)
  await consumeRate('messageSearches', ann.id, 30)
  const searches = await repeat(12, () => as(ann).post('/messages/search', { words: 'hej' }))
  expect(countStatuses(searches)).toEqual({ 200: 10, 429: 2 })
  expect((await as(ann).post('/profiles/search-encrypted', OLDEST)).status).toBe(200)
})

test('requests for the absence share the limit of sixty counts of hits a minute', async () => {
  const ann = await aMember(ctx.db)
  await consumeRate('searchCounts', ann.id, 50)
  expect(countStatuses(await repeat(12, () => as(ann).get('/absence')))).toEqual({ 200: 10, 429: 2 })
})

describe('viewing members', () => {
  const longAgo = new Date(Date.now() - NEW_MEMBER_PERIOD_MS - 60_000)
  const WOMEN = { couples: false, person1Selection: { sex: 'FEMALE' } }
  const search = (viewer: Parameters<typeof as>[0], namePart: string) =>
    as(viewer).get(`/profiles/search-user-encrypted/${encodeURIComponent(namePart)}`)
  const openProfile = (viewer: Parameters<typeof as>[0], name: string) =>
    as(viewer).get(`/members/username/${encodeURIComponent(name)}`)

  test.each([
    ['by name', (ann: Parameters<typeof as>[0]) => search(ann, 'finns inte')],
    ['by filter', (ann: Parameters<typeof as>[0]) => as(ann).post('/profiles/search-encrypted', OLDEST)],
    ['for hints', (ann: Parameters<typeof as>[0]) => as(ann).post('/profiles/search-hints', OLDEST)],
  ])('is limited to thirty searches a minute: %s', async (_, repeatSearch) => {
    const ann = await aMember(ctx.db)
    await consumeRate('searches', ann.id, 10)
    expect(countStatuses(await repeat(22, () => repeatSearch(ann)))).toEqual({ 200: 20, 429: 2 })
  })

  test('is limited to sixty counts of hits a minute, which use up no searches', async () => {
    const ann = await aMember(ctx.db)
    await consumeRate('searchCounts', ann.id, 50)
    const counts = await repeat(12, () => as(ann).post('/profiles/search-count', OLDEST))
    expect(countStatuses(counts)).toEqual({ 200: 10, 429: 2 })
    expect((await as(ann).post('/profiles/search-encrypted', OLDEST)).status).toBe(200)
  })

  test("is limited to 300 profiles a day, not counting the member's own", async () => {
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    await consumeRate('profilesOpened', ann.id, RATES.profilesOpened.max - 1)
    expect((await openProfile(ann, ann.userName)).status).toBe(200)
    expect((await openProfile(ann, bo.userName)).status).toBe(200)
    expect((await openProfile(ann, bo.userName)).status).toBe(429)
    expect((await openProfile(ann, ann.userName)).status).toBe(200)
  })

  test.each([
    ['300', 'a new member', new Date(), 'membersLookedUpAtFirst'],
    ['1000', 'other members', longAgo, 'membersLookedUp'],
  ] as const)('is limited to %s different members a day for %s', async (_max, _viewer, registeredAt, rate) => {
    const ann = await aMember(ctx.db, { registeredAt })
    const [foundMember, otherMember] = [await aMember(ctx.db), await aMember(ctx.db)]
    const countedIds = Array.from({ length: RATES[rate].max - 1 }, (_, index) => `counted-${index}`)
    await ctx.limits.takeDistinct(rate, ann.id, countedIds)
    expect((await search(ann, foundMember.userName)).status).toBe(200)
    expect((await openProfile(ann, foundMember.userName)).status).toBe(200)
    expect((await search(ann, otherMember.userName)).status).toBe(429)
    expect((await as(ann).post('/profiles/search-encrypted', WOMEN)).status).toBe(429)
    expect((await as(ann).get('/getting-started/suggestions')).status).toBe(429)
    expect((await openProfile(ann, otherMember.userName)).status).toBe(429)
    expect((await search(ann, foundMember.userName)).status).toBe(200)
  })
})

test("browsers' error reports are limited to thirty a minute from each session", async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const report = { level: 'info', message: 'x' }
  expect(countStatuses(await repeat(31, () => as(ann).post('/client-logs', report)))).toEqual({ 204: 30, 429: 1 })
  expect((await as(bo).post('/client-logs', report)).status).toBe(204)
})

describe('invites', () => {
  const KNOWN = { registeredAt: new Date(Date.now() - 2 * NEW_MEMBER_PERIOD_MS) }
  const invite = (inviter: TestMember, recipient: TestMember, message: string) =>
    as(inviter).post('/chats/invites', { recipientName: recipient.userName, message })

  test.each([
    ['a new member', () => aMember(ctx.db, { registeredAt: new Date() }), RATES.invitesOfNew.max],
    ['a known member', () => aMember(ctx.db, KNOWN), RATES.invitesOfKnown.max],
    ['a trusted member', () => aTrustedMember(ctx), RATES.invitesOfTrusted.max],
  ])('of %s are limited per day', { tags: 'contact.rate' }, async (_, create, max) => {
    const inviter = await create()
    const recipients: TestMember[] = []
    for (let index = 0; index <= max; index += 1) recipients.push(await aMember(ctx.db))
    const responses: Awaited<ReturnType<typeof invite>>[] = []
    const send = async (to: TestMember) => void responses.push(await invite(inviter, to, `Hej ${to.userName}`))
    // Only the last ones compete for the limit: forty at once may wait too long for the database.
    for (const recipient of recipients.splice(0, max - 5)) await send(recipient)
    await Promise.all(recipients.map(send))
    expect(countStatuses(responses)).toEqual({ 201: max, 429: 1 })
    const { headers } = responses.find(({ status }) => status === 429) as TestResponse<unknown>
    expect(Number(headers['retry-after'])).toBeGreaterThan(23 * 60 * 60)
  })

  test('that fail do not count, neither among all invites nor among those with the same words', {
    tags: ['contact.rate', 'contact.same-words'],
  }, async () => {
    const inviter = await aMember(ctx.db, { registeredAt: new Date() })
    const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
    const rule = { contactNeeds: ['VERIFIED' as const], contactOthers: 'REFUSE' as const }
    await ctx.db.updateTable('members').set(rule).where('id', '=', bo.id).execute()
    const { groupId } = await aGroup(ctx.db, { owner: inviter, members: [ann] })
    const inviteToGroup = () => as(inviter).post('/groups/invites', { groupId, recipientName: ann.userName })
    expect((await invite(inviter, ann, 'Hej')).status).toBe(201)
    expect((await invite(inviter, bo, 'Hej')).status).toBe(403)
    for (let n = 0; n < RATES.sameInvites.max; n += 1) {
      expect((await invite(inviter, ann, 'Hej')).status).toBe(409)
      expect((await inviteToGroup()).status).toBe(409)
    }
    const statuses: number[] = []
    for (let n = 0; n < RATES.invitesOfNew.max; n += 1)
      statuses.push((await invite(inviter, await aMember(ctx.db), 'Hej')).status)
    expect(statuses).toEqual([201, 201, 201, 201, 429])
  })

  test('with the same words are limited to five a day, regardless of case and punctuation', {
    tags: 'contact.same-words',
  }, async () => {
    const inviter = await aMember(ctx.db, KNOWN)
    const words = ['Hej på dig!', 'hej på dig', 'HEJ  PÅ DIG…', '*Hej* på dig :)', 'Hej, på dig.', 'hej på DIG']
    const statuses: number[] = []
    for (const message of words) statuses.push((await invite(inviter, await aMember(ctx.db), message)).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
    expect((await invite(inviter, await aMember(ctx.db), 'Hej på er')).status).toBe(201)
    expect((await invite(await aMember(ctx.db, KNOWN), await aMember(ctx.db), 'Hej på dig')).status).toBe(201)
    const keys = await ctx.redis.keys('*sameInvites*')
    expect(keys.length).toBeGreaterThanOrEqual(3)
    expect(keys.join().toLowerCase()).not.toContain('dig')
  })
})
