import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Encrypted } from '@app/contract/members/profiles'
import { SearchHit } from '@app/contract/members/profiles'
import type { AnyEnvelope, PushType, UnsignedPush } from '@app/contract/pushes'
import { Suggestion } from '@app/contract/welcome'
import { createContext } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import { createRecipientResolver } from '@app/server/delivery/recipients'
import type { RedisClient } from '@app/server/redis/connections'
import { asOwner, testConfig, testContext, testDatabase } from '@app/server/testing/context'
import type { TestMember } from '@app/server/testing/members'
import { signedUrl } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  act,
  createWalkWorld,
  type LaterIds,
  PASSWORD,
  type WalkGateway,
  type WalkWorld,
  writeAsOthers,
  writeAsOtto,
} from '../../blocks/testing-walk.ts'
import {
  CALLS,
  NEW_NAMES,
  onlyPath,
  READS,
  type Request,
  SEPARATED,
  SKIPPED,
  UNKNOWN,
} from '../../blocks/testing-walk-requests.ts'
import { decryptResponse } from '../../search/testing.ts'
import { createTestGateway, listOperations, type TestResponse, UNUSED_ID } from '../../testing.ts'

/** For each type of push, 'read' if the transcripts contain it, or the reason why they do not. */
const PUSHES = {
  'chat:message': 'read',
  'chat:message-changed': 'concerns one chat, which is lost or unchanged',
  'chat:message-deleted': 'concerns one chat, which is lost or unchanged',
  'chat:read': 'concerns one chat, which is lost or unchanged',
  'chat:changed': 'read',
  'chat:count': 'contains the same numbers as GET /chats/count, which is read',
  'invite:new': 'concerns one chat, which is lost',
  'invite:answered': 'concerns one chat, which is lost',
  typing: 'is sent by the hub for a chat, which is lost',
  presence: 'is sent by the hub; its tests show that members with a block see each other offline',
  'session:ended': 'concerns the account of the recipient',
  'member:changed': 'concerns the account of the recipient',
  'photo:ready': 'concerns pictures of the recipient, or in a chat, which is lost',
  'verification:changed': 'read',
  'partner:changed': 'concerns one chat, which is lost or unchanged',
  'export:changed': 'concerns the account of the recipient',
  'group:message': 'read',
  'group:message-changed': 'read',
  'group:comment': 'read',
  'group:reaction': 'read',
  'group:info': 'read',
  'group:changed': 'read',
  'group:invite': 'read',
  'group:count': 'contains the same numbers as GET /groups/count, which is read',
  'event:changed': 'read',
  'news:count': 'read',
  'movie:changed': 'is sent to everybody at every entry and reveals no author',
  'movie:liked': 'concerns entries of the recipient; likes stay one number',
  'case:changed': SKIPPED.team,
  'operations:changed': SKIPPED.team,
  'passkeys:changed': 'concerns the account of the recipient',
  'searches:changed': 'concerns the account of the recipient',
  'report:changed': 'concerns reports of the recipient',
  'decision:new': 'concerns decisions about the recipient',
  'block:changed': 'is sent to the devices of the blocker only',
} satisfies Record<PushType, string>

/** The types of pushes that Rita has received in any of the worlds. */
const receivedTypes = new Set<PushType>()

const KEPT_CHAT = 'the blocker can read the kept chat, and delete it'
const HIDDEN_EVENTS = 'events of a blocked member disappear for the blocker, who knows why, instead of being canceled'
const OPEN_GROUP = 'an open group is not offered if its owner and the reader are a blocked pair'

