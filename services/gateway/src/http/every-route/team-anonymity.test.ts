import { randomUUID } from 'node:crypto'
import type { ChatResponse, ChatStatus, ChatSummary } from '@app/contract/chats'
import type { Encrypted } from '@app/contract/members/profiles'
import { TEAM_ID } from '@app/server/policies/team'
import { aGroup, listPushes } from '@app/server/testing/context'
import { aMember, aSession, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { aPhoto } from '@app/server/testing/photos'
import { beforeAll, describe, expect, test } from 'vitest'
import { aForm } from '../../events/testing.ts'
import { sendPost } from '../../group-chats/send-post.ts'
import { decryptHits } from '../../search/testing.ts'
import { listOperations, parseOperation, setUpTestGateway } from '../../testing.ts'
import { changeLevel } from '../../visibility/level.ts'
import { API_PREFIX } from '../api.ts'

const { app, as, ctx, tokenOf } = await setUpTestGateway()
const TEAM = 'Teamet'

/** The city and year of birth of each admin's own account, which must stay hidden. */
const CITY = 'Arjeplog'
const YEAR = 1947

async function anAdmin(userName: string): Promise<TestMember & { photoId: string }> {
  const member = await aMember(ctx.db, { userName, cities: [CITY] })
  await ctx.db.updateTable('persons').set({ yearOfBirth: YEAR }).where('memberId', '=', member.id).execute()
  const photoId = await aPhoto(ctx, member)
  await changeLevel(ctx, member.id, 'ADMIN')
  return { ...member, id: TEAM_ID, level: 'ADMIN', sessionId: await aSession(ctx.db, member.id), photoId }
}

const [author, otherAdmin] = [await anAdmin('Adelinda'), await anAdmin('Beritta')]
/** The names that must all refer to the team. */
const TEAM_NAMES = [TEAM, author.userName, otherAdmin.userName]

const invite = (member: TestMember, recipientName: string, message = 'Hej teamet') =>
  as(member).post<ChatSummary>('/chats/invites', { recipientName, message })
const sendMessage = (member: TestMember, chatId: string, message: string) =>
  as(member).post(`/chats/${chatId}`, { message, clientId: randomUUID() })

const SITUATIONS = ['no relation', 'a chat in which an admin has written', "the team in the caller's group"] as const

/** Creates a member who has a group of their own, and the relation to the team that the situation describes. */
async function aCaller(situation: (typeof SITUATIONS)[number]) {
  const member = await aMember(ctx.db)
  const { groupId, groupName } = await aGroup(ctx.db, { owner: member, isOpen: true })
  if (situation === 'a chat in which an admin has written') {
    const { body } = await invite(author, member.userName, 'Välkommen hit')
    await sendMessage(author, body.chatId, 'Hör av dig')
  }
  if (situation === "the team in the caller's group") await as(author).post(`/groups/${groupId}/join`)
  return { member, groupId, groupName }
}
type Caller = Awaited<ReturnType<typeof aCaller>>

type RequestBuilder = (name: string, caller: Caller) => { path: string; body?: unknown }
const nameInPath =
  (path: string): RequestBuilder =>
  (name, { groupId }) => ({
    path: path.replace('{userName}', encodeURIComponent(name)).replace('{id}', groupId),
  })
const nameInVerification =
  (action: string): RequestBuilder =>
  (userName) => ({
    path: '/verifications/verify',
    body: { userName, action },
  })

/** A request builder for each route by which a member names another, by the operation in the API documentation. */
const REQUESTS_BY_OPERATION: Record<string, RequestBuilder> = {
  'GET /members/username/{userName}': nameInPath('/members/username/{userName}'),
  'GET /profiles/{userName}/level': nameInPath('/profiles/{userName}/level'),
  'GET /profiles/{userName}/notes': nameInPath('/profiles/{userName}/notes'),
  'GET /profiles/visits/{userName}': nameInPath('/profiles/visits/{userName}'),
  'GET /profiles/search-user-encrypted/{userName}': nameInPath('/profiles/search-user-encrypted/{userName}'),
  'GET /verifications/{userName}': nameInPath('/verifications/{userName}'),
  'GET /chats/status/{userName}': nameInPath('/chats/status/{userName}'),
  'GET /blocks/effects/{userName}': nameInPath('/blocks/effects/{userName}'),
  'GET /events/shared/{userName}': nameInPath('/events/shared/{userName}'),
  'GET /groups/owned': (name) => ({ path: `/groups/owned?exclude=${encodeURIComponent(name)}` }),
  'POST /chats/invites': (recipientName) => ({
    path: '/chats/invites',
    body: { recipientName, message: 'En fråga till er' },
  }),
  'POST /groups/invites': (recipientName, { groupId }) => ({
    path: '/groups/invites',
    body: { groupId, recipientName, message: 'Kom med' },
  }),
  'POST /groups/{id}/invites/{userName}/withdraw': nameInPath('/groups/{id}/invites/{userName}/withdraw'),
  'POST /groups/{id}/members/{userName}/promote': nameInPath('/groups/{id}/members/{userName}/promote'),
  'POST /groups/{id}/members/{userName}/demote': nameInPath('/groups/{id}/members/{userName}/demote'),
  'POST /groups/{id}/members/{userName}/remove': nameInPath('/groups/{id}/members/{userName}/remove'),
  'POST /blocks': (userName) => ({ path: '/blocks', body: { userName } }),
  'POST /ignore': (name) => ({ path: '/ignore', body: name }),
  'POST /ignore/remove': (name) => ({ path: '/ignore/remove', body: name }),
  'POST /photos/private/grant': (userName) => ({ path: '/photos/private/grant', body: { userName } }),
  'POST /photos/private/withdraw': (userName) => ({ path: '/photos/private/withdraw', body: { userName } }),
  'POST /profiles/{userName}/notes': (name) => ({
    path: `/profiles/${encodeURIComponent(name)}/notes`,
    body: { notes: 'Att minnas' },
  }),
  'POST /profiles/visits/{userName}': nameInPath('/profiles/visits/{userName}'),
  'POST /profiles/visits/kiss/{userName}': nameInPath('/profiles/visits/kiss/{userName}'),
  'POST /reports': (id) => ({ path: '/reports', body: { subject: { kind: 'PROFILE', id }, category: 'SPAM' } }),
  'POST /verifications/verify ASK': nameInVerification('ASK'),
  'POST /verifications/verify WITHDRAW': nameInVerification('WITHDRAW'),
  'POST /verifications/verify CONFIRM': nameInVerification('CONFIRM'),
  'POST /verifications/verify REJECT': nameInVerification('REJECT'),
}

/**
 * Returns the response with placeholders for ids, times and names, which differ between two members in the same situation.
 */
async function fetchResponse(operation: string, caller: Caller, name: string): Promise<string> {
  const request = REQUESTS_BY_OPERATION[operation]?.(name, caller)
  if (!request) throw new Error(`no request is defined for ${operation}`)
  const client = as(caller.member)
  const { status, body } = await (operation.startsWith('GET')
    ? client.get(request.path)
    : client.post(request.path, request.body))
  const content = operation.includes('encrypted') ? await decryptHits(body as Encrypted, tokenOf(caller.member)) : body
  return JSON.stringify({ status, body: content ?? null })
    .replaceAll(caller.groupName, 'OWN GROUP')
    .replaceAll(caller.member.userName, 'CALLER')
    .replaceAll(/"\d+"/g, '"ID"')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
}

type Outcome = { responses: string[]; pushes: string }

/** Sends a request twice, and returns the responses and the pushes after the first one. */
async function fetchOutcome(operation: string, caller: Caller, name: string): Promise<Outcome> {
  const lastRow = ctx.db.selectFrom('outbox').select(({ fn }) => fn.max('id').as('id'))
  const { id } = await lastRow.executeTakeFirstOrThrow()
  const response = await fetchResponse(operation, caller, name)
  const newPushes = JSON.stringify(await listPushes(ctx.db, id))
    .replaceAll(caller.groupName, 'OWN GROUP')
    .replaceAll(caller.member.userName, 'CALLER')
    .replaceAll(/"[1-9]\d*"/g, '"ID"')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, 'KEY')
  return { responses: [response, await fetchResponse(operation, caller, name)], pushes: newPushes }
}

