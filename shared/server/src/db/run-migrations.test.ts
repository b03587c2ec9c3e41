import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { testDatabase } from '../testing/context.ts'
import { createGuardedPool } from './connections.ts'
import { createPool } from './database.ts'
import { buildIndex, changeInBatches } from './online-changes.ts'
import { type Migration, type MigrationOptions, runMigrations } from './run-migrations.ts'

let url: string
let adminClient: pg.Client
/** Functions that end connections and writers that a failed test has left open. */
let cleanups: (() => Promise<unknown>)[]
beforeEach(async () => {
  const database = await testDatabase()
  url = database.ownerUrl
  cleanups = []
  adminClient = await connect()
  await adminClient.query(`
    drop schema public cascade; create schema public;
    create table place (id bigint generated always as identity primary key, name text, size integer default 0);
    create table street (id bigint generated always as identity primary key, size integer);
    insert into place (name) select 'Plats ' || n from generate_series(1, 2000) n`)
  return async () => {
    for (const cleanUp of cleanups) await cleanUp()
    await adminClient.end()
    await database.drop()
  }
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function run(migrations: Record<string, Migration>, options: MigrationOptions = {}): Promise<string[]> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: createGuardedPool(pool) }) })
  return runMigrations(db, migrations, { lockTimeoutMs: 100, ...options }).finally(() => db.destroy())
}

const migration = (up: Migration['up']): Migration => ({ up })
const addNoteToPlace = migration(async (db) => void (await sql`alter table place add column note text`.execute(db)))
const addNoteToStreet = migration(async (db) => void (await sql`alter table street add column note text`.execute(db)))
const indexPlaceNames: Migration = {
  outsideTransaction: true,
  up: (db) => buildIndex(db, 'placeName', { definition: sql`on place (name)` }),
}

const listColumns = async (table: string): Promise<string[]> =>
  (
    await adminClient.query('select attname from pg_attribute where attrelid = $1::regclass and attnum > 0', [table])
  ).rows.map(({ attname }) => attname)
const listApplied = async (): Promise<string[]> =>
  (await adminClient.query('select name from kysely_migration order by name')).rows.map(({ name }) => name)
const isIndexValid = async (): Promise<boolean | undefined> =>
  (await adminClient.query(`select indisvalid from pg_index where indexrelid = to_regclass('"placeName"')`)).rows[0]
    ?.indisvalid

/** Opens a transaction that holds what pg_dump holds: a snapshot and a shared lock on every table. */
async function aDump(): Promise<{ end: () => Promise<void> }> {
  const client = await connect()
  await client.query('begin isolation level repeatable read read only')
  await client.query(`set local application_name = 'pg_dump'; lock table place, street in access share mode`)
  await client.query('select pg_export_snapshot()')
  let ending: Promise<void> | undefined
  const end = () => (ending ??= client.end())
  cleanups.push(end)
  return { end }
}

/** Writes like a gateway until `stop` is called, which returns the number of writes and throws if one failed. */
function startWriting(): { stop: () => Promise<number>; count: () => number } {
  const pool = createPool(url, 4)
  let [writeCount, isStopped] = [0, false]
  const write = async (): Promise<void> => {
    while (!isStopped) {
      await pool.query('update place set size = size + 1 where id = $1', [1 + (writeCount % 2000)])
      await pool.query('insert into street (size) values ($1)', [writeCount])
      writeCount += 1
    }
  }
  const writers = Promise.all([write(), write(), write()]).finally(() => pool.end())
  const stop = async () => {
    isStopped = true
    await writers
    return writeCount
  }
  cleanups.push(() => stop().catch(() => {}))
  return { stop, count: () => writeCount }
}

test('applies each missing migration once, in the order of names, and ignores those of a later release', async () => {
  expect(await run({ '2-street': addNoteToStreet, '1-place': addNoteToPlace })).toEqual(['1-place', '2-street'])
  expect(await run({ '1-place': addNoteToPlace })).toEqual([])
  expect(await listApplied()).toEqual(['1-place', '2-street'])
})

test('keeps the migrations before a failed one, and rolls the failed one back', async () => {
  const failingMigration = migration(async (db) => {
    await sql`alter table street add column note text`.execute(db)
    throw new Error('broken')
  })
  await expect(run({ '1-place': addNoteToPlace, '2-street': failingMigration })).rejects.toThrow('broken')
  expect(await listApplied()).toEqual(['1-place'])
  expect(await listColumns('street')).not.toContain('note')
  expect(await run({ '1-place': addNoteToPlace, '2-street': addNoteToStreet })).toEqual(['2-street'])
})

