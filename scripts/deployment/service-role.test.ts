import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createDatabase, createPool } from '@app/server/db/database'
import { createReadReplica } from '@app/server/db/read-replica'
import { requireServiceRole } from '@app/server/db/require-database'
import { withRole } from '@app/server/db/roles'
import { createLog } from '@app/server/process/log'
import { afterTest, TEST_SECRET, testDatabase } from '@app/server/testing/context'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { findFreePort } from '../infra/ports.mjs'
import { withClient } from '../infra/postgres.mjs'
import { spawnService } from '../test-infra/spawn-service.ts'

const { url: appUrl, ownerUrl, superuserUrl, drop } = await testDatabase()
const { pathname, password } = new URL(superuserUrl)
const userIn = (url: string) => new URL(url).username
const database = pathname.slice(1)
const urlOf = (role: string) => withRole(superuserUrl, { name: `${database}_${role}`, password })
const asSuperuser = (statement: string) => withClient(superuserUrl, (client) => client.query(statement))

/** Roles of this test, with the statement that grants the privileges of each. */
const ROLES = {
  member_of_owner: `grant ${userIn(ownerUrl)} to ${database}_member_of_owner`,
  member_of_superuser: `grant ${userIn(superuserUrl)} to ${database}_member_of_superuser`,
  creator_of_roles: `alter role ${database}_creator_of_roles createrole`,
  owner_of_one_table: `alter table news owner to ${database}_owner_of_one_table`,
  reader: `grant select on all tables in schema public to ${database}_reader`,
}

/** Finished pages, since those of the repository contain placeholders. */
const pagesDir = mkdtempSync(join(tmpdir(), 'pages-'))
for (const page of ['terms.sv', 'terms.en', 'about.sv', 'about.en'])
  writeFileSync(join(pagesDir, `${page}.md`), '# Salong')
afterAll(() => rmSync(pagesDir, { recursive: true }))

beforeAll(async () => {
  for (const [role, privileges] of Object.entries(ROLES)) {
    await asSuperuser(`create role ${database}_${role} login password '${password}'`)
    await asSuperuser(`grant connect on database ${database} to ${database}_${role}`)
    await asSuperuser(privileges)
  }
})
afterAll(async () => {
  await drop()
  const { databaseUrl } = inject('testInfra')
  for (const role of Object.keys(ROLES))
    await withClient(databaseUrl, (client) => client.query(`drop role ${database}_${role}`))
})

async function checkRole(url: string): Promise<void> {
  const pool = createPool(url, 1)
  afterTest(() => pool.end())
  await requireServiceRole(pool, 'DATABASE_URL')
}

test.each([
  ['a superuser', superuserUrl, 'is a superuser'],
  ['the owner of the tables', ownerUrl, 'owns the tables'],
  ['a member of the owner', urlOf('member_of_owner'), 'owns the tables'],
  ['a member of the superuser', urlOf('member_of_superuser'), 'is a superuser'],
  ['a role that creates roles', urlOf('creator_of_roles'), 'may create roles'],
  ['the owner of a single table', urlOf('owner_of_one_table'), 'owns the tables'],
])('rejects %s as the role of a service', async (_, url, privilege) => {
  await expect(checkRole(url)).rejects.toThrow(
    new RegExp(`^DATABASE_URL connects as the role ${userIn(url)}, which ${privilege}`),
  )
})

test.each([
  ['the role of the application', appUrl],
  ['a role that reads rows', urlOf('reader')],
])('accepts %s as the role of a service', async (_, url) => {
  await expect(checkRole(url)).resolves.toBeUndefined()
})

test('a service in production does not use a read replica with the role of a superuser', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', service: 'test' }, { write: (line) => void lines.push(line) })
  const db = createDatabase(createPool(appUrl, 1))
  const readReplica = createReadReplica({ url: superuserUrl, connections: 1, db, log, production: true })
  afterTest(() => Promise.all([readReplica.close(), db.destroy()]))
  await vi.waitFor(() => expect(lines.join()).toContain('DATABASE_READ_URL connects as the role'))
  expect(readReplica.isReplicaUsed()).toBe(false)
})

const createProductionEnv = (url: string) => ({
  NODE_ENV: 'production',
  DATABASE_URL: url,
  REDIS_URL: ownRedisUrl(import.meta.url),
  SESSION_SECRET: TEST_SECRET,
  PHOTO_STORE: `file:${tmpdir()}/salong-no-photos`,
  PUBLIC_URL: 'https://salong.test',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PAGES_DIR: pagesDir,
})

test('the gateway does not start in production while its pages have placeholders, and reports them', async () => {
  const { PAGES_DIR: _pagesDir, ...env } = createProductionEnv(appUrl)
  const child = spawnService('gateway', { env: { ...env, PORT: '0' }, stderr: 'pipe' })
  afterTest(async () => void child.kill('SIGKILL'))
  const [[code], message] = await Promise.all([once(child, 'exit'), text(child.stderr!)])
  expect(code).toBe(1)
  expect(message).toMatch(/^The terms and the about page are not finished .+\n(?:- .+\n)+$/)
  for (const words of ['/terms.sv.md, line 3: [[FYLL I: ', '/about.en.md, line 7: [[FILL IN: '])
    expect(message).toContain(words)
}, 60_000)

describe.each([
  ['gateway', 'PORT'],
  ['hub', 'HUB_PORT'],
  ['worker', 'WORKER_PORT'],
])('%s in production', (service, portSetting) => {
  const productionEnv = (url: string, port: number) => ({ ...createProductionEnv(url), [portSetting]: String(port) })

  test.each([
    ['a superuser', superuserUrl],
    ['the owner of the tables', ownerUrl],
  ])(
    'does not start as %s, and reports the setting without its password',
    async (_, url) => {
      const child = spawnService(service, { env: productionEnv(url, 0), stderr: 'pipe' })
      afterTest(async () => void child.kill('SIGKILL'))
      const [[code], message] = await Promise.all([once(child, 'exit'), text(child.stderr!)])
      expect(code).toBe(1)
      expect(message).toMatch(/^DATABASE_URL connects as the role .+Database roles.+\n$/)
      expect(message).not.toContain(new URL(url).password)
    },
    60_000,
  )

  test('starts as the role of the application', async () => {
    const port = await findFreePort()
    const child = spawnService(service, { env: productionEnv(appUrl, port) })
    afterTest(async () => void child.kill('SIGKILL'))
    const expectReady = async () => expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200)
    await vi.waitFor(expectReady, { timeout: 50_000 })
  }, 60_000)
})
