import { DAY_MS, NEW_MEMBER_PERIOD_MS, RATES } from '@app/contract/limits'
import { MovieEntry } from '@app/contract/movie'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { anAnswer, anEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { fastify } from 'fastify'
import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { NAMED_MEMBERS, registerNamedMembers } from '../http/named-members.ts'
import { createNewsHelpers } from '../news/testing.ts'
import { listOperations, setUpTestGateway, type TestResponse } from '../testing.ts'
import type { RateName } from './limits.ts'

/** A Redis database that only this file uses, because member ids are the same in every test database. */
const redisUrl = ownRedisUrl(import.meta.url)
const gateway = await setUpTestGateway({ settings: { RATE_LIMITS: 'on', REDIS_URL: redisUrl } })
const { app, ctx, as } = gateway
const { publish, postComment } = createNewsHelpers(gateway)
beforeEach(async () => void (await ctx.redis.flushdb()))

/** Creates a member to whom the lower limits of new members do not apply. */
const aCaller = () => aMember(ctx.db, { registeredAt: new Date(Date.now() - NEW_MEMBER_PERIOD_MS - 60_000) })
const BUDGETS = { search: 'membersLookedUp', feed: 'membersShown' } as const satisfies Record<string, RateName>

/** Uses up both budgets of the caller, except for `remaining` members each. */
const exhaustBudgets = async (caller: TestMember, { remaining = 0 } = {}) => {
  for (const rate of Object.values(BUDGETS)) {
    const countedIds = Array.from({ length: RATES[rate].max - remaining }, (_, index) => `counted-${index}`)
    await ctx.limits.takeDistinct(rate, caller.id, countedIds)
  }
}
const listCountedIds = (rate: RateName, caller: TestMember) => ctx.redis.smembers(`limit:${rate}:${caller.id}`)

const encodeName = ({ userName }: TestMember): string => encodeURIComponent(userName)
const anAd = async (author: TestMember): Promise<string> =>
  (await as(author).post<{ id: string }>('/ads', { title: 'Sällskap', content: 'Till fjällen' })).body.id
const aGroupWithMessage = async (caller: TestMember, stranger: TestMember) => {
  const { groupId } = await aGroup(ctx.db, { owner: stranger, members: [caller] })
  const { body } = await as(stranger).post<{ id: string }>(`/groups/${groupId}/messages`, { message: 'Hej alla' })
  return { groupId, messageId: body.id }
}
const anInviteFrom = async (stranger: TestMember, caller: TestMember) => {
  const { groupId } = await aGroup(ctx.db, { owner: stranger })
  await as(stranger).post('/groups/invites', { groupId, recipientName: caller.userName })
  return groupId
}
const WOMEN = { couples: false, person1Selection: { sex: 'FEMALE' } }
const EVERY_AD = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }

type Request = { path: string; body?: unknown }
type Arrange = (caller: TestMember, stranger: TestMember) => Request | Promise<Request>

const arrangeEvent: Arrange = async (_, author) => ({ path: `/events/${(await anEvent(ctx.db, { author })).id}` })
const arrangeAnswer =
  (answer: string): Arrange =>
  async (caller, stranger) => ({ path: `${(await arrangeEvent(caller, stranger)).path}/${answer}` })