/** The accepted differences from a deletion, with reasons. `by` limits an exception to one direction of the block. */
const EXCEPTIONS: { by?: Blocker; label: RegExp; reason: string }[] = [
  { by: 'rita', label: /(GET|POST) \/chats\/\{id\}/, reason: KEPT_CHAT },
  { by: 'rita', label: /picture chatPhoto$/, reason: KEPT_CHAT },
  { by: 'rita', label: /GET \/reports\/past-contacts$/, reason: KEPT_CHAT },
  { by: 'rita', label: /GET \/blocks$/, reason: 'lists the blocks by the reader' },
  {
    by: 'rita',
    label: /at once: pushes$/,
    reason: 'compared by the next test, without block:changed and pushes about events',
  },
  { by: 'rita', label: /\/events/, reason: HIDDEN_EVENTS },
  { by: 'rita', label: /calendar/, reason: HIDDEN_EVENTS },
  { by: 'rita', label: /POST \/reports event/, reason: HIDDEN_EVENTS },
  { by: 'rita', label: /GET \/reports$/, reason: HIDDEN_EVENTS },
  { label: /GET \/groups\/\{id\}\/open openOfOtto$/, reason: OPEN_GROUP },
]

type Transcript = Record<string, unknown>

/** The headers that differ between any two responses, or between responses whose ids differ in length. */
const CHANGING_HEADERS = ['date', 'x-request-id', 'content-length', 'etag']

const decrypt = (operation: string, body: Encrypted, token: string) =>
  decryptResponse(z.array(operation.includes('suggestions') ? Suggestion : SearchHit), body, token)

/** Sends requests as Rita to a gateway of its own, and collects the responses and the pushes that she receives. */
class Walk {
  readonly transcript: Transcript = {}
  readonly gateway: WalkGateway
  readonly world: WalkWorld
  later: LaterIds
  private phase = ''
  private lastOutboxId = '0'
  private readonly resolveRecipients: ReturnType<typeof createRecipientResolver>

  constructor(gateway: WalkGateway, world: WalkWorld) {
    this.gateway = gateway
    this.world = world
    const ids = ['post', 'comment', 'ad', 'entry', 'event', 'groupEvent', 'newsComment', 'dagsPost']
    this.later = Object.fromEntries(ids.map((name) => [name, UNUSED_ID])) as LaterIds
    // Everybody counts as connected, so that the pushes have all their recipients.
    const redis = { pubsub: async (_: string, ...channels: string[]) => channels.flatMap((channel) => [channel, 1]) }
    this.resolveRecipients = createRecipientResolver(gateway.ctx.db, redis as unknown as RedisClient)
  }

  private get reader(): TestMember {
    return this.world.members.rita
  }

  /** Adds the pushes since the last call that Rita receives. */
  async collectPushes(name: string): Promise<void> {
    const rows = await this.gateway.ctx.db
      .selectFrom('outbox')
      .select(['id', 'kind', 'payload'])
      .where('id', '>', this.lastOutboxId)
      .orderBy('id')
      .execute()
    this.lastOutboxId = rows.at(-1)?.id ?? this.lastOutboxId
    const received: UnsignedPush[] = []
    for (const { payload } of rows.filter(({ kind }) => kind === 'PUSH'))
      for (const { to, push } of await this.resolveRecipients([payload as AnyEnvelope]))
        if (to === 'everybody' || to.includes(this.reader.id)) received.push(push)
    for (const { type } of received) receivedTypes.add(type)
    if (this.phase !== '') this.transcript[`${this.phase}: pushes ${name}`.trim()] = received
  }

  async begin(phase: string): Promise<void> {
    await this.collectPushes('while reading')
    this.phase = phase
  }

  private async add(operation: string, { label = '', path, body }: Request): Promise<void> {
    const client = this.gateway.as(this.reader)
    const response = operation.startsWith('GET') ? await client.get(path) : await client.post(path, body)
    const key = `${this.phase}: ${operation} ${label}`.trim()
    this.transcript[key] = await this.describe(operation, response)
    if (operation.startsWith('POST')) await this.collectPushes(`${operation} ${label}`)
  }