test('concurrent migrators wait for each other, even while one of them builds an index concurrently', async () => {
  const migrations = { '1-place': addNoteToPlace, '2-index': indexPlaceNames, '3-street': addNoteToStreet }
  const results = await Promise.all([run(migrations), run(migrations), run(migrations)])
  expect(results.flat()).toEqual(Object.keys(migrations))
  expect(await isIndexValid()).toBe(true)
})

describe('while a dump holds its locks and members write', () => {
  test('a migration succeeds when the dump ends, and does not block writers', async () => {
    const dump = await aDump()
    const writers = startWriting()
    const lines: string[] = []
    const migrating = run(
      { '1-place': addNoteToPlace, '2-index': indexPlaceNames },
      { report: (line) => lines.push(line) },
    )
    await vi.waitFor(() => expect(lines.length).toBeGreaterThan(1))
    const previousCount = writers.count()
    await vi.waitFor(() => expect(writers.count()).toBeGreaterThan(previousCount))
    expect(lines[0]).toMatch(/^1-place is waiting for locks\. Tables are in use by pg_dump \(pid \d+\)/)
    await dump.end()
    expect(await migrating).toEqual(['1-place', '2-index'])
    expect(await writers.stop()).toBeGreaterThan(0)
    expect(await listColumns('place')).toContain('note')
    expect(await isIndexValid()).toBe(true)
  })

  test('a migration that cannot get its locks in time changes nothing, and succeeds when it is repeated', async () => {
    const dump = await aDump()
    const writers = startWriting()
    await expect(run({ '1-place': addNoteToPlace }, { giveUpAfterMs: 1_000 })).rejects.toThrow(
      /^1-place: gave up waiting for locks\. .* in use by .*pg_dump.*Run it again later\.$/,
    )
    expect(await listColumns('place')).not.toContain('note')
    expect(await listApplied()).toEqual([])
    await dump.end()
    expect(await run({ '1-place': addNoteToPlace })).toEqual(['1-place'])
    expect(await writers.stop()).toBeGreaterThan(0)
  })

  test('building an index waits for the dump without blocking writers', async () => {
    const dump = await aDump()
    const writers = startWriting()
    const migrating = run({ '1-index': indexPlaceNames })
    await vi.waitFor(async () => expect(await isIndexValid()).toBe(false))
    const previousCount = writers.count()
    await vi.waitFor(() => expect(writers.count()).toBeGreaterThan(previousCount))
    await dump.end()
    expect(await migrating).toEqual(['1-index'])
    expect(await isIndexValid()).toBe(true)
    expect(await writers.stop()).toBeGreaterThan(0)
  })
})

test('rebuilds an index that an interrupted build left invalid', async () => {
  const dump = await aDump()
  const migrating = run({ '1-index': indexPlaceNames })
  const rejection = expect(migrating).rejects.toThrow()
  await vi.waitFor(async () => expect(await isIndexValid()).toBe(false))
  await adminClient.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently%'`,
  )
  await rejection
  expect([await listApplied(), await isIndexValid()]).toEqual([[], false])
  await dump.end()
  expect(await run({ '1-index': indexPlaceNames })).toEqual(['1-index'])
  expect(await isIndexValid()).toBe(true)
})

test('keeps an index that was built before its migration was recorded', async () => {
  await adminClient.query('create index "placeName" on place (name)')
  const readFileNode = async () =>
    (await adminClient.query(`select relfilenode from pg_class where relname = 'placeName'`)).rows
  const previousFileNode = await readFileNode()
  expect(await run({ '1-index': indexPlaceNames })).toEqual(['1-index'])
  expect(await readFileNode()).toEqual(previousFileNode)
})

test('changes rows in batches that commit one by one', async () => {
  const batches = new Set<string>()
  const up: Migration['up'] = (db) =>
    changeInBatches(
      db,
      sql`update place set name = pg_current_xact_id()::text
          where id in (select id from place where name like 'Plats%' order by id limit 500)`,
    )
  expect(await run({ '1-names': { up, outsideTransaction: true } })).toEqual(['1-names'])
  for (const { name } of (await adminClient.query('select name from place')).rows) batches.add(name)
  expect(batches.size).toBe(4)
})