/** Returns the value of a key; creates and stores it the first time. */
function getOrCreate<Value>(values: Map<string, Value>, key: string, create: () => Value): Value {
  const value = values.get(key) ?? create()
  values.set(key, value)
  return value
}

const readers = new Map<string, Promise<Caller>>()
const outcomes = new Map<string, Promise<Outcome[]>>()

/**
 * Returns the outcome of an operation for each name of the team. Requests that change something have a caller of their
 * own.
 */
const listOutcomes = (operation: string, situation: (typeof SITUATIONS)[number]): Promise<Outcome[]> =>
  getOrCreate(outcomes, `${operation} with ${situation}`, async () => {
    const results: Outcome[] = []
    for (const name of TEAM_NAMES) {
      const create = () => aCaller(situation)
      const caller = operation.startsWith('GET') ? getOrCreate(readers, `${name} with ${situation}`, create) : create()
      results.push(await fetchOutcome(operation, await caller, name))
    }
    return results
  })

/** Leads name admins by their own accounts. */
const OPERATIONS_OF_LEADS = ['POST /moderation/duties']

/** Lists the operations whose path, query or body contains a name that looks up a member, by their schemas. */
const listNamingOperations = (): string[] =>
  Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).flatMap(([method, operation]) => {
      const { parameters, requestBody } = operation as { parameters?: unknown; requestBody?: unknown }
      const isNaming = JSON.stringify({ parameters, requestBody }).includes('The name of the member to look up')
      return isNaming ? [`${method.toUpperCase()} ${path.replace(API_PREFIX, '')}`] : []
    }),
  )

