import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Envelope } from '@app/contract/pushes'
import { nameKey } from '@app/contract/text/names'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { createContext, type OwnedCtx } from '../context.ts'
import type { Database } from '../db/database.ts'
import type { Job } from '../delivery/jobs.ts'
import type { OutboxRow } from '../delivery/outbox.ts'
import { type Config, readConfig } from '../process/config.ts'
import type { RequestOrigin } from '../process/request-origin.ts'
import { aMember, type TestMember } from './members.ts'

const withDatabaseName = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

export type TestDatabase = {
  /** The URL for the application's role, which only reads and writes rows. */
  url: string
  /** The URL for the owner of the tables. */
  ownerUrl: string
  superuserUrl: string
  drop: () => Promise<void>
}

/** The superuser's connection, one per process, since every test file creates and drops a database. */
let superuser: Promise<pg.Client> | undefined

async function connectSuperuser(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: inject('testInfra').databaseUrl })
  // The server may stop before this process ends.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function runAsSuperuser(...statements: string[]): Promise<void> {
  superuser ??= connectSuperuser()
  const client = await superuser
  for (const statement of statements) await client.query(statement)
}

/** Drops a database. PostgreSQL waits five seconds for closed connections; those that a test left open are ended then. */
const dropDatabase = (name: string): Promise<void> =>
  runAsSuperuser(`drop database ${name}`).catch(() => runAsSuperuser(`drop database ${name} with (force)`))

/**
 * Creates a copy of a database. Copying its files takes a fraction of the time of the default strategy, which also logs
 * every block.
 */
async function aDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  const { databaseUrl, ownerUrl, appUrl } = inject('testInfra')
  const [owner, app] = [new URL(ownerUrl).username, new URL(appUrl).username]
  await runAsSuperuser(
    `create database ${name} template ${template} owner ${owner} strategy file_copy`,
    `revoke all on database ${name} from public`,
    `grant connect on database ${name} to ${app}`,
  )
  return {
    url: withDatabaseName(appUrl, name),
    ownerUrl: withDatabaseName(ownerUrl, name),
    superuserUrl: withDatabaseName(databaseUrl, name),
    drop: () => dropDatabase(name),
  }
}

/** Creates a database for this test file: a copy of the migrated template, or of another database without connections. */
export const testDatabase = (template = 'template_salong'): Promise<TestDatabase> => aDatabase(template)

/** Creates a database without tables, for tests of migrations. */
export const emptyTestDatabase = (): Promise<TestDatabase> => aDatabase('template0')

/** Returns the URL of a test database for the owner of its tables. */
export async function getOwnerUrl(db: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return withDatabaseName(inject('testInfra').ownerUrl, rows[0]?.name ?? '')
}

/**
 * Runs a statement that the application's role may not run, such as a change to a table, or that may exceed its timeout
 * on a busy machine, such as an insert of 20,000 rows.
 */
export async function asOwner(db: Database, statement: RawBuilder<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: await getOwnerUrl(db) })
  await client.connect()
  try {
    const { sql, parameters } = statement.compile(db)
    await client.query(sql, [...parameters])
  } finally {
    await client.end()
  }
}

export const TEST_SECRET = 'f3c1b0a9d8e7465fa1b2c3d4e5f60718'

/** Returns settings for tests: real servers, but no rate limits, no load limit, no usable photo store and no log. */
export const testConfig = (databaseUrl: string, overrides: Record<string, string> = {}): Config =>
  readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: databaseUrl,
    REDIS_URL: inject('testInfra').redisUrl,
    SESSION_SECRET: TEST_SECRET,
    RATE_LIMITS: 'off',
    EVENT_LOOP_DELAY_MAX_MS: '0',
    PHOTO_STORE: 'file:/dev/null/photos',
    LOG_LEVEL: 'silent',
    ...overrides,
  })

type ContextOptions = {
  now?: () => Date
  settings?: Record<string, string>
  /** The database to copy; it has no connections. */
  template?: string
}

/**
 * Creates a context with a database of its own. Keeps delivered outbox rows, so that `listPushes` and `listJobs` can
 * read them. The caller closes it after all tests.
 */
export async function testContext(options: ContextOptions = {}): Promise<OwnedCtx> {
  const { url, drop } = await testDatabase(options.template)
  const photos = mkdtempSync(join(tmpdir(), 'salong-photos-'))
  const config = testConfig(url, { PHOTO_STORE: `file:${photos}`, ...options.settings })
  const ctx = createContext(config, {
    service: 'test',
    connections: 5,
    keepDelivered: true,
    ...(options.now ? { now: options.now } : {}),
  })
  if (ctx.redis.status !== 'ready') await new Promise<void>((resolve) => ctx.redis.once('ready', () => resolve()))
  return {
    ...ctx,
    close: async () => {
      await ctx.close()
      await drop()
      rmSync(photos, { recursive: true, force: true })
    },
  }
}

