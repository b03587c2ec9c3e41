import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { afterTest, testDatabase } from '../testing/context.ts'
import { aFaultyProxy } from '../testing/faulty-proxy.ts'
import { createDatabase, createPool, requireDurability } from './database.ts'
import { migrateToLatest } from './migrate.ts'

const runProgram = promisify(execFile)
const root = new URL('../../', import.meta.url)

test('the table types match the migrated database', async () => {
  const { ownerUrl: url, drop } = await testDatabase()
  afterTest(drop)
  const program = new URL('../../node_modules/.bin/kysely-codegen', root).pathname
  const { stdout } = await runProgram(
    program,
    ['--config-file', 'kysely-codegen.json', '--url', url, '--print', '--log-level', 'silent'],
    {
      cwd: root.pathname,
    },
  )
  const normalizeSource = (text: string): string =>
    text
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll('"', "'")
      .replace(/[\s;,]+/g, '')
      .replace(/([=<(:])\|/g, '$1')
  expect(normalizeSource(await readFile(new URL('tables.ts', import.meta.url), 'utf8'))).toBe(normalizeSource(stdout))
})

test('concurrent migrations create one schema, and repeating them changes nothing', async () => {
  const { ownerUrl: url, drop } = await testDatabase()
  afterTest(drop)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('drop schema public cascade; create schema public')
  await client.end()
  const applied = await Promise.all([migrateToLatest(url), migrateToLatest(url), migrateToLatest(url)])
  expect(applied.flat().sort()).toEqual([...new Set(applied.flat())].sort())
  expect(applied.flat().length).toBeGreaterThan(0)
  expect(await migrateToLatest(url)).toEqual([])
})

test('every foreign key has an index, so that deletions find the references', async () => {
  const { url, drop } = await testDatabase()
  const db = createDatabase(createPool(url, 1))
  afterTest(async () => {
    await db.destroy()
    await drop()
  })
  const { rows } = await sql<{ reference: string }>`
    select conrelid::regclass || '.' || attname as reference
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and not exists (
      select from pg_index
      where indrelid = conrelid and indkey[0] = attnum
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))
    order by reference`.execute(db)
  expect(rows).toEqual([])
})

test('a pool closes idle connections after four minutes, not after three', async () => {
  const { url, drop } = await testDatabase()
  const pool = createPool(url, 2)
  afterTest(async () => {
    await pool.end()
    await drop()
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await Promise.all([pool.query('select 1'), pool.query('select 1')])
  vi.advanceTimersByTime(3 * 60_000)
  expect(pool.totalCount).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(pool.totalCount).toBe(0)
})

test('rejects a database that could lose acknowledged rows', async () => {
  const { url, drop } = await testDatabase()
  const urlWithSynchronousCommit = (setting: 'on' | 'off'): string => {
    const changedUrl = new URL(url)
    changedUrl.searchParams.set('options', `-c synchronous_commit=${setting}`)
    return changedUrl.toString()
  }
  const [durablePool, nonDurablePool] = [
    createPool(urlWithSynchronousCommit('on'), 1),
    createPool(urlWithSynchronousCommit('off'), 1),
  ]
  afterTest(async () => {
    await Promise.all([durablePool.end(), nonDurablePool.end()])
    await drop()
  })
  await expect(requireDurability(durablePool)).resolves.toBeUndefined()
  await expect(requireDurability(nonDurablePool)).rejects.toThrow('synchronous_commit')
})

test('returns times as ISO strings with milliseconds, and bigints as strings', async () => {
  const pool = createPool(inject('testInfra').databaseUrl, 1)
  afterTest(() => pool.end())
  const { rows } = await pool.query(
    `select '2026-11-20 12:00:00.5+01'::timestamptz as time, 9007199254740993::bigint as id`,
  )
  expect(rows).toEqual([{ time: '2026-11-20T11:00:00.500Z', id: '9007199254740993' }])
})

test('never JIT-compiles statements, even if the server is configured to', async () => {
  const pool = createPool(inject('testInfra').databaseUrl, 1)
  afterTest(() => pool.end())
  await pool.query('set jit_above_cost = 0; set jit_optimize_above_cost = 0')
  const { rows } = await pool.query('explain (analyze) select sum(n) from generate_series(1, 10) n')
  expect(JSON.stringify(rows)).not.toContain('JIT')
})

test.each([
  ['silence', 'Query read timeout'],
  ['cut', 'Connection terminated'],
] as const)(
  'a transaction fails when its connection does (%s), and the connection is not reused',
  async (fault, reason) => {
    const proxy = await aFaultyProxy(inject('testInfra').databaseUrl)
    const db = createDatabase(createPool(proxy.url, 1, 500))
    afterTest(() => db.destroy())
    const work = db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx)
      proxy[fault]()
      await sql`select 1`.execute(tx)
    })
    await expect(work).rejects.toThrow(reason)
    proxy.heal()
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  },
)

test('the database cancels a slow statement, and its connection stays usable', async () => {
  const db = createDatabase(createPool(inject('testInfra').databaseUrl, 1, 2_000))
  afterTest(() => db.destroy())
  const selectPid = sql<{ pid: number }>`select pg_backend_pid() as pid`
  const pid = await selectPid.execute(db)
  await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toMatchObject({ code: '57014' })
  expect(await selectPid.execute(db)).toEqual(pid)
})

test.each(['UTC', 'Europe/Stockholm'])(
  'returns times in UTC, regardless of the time zone of the database (%s)',
  async (zone) => {
    const pool = createPool(inject('testInfra').databaseUrl, 1)
    afterTest(() => pool.end())
    await pool.query(`set timezone = '${zone}'`)
    const { rows } = await pool.query(`
    select '2026-11-21T20:49:04.123987Z'::timestamptz as microseconds, '2026-11-21T20:49:04Z'::timestamptz as seconds,
      '2026-11-21T20:49:04.5Z'::timestamptz as tenths, null::timestamptz as missing`)
    expect(rows[0]).toEqual({
      microseconds: '2026-11-21T20:49:04.123Z',
      seconds: '2026-11-21T20:49:04.000Z',
      tenths: '2026-11-21T20:49:04.500Z',
      missing: null,
    })
  },
)