  private async describe(operation: string, { status, body, headers }: TestResponse<unknown>): Promise<unknown> {
    const keptHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => !CHANGING_HEADERS.includes(name)))
    const isEncrypted = typeof body === 'object' && body !== null && 'alg' in body
    const content = isEncrypted
      ? await decrypt(operation, body as Encrypted, this.gateway.tokenOf(this.reader))
      : (body ?? null)
    return { status, body: content, headers: keptHeaders }
  }

  async read(): Promise<void> {
    for (const [operation, requests] of Object.entries(READS)) {
      if (typeof requests === 'string') continue
      const list = requests === onlyPath ? [{ path: operation.replace('GET ', '') }] : requests(this)
      for (const request of list) await this.add(operation, request)
    }
    await this.openPictures()
    this.transcript[`${this.phase}: mails`] = await this.gateway.ctx.db
      .selectFrom('mails')
      .select(['kind', 'state'])
      .where('address', '=', this.reader.email)
      .orderBy('id')
      .execute()
  }

  /** Requests each picture with a URL that is signed for Rita, whether she may see the picture or not. */
  private async openPictures(): Promise<void> {
    const { app, ctx } = this.gateway
    for (const [name, id] of Object.entries(this.world.photos)) {
      const { statusCode, headers } = await app.inject({ url: signedUrl(ctx, this.reader, id) })
      this.transcript[`${this.phase}: picture ${name}`] = { statusCode, cacheControl: headers['cache-control'] }
    }
  }

  async call(): Promise<void> {
    for (const [operation, requests] of Object.entries(CALLS))
      if (typeof requests !== 'string') for (const request of requests(this)) await this.add(operation, request)
  }
}

/**
 * Reduces a `group:changed` push to a `group:info` push. Members from whom a block hides other members receive the former
 * in place of the latter; it has the same fields and more.
 */
const toPublicState = (value: unknown): unknown => {
  const push = value as UnsignedPush
  if (push?.type !== 'group:changed' || !push.group || push.reload) return value
  const { groupId, groupName, description, isOpen, memberCount, creatorName, version } = push.group
  const info = { groupId, groupName, description, isOpen, memberCount, creatorName }
  return { type: 'group:info', version, info }
}

/** Replaces the values that differ between two equal worlds: new ids, versions, signatures, UUIDs and tokens. */
function mapTranscript(transcript: Transcript): Transcript {
  const ids = new Map<string, string>()
  const counts = new Map<string, number>()
  const mapId = (id: string): string => {
    if (id === UNUSED_ID || Object.values(world.photos).includes(id)) return id
    const known = ids.get(id)
    if (known) return known
    const table = /^\d+$/.test(id) ? String(Math.floor(Number(id) / NEW_IDS)) : 'picture'
    if (table === '0') return id
    counts.set(table, (counts.get(table) ?? 0) + 1)
    const mapped = `new id ${table}.${counts.get(table)}`
    ids.set(id, mapped)
    return mapped
  }
  const mapValue = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => mapValue(item, key))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(toPublicState(value) as object).map(([name, field]) => [name, mapValue(field, name)]),
      )
    if (key === 'version') return 'version'
    if (typeof value !== 'string') return value
    return value
      .replace(/\/media\/([\w-]{22})\/([\w-]+)\.webp\?[^"]*/g, (_, id, variant) => `/media/${mapId(id)}/${variant}`)
      .replace(/^\d+$/, mapId)
      .replace(/(UID:\D*)(\d+)/g, (_, prefix, id) => `${prefix}${mapId(id)}`)
      .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, 'uuid')
      .replace(/^eyJ[\w.-]+$/, 'token')
  }
  return Object.fromEntries(Object.entries(transcript).map(([label, value]) => [label, mapValue(value, '')]))
}

/** The ids of rows that the walks insert are at least this large, and differ by at least this much between two tables. */
const NEW_IDS = 1_000_000

const separateNewIds = (db: Database) =>
  asOwner(
    db,
    sql`select setval(format('%I.%I', schemaname, sequencename)::regclass, number * ${NEW_IDS}::bigint)
      from (select *, row_number() over (order by sequencename) as number from pg_sequences) as sequences`,
  )