/** A request to each route that counts members against a daily limit; its path or response names the stranger. */
const ARRANGEMENTS: Record<string, Arrange> = {
  'GET /profiles/search-user-encrypted/{userName}': (_, stranger) => ({
    path: `/profiles/search-user-encrypted/${encodeName(stranger)}`,
  }),
  'POST /profiles/search-encrypted': () => ({ path: '/profiles/search-encrypted', body: WOMEN }),
  'GET /getting-started/suggestions': () => ({ path: '/getting-started/suggestions' }),
  'GET /members/username/{userName}': (_, stranger) => ({ path: `/members/username/${encodeName(stranger)}` }),
  'GET /profiles/{userName}/level': (_, stranger) => ({ path: `/profiles/${encodeName(stranger)}/level` }),
  'GET /profiles/{userName}/notes': (_, stranger) => ({ path: `/profiles/${encodeName(stranger)}/notes` }),
  'GET /profiles/visits/{userName}': (_, stranger) => ({ path: `/profiles/visits/${encodeName(stranger)}` }),
  'GET /verifications/{userName}': (_, stranger) => ({ path: `/verifications/${encodeName(stranger)}` }),
  'GET /chats/status/{userName}': (_, stranger) => ({ path: `/chats/status/${encodeName(stranger)}` }),
  'GET /blocks/effects/{userName}': (_, stranger) => ({ path: `/blocks/effects/${encodeName(stranger)}` }),
  'GET /events/shared/{userName}': (_, stranger) => ({ path: `/events/shared/${encodeName(stranger)}` }),
  'GET /events/{id}/participants': async (_, stranger) => {
    const event = await anEvent(ctx.db)
    await anAnswer(ctx.db, event, stranger)
    return { path: `/events/${event.id}/participants` }
  },
  'GET /events': async (caller, author) => {
    await anAnswer(ctx.db, await anEvent(ctx.db, { author }), caller)
    return { path: '/events' }
  },
  'GET /events/public': async (_, author) => {
    await anEvent(ctx.db, { author, startsInMs: DAY_MS })
    return { path: '/events/public' }
  },
  'GET /events/{id}': arrangeEvent,
  'POST /events/{id}/attending': arrangeAnswer('attending'),
  'POST /events/{id}/interested': arrangeAnswer('interested'),
  'POST /events/{id}/no-answer': arrangeAnswer('no-answer'),
  'GET /movie': async (_, stranger) => {
    await anEntry(ctx, stranger)
    return { path: '/movie' }
  },
  'POST /ads/filtered': async (_, stranger) => {
    await anAd(stranger)
    return { path: '/ads/filtered', body: EVERY_AD }
  },
  'GET /ads/{id}': async (_, stranger) => ({ path: `/ads/${await anAd(stranger)}` }),
  'GET /news/{id}/comments': async (_, stranger) => {
    const { id } = await publish()
    await postComment(stranger, id)
    return { path: `/news/${id}/comments` }
  },
  'POST /messages/search': async (caller, stranger) => {
    await aGroupWithMessage(caller, stranger)
    return { path: '/messages/search', body: { words: 'hej alla' } }
  },
  'GET /groups/can-join': async (_, owner) => {
    await aGroup(ctx.db, { owner, isOpen: true })
    return { path: '/groups/can-join' }
  },
  'GET /groups/invites': async (caller, stranger) => {
    await anInviteFrom(stranger, caller)
    return { path: '/groups/invites' }
  },
  'POST /groups/invites': async (owner, stranger) => ({
    path: '/groups/invites',
    body: { groupId: (await aGroup(ctx.db, { owner })).groupId, recipientName: stranger.userName },
  }),
  'GET /groups/{id}/invites': async (owner, stranger) => {
    const { groupId } = await aGroup(ctx.db, { owner })
    await as(owner).post('/groups/invites', { groupId, recipientName: stranger.userName })
    return { path: `/groups/${groupId}/invites` }
  },
  'GET /groups/{id}/open': async (_, owner) => ({ path: `/groups/${(await aGroup(ctx.db, { owner })).groupId}/open` }),
  'POST /groups/{id}/join': async (_, owner) => ({
    path: `/groups/${(await aGroup(ctx.db, { owner, isOpen: true })).groupId}/join`,
  }),
  'POST /groups/{id}/accept': async (caller, stranger) => ({
    path: `/groups/${await anInviteFrom(stranger, caller)}/accept`,
  }),
  'GET /groups/{id}/members': async (caller, stranger) => ({
    path: `/groups/${(await aGroupWithMessage(caller, stranger)).groupId}/members`,
  }),
  'GET /groups/{id}/messages': async (caller, stranger) => ({
    path: `/groups/${(await aGroupWithMessage(caller, stranger)).groupId}/messages`,
  }),
  'GET /groups/{id}/messages/{msgId}': async (caller, stranger) => {
    const { groupId, messageId } = await aGroupWithMessage(caller, stranger)
    return { path: `/groups/${groupId}/messages/${messageId}` }
  },
  'POST /groups/{id}/messages/{msgId}': async (caller, stranger) => {
    const { groupId } = await aGroup(ctx.db, { owner: stranger, members: [caller] })
    const { body } = await as(caller).post<{ id: string }>(`/groups/${groupId}/messages`, { message: 'Hej alla' })
    await as(stranger).post(`/groups/${groupId}/messages/${body.id}/comments`, { message: 'Hej' })
    return { path: `/groups/${groupId}/messages/${body.id}`, body: { message: 'Hej på er' } }
  },
  'POST /groups/{id}/messages/{msgId}/react': async (caller, stranger) => {
    const { groupId, messageId } = await aGroupWithMessage(caller, stranger)
    return { path: `/groups/${groupId}/messages/${messageId}/react`, body: { reaction: 'WOW' } }
  },
  'POST /groups/{id}/messages/{msgId}/comments/{cid}/react': async (caller, stranger) => {
    const { groupId, messageId } = await aGroupWithMessage(caller, stranger)
    const path = `/groups/${groupId}/messages/${messageId}/comments`
    const { body } = await as(stranger).post<{ id: string }>(path, { message: 'Hej' })
    return { path: `${path}/${body.id}/react`, body: { reaction: 'WOW' } }
  },
}

