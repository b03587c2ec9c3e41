import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createDatabase, createPool, type Database } from '@app/server/db/database'
import { migrateToLatest } from '@app/server/db/migrate'
import { createReadReplica, type ReadDatabase, type ReadReplica } from '@app/server/db/read-replica'
import { createLog } from '@app/server/process/log'
import { afterTest } from '@app/server/testing/context'
import { aFaultyProxy } from '@app/server/testing/faulty-proxy'
import { aMember } from '@app/server/testing/members'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { stopAllChildren } from '../../child-process.mjs'
import { ensureDatabase, startPostgres } from '../../infra/postgres.mjs'
import { copyForStandby, startStandby } from '../../infra/postgres-standby.mjs'
import { removeState } from '../../infra/server-user.mjs'

const folder = mkdtempSync(join(tmpdir(), 'salong-replica-'))
const [primaryDir, standbyDir] = [join(folder, 'primary'), join(folder, 'standby')]
let primaryUrl: string
let standbyUrl: string
let db: Database
let standby: pg.Pool
beforeAll(async () => {
  const { url } = await startPostgres(primaryDir)
  primaryUrl = await ensureDatabase(url, 'salong')
  await migrateToLatest(primaryUrl)
  await copyForStandby(standbyDir, { stateDir: primaryDir, url: primaryUrl })
  standbyUrl = (await startStandby(standbyDir, primaryUrl)).url
  const primary = createPool(primaryUrl, 3)
  db = createDatabase(primary)
  standby = createPool(standbyUrl, 1)
  // Closing a pool does not wait for its connections, which may still report that the server is shutting down.
  for (const pool of [primary, standby]) pool.on('error', () => undefined)
}, 120_000)
afterAll(async () => {
  await Promise.all([db?.destroy(), standby?.end()])
  await stopAllChildren()
  for (const stateDir of [primaryDir, standbyDir, folder]) removeState(stateDir)
})

function createTestReplica(url: string): ReadReplica & { listLogLines: () => string[] } {
  const lines: string[] = []
  const sink = new PassThrough()
  sink.on('data', (line: Buffer) => lines.push(JSON.parse(line.toString()).msg))
  const log = createLog({ level: 'info', service: 'test' }, sink)
  const readReplica = createReadReplica({
    url,
    connections: 2,
    statementTimeoutMs: 2_000,
    db,
    log,
    production: false,
  })
  afterTest(readReplica.close)
  return { ...readReplica, listLogLines: () => [...lines] }
}

const count = async (from: ReadDatabase): Promise<number> =>
  (await from.selectFrom('members').select('id').execute()).length

/** Inserts a row on each attempt: the lag is the age of the last replayed transaction, which grows without writes. */
const waitUntilUsed = (readReplica: ReadReplica) =>
  vi.waitFor(async () => {
    await aMember(db)
    expect(await readReplica.read(count)).toMatchObject({ fresh: false })
  })

test('reads that tolerate lag use the replica, until it is ten seconds behind', async () => {
  const readReplica = createTestReplica(standbyUrl)
  await waitUntilUsed(readReplica)
  await standby.query('select pg_wal_replay_pause()')
  afterTest(() => standby.query('select pg_wal_replay_resume()'))
  await vi.waitFor(async () => {
    const { rows } = await standby.query('select pg_get_wal_replay_pause_state() as state')
    expect(rows).toEqual([{ state: 'paused' }])
  })
  const before = Number((await standby.query('select from members')).rowCount)
  await aMember(db)
  expect(await readReplica.read(count)).toEqual({ result: before, fresh: false })
  expect(readReplica.isReplicaUsed()).toBe(true)
  const now = await count(db)
  await vi.waitFor(async () => expect(await readReplica.read(count)).toEqual({ result: now, fresh: true }))
  expect(readReplica.isReplicaUsed()).toBe(false)
  await standby.query('select pg_wal_replay_resume()')
  await waitUntilUsed(readReplica)
  expect(readReplica.listLogLines()).toEqual(
    expect.arrayContaining(['the read replica is not used', 'the read replica is used']),
  )
})

test.each(['cut', 'silence'] as const)(
  'a replica that fails (%s) is not used until it is available again',
  async (fault) => {
    const proxy = await aFaultyProxy(standbyUrl)
    const readReplica = createTestReplica(proxy.url)
    await waitUntilUsed(readReplica)
    const previousCount = readReplica.listLogLines().length
    proxy[fault]()
    const all = await count(db)
    for (let attempt = 0; attempt < 3; attempt++)
      expect(await readReplica.read(count)).toEqual({ result: all, fresh: true })
    expect(readReplica.listLogLines().slice(previousCount)).toEqual(['the read replica is not used'])
    proxy.heal()
    await waitUntilUsed(readReplica)
  },
)

test('writes are rejected on the replica, and a failed query is not retried on the primary', async () => {
  const readReplica = createTestReplica(standbyUrl)
  await waitUntilUsed(readReplica)
  const write = (from: ReadDatabase) => from.selectFrom('members').select('id').forUpdate().execute()
  await expect(readReplica.read(write)).rejects.toThrow(/read-only/)
  // @ts-expect-error: a write does not compile.
  expect(() => readReplica.read((from) => from.insertInto('members'))).toBeDefined()
})

test('a server that follows no primary is not used as a replica', async () => {
  const readReplica = createTestReplica(primaryUrl)
  await vi.waitFor(() => expect(readReplica.listLogLines()).toEqual(['the read replica is not used']))
  expect(await readReplica.read(count)).toMatchObject({ fresh: true })
  expect(readReplica.isReplicaUsed()).toBe(false)
})