export type TestChat = { ann: TestMember; bo: TestMember; chatId: string; firstMessageId: string }

async function aChat(
  db: Database,
  state: 'INVITED' | 'OPEN',
  members: Partial<Pick<TestChat, 'ann' | 'bo'>>,
): Promise<TestChat> {
  const ann = members.ann ?? (await aMember(db))
  const bo = members.bo ?? (await aMember(db))
  const now = new Date().toISOString()
  const { id: chatId } = await db
    .insertInto('chats')
    .values({
      creatorId: ann.id,
      invitedId: bo.id,
      state,
      lastMessage: 'Hej där',
      lastSenderId: ann.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: firstMessageId } = await db
    .insertInto('chat_messages')
    .values({ chatId, senderId: ann.id, clientId: randomUUID(), message: 'Hej där', sentAt: now, version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const isOpen = state === 'OPEN'
  await db
    .insertInto('chat_members')
    .values([
      {
        chatId,
        memberId: ann.id,
        otherId: bo.id,
        folder: isOpen ? 'CHATS' : 'SENT',
        lastUpdate: now,
        lastReadId: firstMessageId,
        lastReadAt: now,
      },
      {
        chatId,
        memberId: bo.id,
        otherId: ann.id,
        folder: isOpen ? 'CHATS' : 'INVITES',
        lastUpdate: now,
        lastReadId: isOpen ? firstMessageId : null,
        lastReadAt: isOpen ? now : null,
      },
    ])
    .execute()
  return { ann, bo, chatId, firstMessageId }
}

/** Creates an open chat: Ann has invited Bo, who has accepted. */
export const anOpenChat = (db: Database, members: Partial<Pick<TestChat, 'ann' | 'bo'>> = {}): Promise<TestChat> =>
  aChat(db, 'OPEN', members)

/** Creates an invite: Ann has invited Bo, who has not answered. */
export const anInvite = (db: Database, members: Partial<Pick<TestChat, 'ann' | 'bo'>> = {}): Promise<TestChat> =>
  aChat(db, 'INVITED', members)

export type TestGroup = { groupId: string; groupName: string; owner: TestMember }

type GroupOptions = { owner?: TestMember; admins?: TestMember[]; members?: TestMember[]; isOpen?: boolean }

let groupCount = 0

/** Creates a group without messages. The owner, other admins and members have joined in this order. */
export async function aGroup(
  db: Database,
  { owner: ownerOption, admins = [], members = [], isOpen = false }: GroupOptions = {},
): Promise<TestGroup> {
  const owner = ownerOption ?? (await aMember(db))
  groupCount += 1
  const groupName = `Testgrupp ${groupCount}`
  const createdMs = Date.now()
  const createdAt = new Date(createdMs).toISOString()
  const allMembers = [owner, ...admins, ...members]
  const { id: groupId } = await db
    .insertInto('groups')
    .values({
      groupName,
      nameKey: nameKey(groupName),
      description: 'Vi ses',
      isOpen,
      creatorId: owner.id,
      ownerId: owner.id,
      memberCount: allMembers.length,
      lastUpdate: createdAt,
      createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = allMembers.map(({ id: memberId }, index) => ({
    groupId,
    memberId,
    admin: index <= admins.length,
    joinedAt: new Date(createdMs + index).toISOString(),
  }))
  await db.insertInto('group_members').values(rows).execute()
  return { groupId, groupName, owner }
}

/** Lists the payloads in the outbox after a row, oldest first, without request ids. */
async function listOutbox(db: Database, kind: OutboxRow['kind'], afterId = '0'): Promise<unknown[]> {
  const selection = db.selectFrom('outbox').select('payload').where('kind', '=', kind).where('id', '>', afterId)
  const rows = await selection.orderBy('id').execute()
  return rows.map(({ payload }) => {
    const { requestId: _, ...content } = payload as RequestOrigin
    return content
  })
}

/** Lists the pushes so far with their recipients, or those after a row of the outbox, oldest first. */
export const listPushes = async (db: Database, afterId?: string): Promise<Envelope[]> =>
  (await listOutbox(db, 'PUSH', afterId)) as Envelope[]

/** Lists the jobs enqueued so far, oldest first. */
export const listJobs = async (db: Database): Promise<Job[]> => (await listOutbox(db, 'JOB')) as Job[]

/** Registers a cleanup for the end of the test, whether it passes or fails. */
export const afterTest = (cleanUp: () => Promise<unknown>): void => onTestFinished(async () => void (await cleanUp()))