const sendRequest = (caller: TestMember, method: string, { path, body }: Request): Promise<TestResponse<unknown>> =>
  method === 'GET' ? as(caller).get(path) : as(caller).post(path, body)

type Schema = { $ref?: string; properties?: Record<string, Schema>; [key: string]: unknown }
type Operation = { description?: string; responses?: Record<string, { content?: Record<string, { schema: Schema }> }> }

const document = app.swagger() as unknown as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path.replace('/api/v2', '')}`, operation] as const,
  ),
)

/** Returns the fields of a schema at any depth. */
function listFields(schema: unknown, visited = new Set<unknown>()): [name: string, schema: Schema][] {
  if (typeof schema !== 'object' || schema === null || visited.has(schema)) return []
  visited.add(schema)
  const { $ref, properties } = schema as Schema
  const referencedFields = $ref ? listFields(document.components.schemas[$ref.split('/').at(-1) ?? ''], visited) : []
  return [
    ...Object.entries(properties ?? {}),
    ...referencedFields,
    ...Object.values(schema).flatMap((part) => listFields(part, new Set(visited))),
  ]
}
const listResponseSchemas = ({ responses = {} }: Operation): Schema[] =>
  Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => schema))
const listResponseFields = (operation: Operation) =>
  listResponseSchemas(operation).flatMap((schema) => listFields(schema))
const isMemberName = (schema: Schema): boolean => JSON.stringify(schema).includes('The name of a member')

describe('the schemas of all responses', () => {
  /** Fields that contain no names of members, although their own names suggest it. */
  const NOT_MEMBER_NAMES = ['groupName', 'author', 'name', 'byAuthor', 'appealBy', 'objectBy']

  test('mark every field that names a member', () => {
    const unmarked = operations.flatMap(([name, operation]) =>
      listResponseFields(operation)
        .filter(([field]) => /name$|author|sender$|by$|creator$|recipient$|partner$/i.test(field))
        .filter(
          ([field, schema]) =>
            !NOT_MEMBER_NAMES.includes(field) && !schema.properties && !schema.$ref && !isMemberName(schema),
        )
        .map(([field]) => `${name}: ${field}`),
    )
    expect(unmarked).toEqual([])
  })

  /** Routes of the caller's own search filters, which contain criteria and no data of members. */
  const OWN_FILTERS = ['GET /searches', 'POST /searches', 'POST /searches/{id}']
  const operationsAboutMembers = operations.filter(([name]) => !OWN_FILTERS.includes(name))

  test('name a member if they contain profile photos, years of birth or orientations', () => {
    const routesWithoutName = operationsAboutMembers.flatMap(([name, operation]) => {
      const fields = listResponseFields(operation)
      const showsPersonalData = fields.some(([field]) => /profilePhotoUrl|yearOfBirth|orientation|p1Year/.test(field))
      return showsPersonalData && !fields.some(([, schema]) => isMemberName(schema)) ? [name] : []
    })
    expect(routesWithoutName).toEqual([])
  })

  test('belong to routes that declare how the members they name are counted, and ARRANGEMENTS covers the routes with a limit', () => {
    const listDeclared = (...kinds: (keyof typeof NAMED_MEMBERS)[]) =>
      operations
        .filter(([, { description = '' }]) => kinds.some((kind) => description.includes(NAMED_MEMBERS[kind])))
        .map(([name]) => name)
    const namingMembers = operations
      .filter(([, operation]) => listResponseFields(operation).some(([, schema]) => isMemberName(schema)))
      .map(([name]) => name)
    const visitorOperations = [
      'POST /members/login',
      'POST /sessions/passkey',
      'POST /sessions/recovery',
      'POST /members/register2/complete',
      'GET /statements/{token}',
    ]
    const kinds = Object.keys(NAMED_MEMBERS) as (keyof typeof NAMED_MEMBERS)[]
    expect(listDeclared(...kinds)).toEqual(
      expect.arrayContaining(namingMembers.filter((name) => !visitorOperations.includes(name))),
    )
    expect(Object.keys(ARRANGEMENTS).toSorted()).toEqual(listDeclared('search', 'feed').toSorted())
    expect(listOperations(app)).toEqual(expect.arrayContaining(Object.keys(ARRANGEMENTS)))
  })

  const CHATS = [
    'GET /chats',
    'GET /chats/invites',
    'POST /chats/invites',
    'GET /chats/{id}',
    'POST /chats/{id}/accept',
    'POST /chats/{id}/maybe',
  ]
  const ADS = ['POST /ads/filtered', 'GET /ads/{id}', 'POST /ads', 'POST /ads/edit']
  const RESULT_CARDS = ['GET /events/{id}/participants', 'GET /profiles/visits/{userName}']
  const PROFILE = 'GET /members/username/{userName}'

  test.each([
    ['orientation', /^(?:o|p[12]O)rientation$/, [PROFILE, ...RESULT_CARDS, ...ADS, ...CHATS]],
    [
      'sex and year of birth',
      /^(?:sex|yearOfBirth|profileType|p[12]Year)$/,
      [PROFILE, ...RESULT_CARDS, ...ADS, ...CHATS, 'GET /movie', 'POST /movie'],
    ],
    ['body', /^(?:weight|body|eyeColor|ethnicity|breastSize|penisSize|shavedStyle)$/, [PROFILE]],
    ['habits', /^(?:smoking|drinking)$/, [PROFILE]],
    ['last activity', /^lastActive$/, [PROFILE, 'GET /events/{id}/participants', ...CHATS]],
  ])('contain the %s of members on these routes only', (_, field, expectedOperations) => {
    const operationsWithField = operationsAboutMembers.filter(([, operation]) =>
      listResponseFields(operation).some(([name, { properties }]) => field.test(name) && !properties),
    )
    expect(operationsWithField.map(([name]) => name).toSorted()).toEqual(expectedOperations.toSorted())
  })

  test('fail the startup if they name members but their route does not declare how these are counted', () => {
    const setUpGateway = (config?: object) => () => {
      const bareApp = fastify()
      registerNamedMembers(bareApp)
      bareApp.get(
        '/new',
        { ...(config && { config }), schema: { response: { 200: z.array(MovieEntry) } } },
        async () => [],
      )
    }
    expect(setUpGateway()).toThrow('/new names members')
    expect(setUpGateway({ membersCountAs: 'feed' })).not.toThrow()
  })
})

describe.each(Object.entries(ARRANGEMENTS))('%s', (name, arrange) => {
  const [method = ''] = name.split(' ')

  test('counts a member whom the caller does not know, and is rejected once the daily limit is reached', async () => {
    const [caller, stranger] = [await aCaller(), await aMember(ctx.db)]
    const request = await arrange(caller, stranger)
    await ctx.redis.flushdb()
    await exhaustBudgets(caller)
    expect(await sendRequest(caller, method, request)).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_REQUESTS' },
    })
    await ctx.redis.flushdb()
    expect([200, 201]).toContain((await sendRequest(caller, method, request)).status)
    const countedIds = [await listCountedIds(BUDGETS.search, caller), await listCountedIds(BUDGETS.feed, caller)]
    expect(countedIds.flat()).toContain(stranger.id)
  })
})

describe('a caller who has reached the daily limit of members', () => {
  const readAdStatus = async (caller: TestMember, author: TestMember) =>
    (await as(caller).get(`/ads/${await anAd(author)}`)).status
  const shareGroup = async (caller: TestMember, other: TestMember, joinedAt: Date) => {
    const { groupId } = await aGroup(ctx.db, { members: [caller, other] })
    await ctx.db
      .updateTable('group_members')
      .set({ joinedAt: joinedAt.toISOString() })
      .where('groupId', '=', groupId)
      .where('memberId', '=', caller.id)
      .execute()
  }

  test.each<[string, (caller: TestMember, other: TestMember) => Promise<unknown>]>([
    ['in a chat with the caller', (caller, other) => anOpenChat(ctx.db, { ann: caller, bo: other })],
    [
      'of a group that the caller joined yesterday',
      (caller, other) => shareGroup(caller, other, new Date(Date.now() - DAY_MS)),
    ],
    ['who has visited the caller', (caller, other) => as(other).post(`/profiles/visits/${encodeName(caller)}`)],
  ])('can still read about a member %s', async (_, arrangeContact) => {
    const [caller, other] = [await aCaller(), await aMember(ctx.db)]
    await arrangeContact(caller, other)
    await exhaustBudgets(caller)
    expect(await readAdStatus(caller, other)).toBe(200)
  })

  test('cannot read about a member of a group that the caller joined today', async () => {
    const [caller, other] = [await aCaller(), await aMember(ctx.db)]
    await shareGroup(caller, other, new Date())
    await exhaustBudgets(caller)
    expect(await readAdStatus(caller, other)).toBe(429)
  })

  test('can still read about members seen that day, the team and the caller', async () => {
    const [caller, visited, other] = [await aCaller(), await aMember(ctx.db), await aMember(ctx.db)]
    const team = await aMember(ctx.db, { level: 'ADMIN' })
    await exhaustBudgets(caller, { remaining: 1 })
    expect(await readAdStatus(caller, visited)).toBe(200)
    expect(await readAdStatus(caller, other)).toBe(429)
    expect(await readAdStatus(caller, visited)).toBe(200)
    expect(await readAdStatus(caller, team)).toBe(200)
    expect(await readAdStatus(caller, caller)).toBe(200)
  })

  test.each(['GET /movie', 'POST /ads/filtered', 'POST /messages/search'])(
    'receives no page with more members than remain: %s',
    async (name) => {
      const [caller, ann, bo] = [await aCaller(), await aMember(ctx.db), await aMember(ctx.db)]
      const arrange = ARRANGEMENTS[name] as Arrange
      await arrange(caller, ann)
      const request = await arrange(caller, bo)
      await ctx.redis.flushdb()
      await exhaustBudgets(caller, { remaining: 1 })
      expect((await sendRequest(caller, name.split(' ')[0] ?? '', request)).status).toBe(429)
      const countedIds = await listCountedIds(BUDGETS.feed, caller)
      for (const { id } of [ann, bo]) expect(countedIds).not.toContain(id)
    },
  )

  test('joins no group when the request is rejected', async () => {
    const [caller, owner] = [await aCaller(), await aMember(ctx.db)]
    const { groupId } = await aGroup(ctx.db, { owner, isOpen: true })
    await exhaustBudgets(caller)
    expect((await as(caller).post(`/groups/${groupId}/join`)).status).toBe(429)
    expect(
      await ctx.db.selectFrom('group_members').select('memberId').where('memberId', '=', caller.id).execute(),
    ).toEqual([])
  })

  test('can still read feeds if only the daily limit for looking up members is used up', async () => {
    const [caller, other] = [await aCaller(), await aMember(ctx.db)]
    const countedIds = Array.from({ length: RATES.membersLookedUp.max }, (_, index) => `counted-${index}`)
    await ctx.limits.takeDistinct('membersLookedUp', caller.id, countedIds)
    expect((await as(caller).get(`/profiles/${encodeName(other)}/level`)).status).toBe(429)
    expect(await readAdStatus(caller, other)).toBe(200)
  })
})