test("the table covers every route with a member's name in its path, query or body, and only existing routes", () => {
  const namingOperations = listNamingOperations()
  expect(namingOperations).toEqual(
    expect.arrayContaining(['GET /chats/status/{userName}', 'GET /groups/owned', 'POST /blocks', 'POST /ignore']),
  )
  const coveredOperations = [...Object.keys(REQUESTS_BY_OPERATION).map(parseOperation), ...OPERATIONS_OF_LEADS]
  expect(namingOperations.filter((operation) => !coveredOperations.includes(operation))).toEqual([])
  expect(listOperations(app).filter((operation) => operation.includes('{userName}'))).toEqual(
    namingOperations.filter((operation) => operation.includes('{userName}')),
  )
  expect(coveredOperations.filter((operation) => !listOperations(app).includes(operation))).toEqual([])
})

describe('a request that names an admin', () => {
  const cases = SITUATIONS.flatMap((situation) =>
    Object.keys(REQUESTS_BY_OPERATION).map((operation) => ({ operation, situation })),
  )
  test.each(cases)(
    '$operation, with $situation, responds as if it named the team',
    async ({ operation, situation }) => {
      const responses = (await listOutcomes(operation, situation)).map((outcome) => outcome.responses)
      const [responsesForTeam] = responses
      expect(responses).toEqual([responsesForTeam, responsesForTeam, responsesForTeam])
    },
  )

  test.each(cases.filter(({ operation }) => operation.startsWith('POST')))(
    '$operation, with $situation, notifies as if it named the team',
    async ({ operation, situation }) => {
      const sentPushes = (await listOutcomes(operation, situation)).map((outcome) => outcome.pushes)
      expect(new Set(sentPushes).size).toBe(1)
      for (const admin of [author, otherAdmin]) expect(sentPushes[0]).not.toContain(admin.userName)
    },
  )

  test('refers to the team when an admin sends it, unless it reads their own profile', async () => {
    for (const name of [TEAM, otherAdmin.userName, author.userName]) {
      const status = await as(author).get<ChatStatus>(`/chats/status/${name}`)
      expect(status.body).toEqual({ status: null, chatId: null, relationship: 4 })
      expect((await invite(author, name)).status).toBe(400)
    }
    const readProfile = (name: string) => as(author).get<{ profile: { userName: string } }>(`/members/username/${name}`)
    expect((await readProfile(author.userName)).body.profile.userName).toBe(author.userName)
    expect((await readProfile(otherAdmin.userName)).body.profile.userName).toBe(TEAM)
  })
})