/** Lists the paths and values at which two values differ. */
function listDifferences(one: unknown, other: unknown, path = ''): string[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return []
  const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
  if (isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other)) {
    if (Array.isArray(one) && Array.isArray(other) && one.length !== other.length)
      return [`${path}: ${JSON.stringify(one)} <> ${JSON.stringify(other)}`]
    if (one.status !== other.status) return [`${path}: ${one.status} <> ${other.status}`]
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])]
    return keys.flatMap((key) => listDifferences(one[key], other[key], `${path}.${key}`))
  }
  return [`${path}: ${JSON.stringify(one)} <> ${JSON.stringify(other)}`]
}

/** The clock of all worlds; they take the same steps at the same times. */
const start = Date.now()
let clockMs = start
const now = () => new Date(clockMs)
const photos = mkdtempSync(join(tmpdir(), 'salong-walk-'))
const settings = { PHOTO_STORE: `file:${photos}` }
const cleanUps: (() => Promise<unknown>)[] = [async () => rmSync(photos, { recursive: true, force: true })]
afterAll(async () => {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp()
})

let template: string
let world: WalkWorld
let operations: string[]

beforeAll(async () => {
  const database = await testDatabase()
  cleanUps.push(database.drop)
  template = new URL(database.url).pathname.slice(1)
  const options = { service: 'test', connections: 5, keepDelivered: true, now }
  const gateway = await createTestGateway(createContext(testConfig(database.url, settings), options))
  world = await createWalkWorld(gateway)
  operations = listOperations(gateway.app)
  await separateNewIds(gateway.ctx.db)
  await gateway.app.close()
  await gateway.ctx.close()
})

type Blocker = 'rita' | 'others'
type Separate = (gateway: WalkGateway, world: WalkWorld) => Promise<unknown>

/** Separates Rita from the others, lets all members write more, and returns what she reads and receives. */
async function walkAfter(separate: Separate, writeAsSeparated?: typeof writeAsOtto): Promise<Transcript> {
  clockMs = start + 60_000
  const gateway = await createTestGateway(await testContext({ now, settings, template }))
  cleanUps.push(async () => {
    await gateway.app.close()
    await gateway.ctx.close()
  })
  const walk = new Walk(gateway, world)
  await walk.begin('at once')
  clockMs += 1_000
  await separate(gateway, world)
  await walk.collectPushes('')
  await walk.read()
  clockMs += 60_000
  await walk.begin('later')
  if (writeAsSeparated) walk.later = { ...walk.later, ...(await writeAsSeparated(gateway, world)) }
  await walk.collectPushes('by Otto')
  clockMs += 60_000
  walk.later = { ...walk.later, ...(await writeAsOthers(gateway, world)) }
  await walk.collectPushes('by others')
  await walk.read()
  clockMs += 60_000
  await walk.begin('after all calls')
  await walk.call()
  await walk.read()
  return walk.transcript
}

const block =
  (blocker: Blocker): Separate =>
  async (gateway, { members: { rita, otto, ola, oda } }) => {
    for (const other of [otto, ola, oda]) {
      const [from, to] = blocker === 'rita' ? [rita, other] : [other, rita]
      await act(gateway, from, '/blocks', { userName: to.userName })
    }
  }
/** Gives the blockers other names, and makes Otto write. */
const writeAsRenamed: typeof writeAsOtto = async (gateway, world) => {
  for (const member of ['otto', 'ola', 'oda'] as const)
    await act(gateway, world.members[member], '/members', { profile: { userName: NEW_NAMES[member] } })
  return writeAsOtto(gateway, world)
}
const deleteAccounts: Separate = async (gateway, { members: { otto, ola, oda } }) => {
  for (const member of [otto, ola, oda]) await act(gateway, member, '/members/delete', { password: PASSWORD })
}

test('READS has every GET route, and CALLS every POST route', () => {
  expect(Object.keys(READS).toSorted()).toEqual(operations.filter((name) => name.startsWith('GET')).toSorted())
  expect(Object.keys(CALLS).toSorted()).toEqual(operations.filter((name) => name.startsWith('POST')).toSorted())
})

