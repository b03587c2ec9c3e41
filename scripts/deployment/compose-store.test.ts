import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseEnv } from 'node:util'
import { exportKey, rawKey, variantKey } from '@app/server/photos/photo-store'
import { parseStoreAddress } from '@app/server/process/photo-store-address'
import { afterAll, describe, expect, test } from 'vitest'
import { compose, environmentOf } from './compose-file.ts'

type Identity = { name: string; credentials: { accessKey: string; secretKey: string }[]; actions: string[] }

const folder = mkdtempSync(join(tmpdir(), 'salong-store-'))
afterAll(() => rmSync(folder, { recursive: true }))
spawnSync(process.execPath, [join(import.meta.dirname, '../setup.mjs')], { cwd: folder })
const env = parseEnv(readFileSync(join(folder, '.env'), 'utf8'))

/** Runs the store's command with a program in place of SeaweedFS that prints its umask and arguments. */
function startStore(): { umask: string | undefined; options: string[]; identities: Identity[] } {
  const configFile = join(folder, 's3.json')
  writeFileSync(join(folder, 'weed'), '#!/bin/sh\numask\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  const command = [compose.services.store?.command].flat().join(' ').replaceAll('$$', '$')
  const { stdout, stderr } = spawnSync('sh', ['-c', command.replaceAll('/tmp/s3.json', configFile)], {
    encoding: 'utf8',
    env: { PATH: `${folder}${delimiter}${process.env.PATH}`, ...environmentOf('store', env) },
  })
  expect(stderr).toBe('')
  const [umask, ...options] = stdout.trim().split('\n')
  return { umask, options, identities: JSON.parse(readFileSync(configFile, 'utf8')).identities }
}
const { umask, options, identities } = startStore()

/** Returns the access key and the secret with which a compose service connects. */
function credentialsOf(service: string): { accessKey: string; secretKey: string } {
  const environment = environmentOf(service, env)
  const address = parseStoreAddress(environment.PHOTO_STORE ?? '')
  if (address?.kind === 'S3' && address.credentials)
    return { accessKey: address.credentials.accessKeyId, secretKey: address.credentials.secretAccessKey }
  return {
    accessKey: environment.RCLONE_CONFIG_STORE_ACCESS_KEY_ID ?? '',
    secretKey: environment.RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY ?? '',
  }
}

/** Returns the URL at which a compose service reaches the store. */
function endpointOf(service: string): string | undefined {
  const environment = environmentOf(service, env)
  const address = parseStoreAddress(environment.PHOTO_STORE ?? '')
  return address?.kind === 'S3' ? address.endpoint : environment.RCLONE_CONFIG_STORE_ENDPOINT
}

function actionsOf(service: string): string[] {
  const wanted = credentialsOf(service)
  const known = identities.filter(({ credentials }) => credentials.some((each) => each.accessKey === wanted.accessKey))
  expect(known.map(({ credentials }) => credentials)).toEqual([[wanted]])
  return known[0]?.actions ?? []
}

/** Applies SeaweedFS's rule: an action for a bucket covers all of its objects, and a star matches any characters. */
const allows = (actions: string[], action: string, bucket: string, key = ''): boolean =>
  actions.some((granted) =>
    granted.endsWith('*')
      ? `${action}:${bucket}/${key}`.startsWith(granted.slice(0, -1))
      : granted === `${action}:${bucket}` || granted === `Admin:${bucket}`,
  )

const OPERATIONS = {
  'stores an upload': ['Write', 'photos', rawKey('a')],
  'reads an upload': ['Read', 'photos', rawKey('a')],
  'stores a variant': ['Write', 'photos', variantKey('a', 90, 'large')],
  'reads a variant': ['Read', 'photos', variantKey('a', 90, 'large')],
  'stores an archive': ['Write', 'photos', exportKey('1-1')],
  'reads an archive': ['Read', 'photos', exportKey('1-1')],
  'lists the bucket': ['List', 'photos'],
  'creates the bucket': ['Admin', 'photos'],
  'creates another bucket': ['Admin', 'others'],
  'reads another bucket': ['Read', 'others', rawKey('a')],
} as const
const READING = ['reads an upload', 'reads a variant', 'reads an archive', 'lists the bucket']
const WRITING = ['stores an upload', 'stores a variant', 'stores an archive']

describe('the key of the photo store', () => {
  test.each([
    ['gateway', ['stores an upload', 'reads a variant', 'reads an archive']],
    ['worker', [...READING, ...WRITING]],
    ['copier', READING],
    ['restorer', [...READING, ...WRITING]],
    ['migrate', [...READING, ...WRITING, 'creates the bucket']],
  ])('of %s allows only its own operations', (service, expected) => {
    const actions = actionsOf(service)
    const allowed = Object.entries(OPERATIONS).filter(([, [action, bucket, key]]) =>
      allows(actions, action, bucket, key),
    )
    expect(allowed.map(([name]) => name).sort()).toEqual([...expected].sort())
  })

  test('belongs to one service each, and none has all permissions', () => {
    const services = ['gateway', 'worker', 'copier', 'restorer', 'migrate']
    const keys = services.map((service) => credentialsOf(service).accessKey)
    expect(identities.map(({ credentials }) => credentials[0]?.accessKey).sort()).toEqual([...keys].sort())
    expect(new Set(keys).size).toBe(services.length)
    expect(identities.flatMap(({ actions }) => actions).filter((action) => !action.includes(':photos'))).toEqual([])
  })
})

test('the store has no network, and its interfaces are off or listen on loopback, except for the S3 socket', () => {
  expect(compose.services.store).toMatchObject({ network_mode: 'none' })
  expect(compose.services.store).not.toHaveProperty('networks')
  expect(compose.services.store).not.toHaveProperty('ports')
  for (const option of [
    '-ip=127.0.0.1',
    '-ip.bind=127.0.0.1',
    '-s3.ip.bind=127.0.0.1',
    '-s3.localSocket=/run/store/s3.sock',
    '-s3.iam=false',
    '-s3.port.iceberg=0',
    '-s3.port.lance=0',
  ])
    expect(options).toContain(option)
  expect(options.filter((option) => /\bip\b/.test(option) && !option.endsWith('=127.0.0.1'))).toEqual([])
  expect(options.join(' ')).not.toMatch(/[0-9a-f]{20}/)
})

test('only the store and its proxy have the socket, and the group of the proxy may connect to it', () => {
  const holders = Object.entries(compose.services).flatMap(([name, { volumes = [] }]) =>
    volumes.filter((volume) => volume.startsWith('store-socket:')).map((volume) => [name, volume]),
  )
  expect(holders).toEqual([
    ['store', 'store-socket:/run/store'],
    ['store-proxy', 'store-socket:/run/store:ro'],
  ])
  expect([compose.services.store?.user, compose.services['store-proxy']?.user]).toEqual(['0:0', '1000:0'])
  expect(umask).toBe('0007')
  expect(statSync(join(folder, 's3.json')).mode & 0o777).toBe(0o600)
})

test('only services that read or write photos reach the proxy of the store', () => {
  const neighbors = Object.entries(compose.services).filter(([, { networks = [] }]) => networks.includes('photos'))
  expect(neighbors.map(([name]) => name).sort()).toEqual([
    'copier',
    'gateway',
    'migrate',
    'restorer',
    'store-proxy',
    'worker',
  ])
  expect(compose.services['store-proxy']?.depends_on).toEqual({ store: { condition: 'service_healthy' } })
  for (const service of ['gateway', 'worker', 'copier', 'restorer', 'migrate'])
    expect(endpointOf(service), service).toBe('http://store-proxy:8333')
})
