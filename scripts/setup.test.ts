import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { createFolder } from './test-infra/create-folder.ts'

const setup = (folder: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'setup.mjs'), ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
const read = (folder: string) => readFileSync(join(folder, '.env'), 'utf8')

test('writes domain and email, and generates new secrets every time', () => {
  const [one, other] = [createFolder(), createFolder()]
  const { status, stdout } = setup(one, 'salong.example', 'ann@salong.example')
  expect(status).toBe(0)
  expect(stdout).toContain('docker compose up')
  setup(other)
  const [first, second] = [parseEnv(read(one)), parseEnv(read(other))]
  expect(first).toMatchObject({
    DOMAIN: 'salong.example',
    TLS_EMAIL: 'ann@salong.example',
    MAIL_FROM: 'Salong <ann@salong.example>',
  })
  expect(second).toMatchObject({ DOMAIN: 'localhost' })
  const secrets = Object.entries({ ...first }).filter(([, value]) => /^[\da-f]{20,}$/.test(value ?? ''))
  expect(secrets.map(([name]) => name).sort()).toEqual([
    'GRAFANA_PASSWORD',
    'POSTGRES_APP_PASSWORD',
    'POSTGRES_EXPORTER_PASSWORD',
    'POSTGRES_OWNER_PASSWORD',
    'POSTGRES_PASSWORD',
    'POSTGRES_READER_PASSWORD',
    'QUEUES_PASSWORD',
    'REDIS_PASSWORD',
    'SESSION_SECRET',
    'STORE_BACKUP_KEY',
    'STORE_BACKUP_SECRET',
    'STORE_GATEWAY_KEY',
    'STORE_GATEWAY_SECRET',
    'STORE_KEY',
    'STORE_RESTORE_KEY',
    'STORE_RESTORE_SECRET',
    'STORE_SECRET',
    'STORE_WORKER_KEY',
    'STORE_WORKER_SECRET',
    'WEB_PUSH_KEY',
  ])
  expect(new Set([...secrets.map(([, value]) => value), ...secrets.map(([name]) => second[name])]).size).toBe(40)
  for (const [, value] of secrets) expect(stdout).not.toContain(value)
})

test('makes the file readable only by its owner', () => {
  const folder = createFolder()
  setup(folder)
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
})

test('does not overwrite an existing file', () => {
  const folder = createFolder()
  setup(folder)
  const before = read(folder)
  const { status, stderr } = setup(folder, 'salong.example', 'ann@salong.example')
  expect(status).toBe(1)
  expect(stderr).toContain('stays unchanged')
  expect(read(folder)).toBe(before)
})

test('adds the secrets that the file of an earlier release lacks, once, and changes no other line', () => {
  const folder = createFolder()
  setup(folder, 'salong.example', 'ann@salong.example')
  const earlier = read(folder).replace(
    /^(?:POSTGRES_\w+_PASSWORD|STORE_\w+_(?:KEY|SECRET)|QUEUES_PASSWORD|WEB_PUSH_KEY)=.*\n/gm,
    '',
  )
  writeFileSync(join(folder, '.env'), earlier.trimEnd())
  const { status, stdout } = setup(folder)
  expect(status).toBe(0)
  expect(stdout).toContain('POSTGRES_APP_PASSWORD')
  const added = read(folder)
  expect(added.startsWith(earlier.trimEnd())).toBe(true)
  expect(parseEnv(added)).toMatchObject({
    POSTGRES_APP_PASSWORD: expect.stringMatching(/^[\da-f]{64}$/),
    STORE_WORKER_KEY: expect.stringMatching(/^[\da-f]{20}$/),
    QUEUES_PASSWORD: expect.stringMatching(/^[\da-f]{64}$/),
    WEB_PUSH_KEY: expect.stringMatching(/^[\da-f]{64}$/),
  })
  expect(setup(folder).status).toBe(0)
  expect(read(folder)).toBe(added)
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
})

test.each([
  [['salong.example']],
  [['https://salong.example', 'ann@salong.example']],
  [['salong.example', 'Ann']],
  [['salong.example', 'ann@salong.example\nSESSION_SECRET=x']],
  [['salong.example', 'ann@$HOME']],
  [['-evil.example', 'ann@salong.example']],
  [['salong.example', 'ann@salong.example', 'more']],
])('rejects %j and writes no file', (args) => {
  const folder = createFolder()
  const { status, stderr } = setup(folder, ...args)
  expect(status).toBe(1)
  expect(stderr).not.toBe('')
  expect(() => read(folder)).toThrow('ENOENT')
})