/** Removes the accepted differences from a transcript. */
function withoutExceptions(transcript: Transcript, blocker: Blocker): Transcript {
  const isOffered = ({ groupId }: { groupId: string }) => groupId !== world.groups.openOfOtto
  const labels = EXCEPTIONS.filter(({ by = blocker }) => by === blocker).map(({ label }) => label)
  const kept = Object.entries(transcript).filter(([label]) => !labels.some((exception) => exception.test(label)))
  return Object.fromEntries(
    kept.map(([label, value]) => {
      // The blocker sees nothing of the events of a blocked member, not even in the posts that announced them.
      if (blocker === 'rita' && label.includes('/messages'))
        return [
          label,
          JSON.parse(
            JSON.stringify(value)
              .replaceAll(/"eventMinimalInfo":\{[^}]*"cancelled":true[^}]*\}/g, '"eventMinimalInfo":null')
              .replaceAll(/"sessionResponse":"\w+"/g, '"sessionResponse":""'),
          ),
        ]
      if (!label.includes('GET /groups/can-join')) return [label, value]
      const response = value as { body: { groupId: string }[] }
      return [label, { ...response, body: response.body.filter(isOffered) }]
    }),
  )
}

describe('after a block', () => {
  let afterDeletion: Transcript
  let afterBlock: Record<Blocker, Transcript>
  beforeAll(async () => {
    afterDeletion = await walkAfter(deleteAccounts)
    afterBlock = {
      others: await walkAfter(block('others'), writeAsRenamed),
      rita: await walkAfter(block('rita'), writeAsOtto),
    }
  })

  test.each([
    ['a member who was blocked', 'others'],
    ['a member who has blocked others', 'rita'],
  ] as const)(
    '%s reads and receives what they would if the others had deleted their accounts',
    {
      tags: 'blocks.walk',
    },
    (_, blocker) => {
      const [blocked, deleted] = [afterBlock[blocker], afterDeletion].map((transcript) =>
        mapTranscript(withoutExceptions(transcript, blocker)),
      )
      expect(listDifferences(blocked, deleted)).toEqual([])
    },
  )

  test('the devices of the blocker receive one more push for each blocked member than after a deletion, and none about events', () => {
    const isAboutEvent = (push: unknown) =>
      ['event:changed', 'group:message-changed'].includes((push as UnsignedPush).type)
    const isForBlocker = (push: unknown) => (push as UnsignedPush).type === 'block:changed'
    const received = afterBlock.rita['at once: pushes'] as UnsignedPush[]
    expect(received.filter(isForBlocker)).toHaveLength(SEPARATED.length)
    expect(received.filter(isAboutEvent)).toEqual([])
    const [blocked, deleted] = [received, afterDeletion['at once: pushes'] as UnsignedPush[]].map((pushes) =>
      mapTranscript({ pushes: pushes.filter((push) => !isForBlocker(push) && !isAboutEvent(push)) }),
    )
    expect(listDifferences(blocked, deleted)).toEqual([])
  })

  test.each([
    ['the name of a blocker', 'others'],
    ['the name of a blocked member', 'rita'],
  ] as const)('%s gets the same responses as a name that no member has', (_, blocker) => {
    const transcript = afterBlock[blocker]
    const pairs = Object.keys(transcript).flatMap((label) => {
      const unknown = label.replace(/ Otto(?= |$)/, ` ${UNKNOWN}`)
      return unknown !== label && unknown in transcript ? [[label, unknown] as const] : []
    })
    expect(pairs.length).toBeGreaterThan(50)
    const replaceName = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('Otto', UNKNOWN))
    const differences = pairs.flatMap(([label, unknown]) =>
      listDifferences(replaceName(transcript[label]), transcript[unknown], label),
    )
    expect(differences).toEqual([])
  })

  test('the transcripts contain every type of push that is listed as read', () => {
    const missing = Object.entries(PUSHES).filter(
      ([type, kind]) => kind === 'read' && !receivedTypes.has(type as PushType),
    )
    expect(missing).toEqual([])
  })
})
