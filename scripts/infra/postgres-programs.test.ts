import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { run, stopChild } from '../child-process.mjs'
import { findOnPath } from './paths.mjs'
import { ensureDatabase, startPostgres, withClient } from './postgres.mjs'
import { unpackPostgresWithClients } from './postgres-programs.mjs'
import { removeState } from './server-user.mjs'

/** Whether packages of Debian or Ubuntu can be unpacked on this machine. */
const isDebian = findOnPath(['apt-get']) !== undefined

async function dumpAndRestore(): Promise<string[]> {
  const programs = await unpackPostgresWithClients()
  const stateDir = mkdtempSync(join(tmpdir(), 'salong-programs-'))
  chmodSync(stateDir, 0o755)
  const { url, child } = await startPostgres(stateDir, { programs })
  onTestFinished(async () => {
    if (child) await stopChild(child)
    removeState(stateDir)
  })
  const [source, target] = [await ensureDatabase(url, 'source'), await ensureDatabase(url, 'target')]
  await withClient(source, (client) => client.query(`create table words as select 'hej' as word`))
  const { hostname, port, username, password } = new URL(url)
  const access = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password }
  const runClient = async (name: string, ...args: string[]) => {
    const env = { ...programs.env, ...access, PATH: '/nowhere' }
    expect(await run(name, join(programs.folder, name), args, { env })).toMatchObject({ code: 0, err: '' })
  }
  const dump = join(stateDir, 'dump')
  await runClient('pg_dump', '--format', 'custom', '--file', dump, 'source')
  await runClient('pg_restore', '--dbname', 'target', dump)
  await runClient(
    'psql',
    '--no-psqlrc',
    '--quiet',
    '--dbname',
    'target',
    '--command',
    `insert into words values ('då')`,
  )
  await runClient('createdb', 'another')
  await runClient('dropdb', 'another')
  const { rows } = await withClient(target, (client) => client.query<{ word: string }>('select word from words'))
  return rows.map(({ word }) => word)
}

test('unpacks a Debian PostgreSQL that dumps and restores, or fails with instructions on other systems', async () => {
  if (isDebian) expect(await dumpAndRestore()).toEqual(['hej', 'då'])
  else await expect(unpackPostgresWithClients()).rejects.toThrow('brew install postgresql')
}, 240_000)