describe("a member's chat with the team", () => {
  test('is created only once when the team and its admins are invited concurrently', async () => {
    const member = await aMember(ctx.db)
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) => invite(member, TEAM_NAMES[index % 3] as string)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(5).fill(409)])
    const chats = await as(member).get<ChatSummary[]>('/chats')
    expect(chats.body).toMatchObject([{ state: 'OPEN', partner: { userName: TEAM, team: true, lastActive: null } }])
  })

  test('is created only once when a member and two admins start it concurrently', async () => {
    const member = await aMember(ctx.db)
    const responses = await Promise.all([
      invite(member, otherAdmin.userName),
      invite(author, member.userName),
      invite(otherAdmin, member.userName),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test('is open to every admin for reading and writing; only the team sees which admin wrote', async () => {
    const member = await aMember(ctx.db)
    const { chatId } = (await invite(author, member.userName, 'Välkommen hit')).body
    await sendMessage(member, chatId, 'Tack så mycket')
    expect((await as(otherAdmin).get('/chats/count')).body).toEqual((await as(author).get('/chats/count')).body)
    const pushCountBefore = (await listPushes(ctx.db)).length
    const response = await sendMessage(otherAdmin, chatId, 'Säg till om du undrar något')
    expect(response).toMatchObject({
      status: 201,
      body: { senderName: TEAM, mine: true, writtenBy: otherAdmin.userName },
    })
    const newPushes = (await listPushes(ctx.db)).slice(pushCountBefore)
    expect(newPushes.find(({ to }) => to.includes(member.id))?.push).not.toHaveProperty('message.writtenBy')
    expect(newPushes.find(({ to }) => to.includes(TEAM_ID))?.push).toHaveProperty(
      'message.writtenBy',
      otherAdmin.userName,
    )

    const readMessages = async (member: TestMember) =>
      (await as(member).get<ChatResponse>(`/chats/${chatId}`)).body.messages
    expect((await readMessages(author)).map(({ writtenBy }) => writtenBy)).toEqual([
      author.userName,
      undefined,
      otherAdmin.userName,
    ])
    expect(await readMessages(otherAdmin)).toEqual(await readMessages(author))
    const memberView = await readMessages(member)
    expect(memberView.map(({ senderName }) => senderName)).toEqual([TEAM, member.userName, TEAM])
    for (const message of memberView) expect(message).not.toHaveProperty('writtenBy')
  })

  test('has one read position for the whole team', async () => {
    const member = await aMember(ctx.db)
    const { chatId } = (await invite(member, TEAM)).body
    const countUnread = async (member: TestMember) =>
      (await as(member).get<ChatResponse>(`/chats/${chatId}`)).body.chat.newMessages
    expect(await countUnread(otherAdmin)).toBe(1)
    const { messages } = (await as(author).get<ChatResponse>(`/chats/${chatId}`)).body
    await as(author).post(`/chats/${chatId}/mark-read/${messages.at(-1)?.id}`)
    expect(await countUnread(otherAdmin)).toBe(0)
  })

  test('stores a message once when an admin retries the request', async () => {
    const member = await aMember(ctx.db)
    const { chatId } = (await invite(member, TEAM)).body
    const body = { message: 'Vi har läst det', clientId: randomUUID() }
    const responses = [await as(author).post(`/chats/${chatId}`, body), await as(author).post(`/chats/${chatId}`, body)]
    expect(responses[1]).toMatchObject({ status: 201, body: responses[0]?.body as object })
    expect((await as(member).get<ChatResponse>(`/chats/${chatId}`)).body.messages).toHaveLength(2)
  })

  test('rejects messages of a former admin', async () => {
    const leavingAdmin = await anAdmin('Dragmar')
    const member = await aMember(ctx.db)
    const { chatId } = (await invite(member, TEAM)).body
    const [, ...responses] = await Promise.all([
      changeLevel(ctx, leavingAdmin.accountId, 'BASIC'),
      ...Array.from({ length: 5 }, () => sendMessage(leavingAdmin, chatId, 'Ett svar till dig')),
    ])
    expect((await sendMessage(leavingAdmin, chatId, 'Ännu ett svar')).status).toBe(401)
    const formerAdmin = {
      ...leavingAdmin,
      id: leavingAdmin.accountId,
      sessionId: await aSession(ctx.db, leavingAdmin.accountId),
    }
    expect((await sendMessage(formerAdmin, chatId, 'Och ett till')).status).toBe(404)
    const storedMessages = (await as(member).get<ChatResponse>(`/chats/${chatId}`)).body.messages
    expect(storedMessages).toHaveLength(1 + responses.filter(({ status }) => status === 201).length)
  })
})

describe('content written by the team', () => {
  const ids: Record<string, string> = {}
  let member: TestMember
  let formerAdmin: TestMember & { photoId: string }

  beforeAll(async () => {
    formerAdmin = await anAdmin('Ceciliana')
    member = await aMember(ctx.db)
    const team = as(formerAdmin)
    const { chatId } = (await invite(formerAdmin, member.userName, 'Välkommen hit')).body
    await sendMessage(formerAdmin, chatId, 'Hör av dig')
    const group = await team.post<{ groupId: string }>('/groups', {
      ...{ groupName: 'Alla tillsammans', description: 'För alla', isOpen: true },
    })
    const { groupId } = group.body
    await as(member).post(`/groups/${groupId}/join`)
    const ownGroup = await as(member).post<{ groupId: string }>('/groups', {
      ...{ groupName: 'Min egen', description: 'För mig', isOpen: false },
    })
    await as(member).post('/groups/invites', { groupId: ownGroup.body.groupId, recipientName: TEAM })
    const post = await team.post<{ id: string }>(`/groups/${groupId}/messages`, {
      ...{ message: 'Ett inlägg', clientId: randomUUID() },
    })
    await team.post(`/groups/${groupId}/messages/${post.body.id}/comments`, {
      ...{ message: 'En kommentar', clientId: randomUUID() },
    })
    const closedGroup = await team.post<{ groupId: string }>('/groups', {
      ...{ groupName: 'Bara inbjudna', description: 'För några', isOpen: false },
    })
    await team.post('/groups/invites', { groupId: closedGroup.body.groupId, recipientName: member.userName })
    const event = await team.post<{ id: string }>('/events/public', aForm())
    await team.post(`/events/${event.body.id}/attending`)
    await as(member).post(`/events/${event.body.id}/attending`)
    const ad = await team.post<{ id: string }>('/ads', { title: 'Vi söker', content: 'Några som hjälper till' })
    await anEntry(ctx, formerAdmin)
    const news = await team.post<{ id: string }>('/news', { title: 'Nytt', content: 'Nu är det här' })
    await team.post(`/news/${news.body.id}/comments`, { message: 'Så bra', clientId: randomUUID() })
    await team.post('/verifications/verify', { userName: member.userName, action: 'CONFIRM' })
    await team.post(`/profiles/visits/${encodeURIComponent(member.userName)}`)
    Object.assign(ids, { chats: chatId, groups: groupId, msgId: post.body.id, events: event.body.id })
    Object.assign(ids, { ads: ad.body.id, news: news.body.id })
  })

  /**
   * Lists the paths of the GET routes, with the ids of the team's content, except those with tokens, pages, exports and
   * encrypted responses.
   */
  const listReadablePaths = () =>
    listOperations(app)
      .filter(
        (operation) =>
          operation.startsWith('GET ') &&
          !/\{(?:token|page|variant)\}|dev|export|encrypted|suggestions/.test(operation),
      )
      .map((operation) =>
        operation
          .slice('GET '.length)
          .replace('{userName}', encodeURIComponent(member.userName))
          .replace('{msgId}', ids.msgId ?? '')
          .replace(/^\/(\w+)\/\{id\}/, (_, kind: string) => `/${kind}/${ids[kind]}`)
          .replace(/^\/groups\/owned$/, `/groups/owned?exclude=${TEAM}`),
      )

  async function readAllContent(): Promise<string> {
    const responses: string[] = []
    for (const path of listReadablePaths()) {
      const { status, body } = await as(member).get(path)
      responses.push(JSON.stringify({ path, status, body }))
    }
    return responses.join('\n')
  }

  test('does not reveal its author to readers or in pushes', async () => {
    const content = await readAllContent()
    expect(content.match(/Teamet/g)?.length).toBeGreaterThan(8)
    // The year as a number in JSON, since a random id may contain its digits.
    const identifyingTexts = [formerAdmin.userName, CITY, `:${YEAR}`, formerAdmin.photoId]
    for (const identifyingText of identifyingTexts) expect(content).not.toContain(identifyingText)
    const sentPushes = (await listPushes(ctx.db)).filter((envelope) => !envelope.to?.includes(TEAM_ID))
    for (const identifyingText of identifyingTexts) expect(JSON.stringify(sentPushes)).not.toContain(identifyingText)
  })

  test('stays exactly the same after the admin is demoted', async () => {
    const contentBefore = await readAllContent()
    const pushCount = (await listPushes(ctx.db)).length
    expect(await changeLevel(ctx, formerAdmin.accountId, 'BASIC')).toBe(true)
    expect(await readAllContent()).toBe(contentBefore)
    const newPushes = (await listPushes(ctx.db)).slice(pushCount).filter((envelope) => envelope.to?.includes(member.id))
    expect(newPushes).toEqual([])
  })
})

describe('an admin', () => {
  test('is hidden as a member while they act as the team, and visible again after a demotion', async () => {
    const [ann, bo] = [await aMember(ctx.db, { userName: 'Egon Eget' }), await aMember(ctx.db)]
    const { body: invitedChat } = await invite(ann, bo.userName, 'Hej på dig')
    await as(bo).post(`/chats/${invitedChat.chatId}/accept`)
    await as(ann).post('/ads', { title: 'Min annons', content: 'Jag söker någon' })
    await as(ann).post(`/profiles/visits/${encodeURIComponent(bo.userName)}`)
    const readVisibleState = async () => {
      const paths = ['/chats', `/profiles/visits/${encodeURIComponent(bo.userName)}`, '/chats/count', '/movie']
      const ads = await as(bo).post('/ads/filtered', {
        ...{ showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true },
      })
      return JSON.stringify([
        ...(await Promise.all(paths.map((path) => as(bo).get(path)))).map(({ body }) => body),
        ads.body,
      ])
    }
    const stateBefore = await readVisibleState()
    expect(stateBefore).toContain('Egon Eget')
    await changeLevel(ctx, ann.accountId, 'ADMIN')
    expect(await readVisibleState()).not.toContain('Egon')
    await changeLevel(ctx, ann.accountId, 'BASIC')
    expect((await readVisibleState()).replaceAll(/"version":\d+/g, '')).toBe(
      stateBefore.replaceAll(/"version":\d+/g, ''),
    )
  })

  test('cannot kiss, read or write notes, ignore or list visitors, and leaves no visit', async () => {
    const bo = await aMember(ctx.db)
    const path = encodeURIComponent(bo.userName)
    const responses = [
      await as(author).post(`/profiles/visits/kiss/${path}`),
      await as(author).post(`/profiles/${path}/notes`, { notes: 'Att minnas' }),
      await as(author).get(`/profiles/${path}/notes`),
      await as(author).post('/ignore', bo.userName),
      await as(author).get(`/profiles/visits/${path}`),
    ]
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect((await as(author).post(`/profiles/visits/${path}`)).status).toBe(204)
    expect((await as(bo).get(`/profiles/visits/${path}`)).body).toEqual([])
  })

  test('cannot post with a request that began before their demotion', async () => {
    const leavingAdmin = await aMember(ctx.db, { level: 'ADMIN' })
    const { groupId } = await aGroup(ctx.db, { members: [leavingAdmin] })
    const member = {
      ...leavingAdmin,
      level: 'ADMIN',
      language: 'SWEDISH',
      registeredAt: new Date().toISOString(),
    } as const
    await changeLevel(ctx, leavingAdmin.accountId, 'BASIC')
    const posted = sendPost({ ...ctx, member }, groupId, {
      message: 'Ett sista ord',
      photoUrl: null,
      replyTo: null,
      clientId: undefined,
    })
    await expect(posted).rejects.toMatchObject({ code: 'CONFLICT' })
    const storedPosts = ctx.db.selectFrom('group_messages').selectAll().where('groupId', '=', groupId)
    expect(await storedPosts.execute()).toEqual([])
  })

  test('keeps their own sessions, settings and profile', async () => {
    expect((await as(otherAdmin).get('/sessions/verify')).body).toMatchObject({
      ...{ userName: otherAdmin.userName, memberLevel: 'ADMIN' },
    })
    expect((await as(otherAdmin).post('/members/settings', { presenceOff: true })).status).toBe(200)
    expect((await as(author).get('/members/settings')).body).toMatchObject({ presenceOff: false })
    expect((await as(otherAdmin).post('/members', { profile: { description: 'Min egen text' } })).status).toBe(200)
    const profile = await as(otherAdmin).get(`/members/username/${otherAdmin.userName}`)
    expect(profile.body).toMatchObject({ profile: { description: 'Min egen text' }, mailPreferences: {} })
  })
})
