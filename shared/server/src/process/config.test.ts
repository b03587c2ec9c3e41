import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { listAllowedOrigins, readConfig, SECRET_READERS } from './config.ts'
import { renderEnvExample } from './env-example.ts'
import { derivePushKey, isPushServiceUrl } from './web-push.ts'

const SECRET = '9f8b2c71d04e4a6db3a1f5c7e8092d46'
const baseEnvironment = { DATABASE_URL: 'postgres://db', REDIS_URL: 'redis://cache', SESSION_SECRET: SECRET }
const NOW = new Date('2026-11-20T12:00:00Z')
const readSettings = (changes: Record<string, string>) => readConfig({ ...baseEnvironment, ...changes }, { now: NOW })

test('uses defaults for missing settings', () => {
  expect(readSettings({})).toMatchObject({
    port: 8080,
    publicUrl: 'http://localhost:8080',
    rateLimits: true,
    supportUrl: 'mailto:noreply@localhost',
  })
})

test('treats an empty setting as missing', () => {
  expect(readSettings({ PORT: '', SMTP_URL: '' })).toMatchObject({ port: 8080, smtpUrl: undefined })
})

test('derives the support email address from the sender of emails', () => {
  expect(readSettings({ MAIL_FROM: 'Salong <hej@salong.example>' }).supportUrl).toBe('mailto:hej@salong.example')
})

test('uses Swedish help lines unless the operator sets others', () => {
  expect(readSettings({}).helpLines.map(({ number }) => number)).toEqual([
    '112',
    '114 14',
    '020-50 50 50',
    '116 006',
    '020-80 80 80',
    '020-55 00 00',
    '116 111',
  ])
  const line = { kind: 'SUPPORT', number: '1', sv: 'Jour', en: 'Helpline', noteSv: '', noteEn: '', more: false }
  expect(readSettings({ HELP_LINES: JSON.stringify([line]) }).helpLines).toEqual([line])
  for (const invalid of ['112', '[{"number":"112"}]', '[{'])
    expect(() => readSettings({ HELP_LINES: invalid })).toThrow('HELP_LINES')
})

test('has no dispute settlement body unless the operator names one', () => {
  expect(readSettings({}).disputeAddress).toBeNull()
  const address = 'https://disputes.example/salong'
  expect(readSettings({ DISPUTE_ADDRESS: address }).disputeAddress).toBe(address)
})

test('enables notifications only with a key, and only for known or configured push services', {
  tags: 'config.push-hosts',
}, () => {
  expect(readSettings({}).pushKey).toBeNull()
  const { pushKey, pushHosts } = readSettings({ WEB_PUSH_KEY: SECRET })
  expect(pushKey).toEqual({
    publicKey: expect.stringMatching(/^B[\w-]{86}$/),
    privateKey: expect.stringMatching(/^[\w-]{43}$/),
  })
  expect(isPushServiceUrl('https://web.push.apple.com/1', pushHosts)).toBe(true)
  expect(isPushServiceUrl('https://push.example/1', pushHosts)).toBe(false)
  const named = readSettings({ WEB_PUSH_HOSTS: 'push.example, *.Push.example' }).pushHosts
  const urls = ['https://push.example/1', 'https://a.push.example/1', 'https://fcm.googleapis.com/1']
  expect(urls.map((url) => isPushServiceUrl(url, named))).toEqual([true, true, false])
})

test('starts in production without age checks, with or without an issuer', { tags: 'config.age-assurance' }, () => {
  expect(readSettings({ ...productionEnvironment }).ageAssurance).toBe('off')
  expect(readSettings({ ...productionEnvironment, AGE_ISSUER: 'https://age.example' }).ageAssurance).toBe('off')
})

test('has no age checks by default, and those of the provider that the operator names', {
  tags: 'config.age-assurance',
}, () => {
  expect(readSettings({}).ageAssurance).toBe('off')
  const provider = { AGE_ISSUER: 'https://age.example', AGE_CLIENT_ID: 'salong' }
  expect(readSettings({ AGE_ASSURANCE: 'optional', ...provider })).toMatchObject({
    ageAssurance: 'optional',
    ageProvider: { issuer: 'https://age.example', clientId: 'salong', clientSecret: null },
  })
})

const productionEnvironment = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtp://mail',
  PUBLIC_URL: 'https://salong.example/',
  PHOTO_STORE: 'file:/var/photos',
}

test.each([
  ['the current year as reference year', { REFERENCE_YEAR: '2026' }, 'REFERENCE_YEAR'],
  ['a future reference year', { REFERENCE_YEAR: '2030' }, 'REFERENCE_YEAR'],
  ['an invalid reference year', { REFERENCE_YEAR: '25' }, 'REFERENCE_YEAR'],
  ['a short secret', { SESSION_SECRET: 'short' }, 'SESSION_SECRET'],
  ['a secret of one letter', { SESSION_SECRET: 'a'.repeat(40) }, 'SESSION_SECRET'],
  ['a default secret', { SESSION_SECRET: 'change-me-change-me-change-me-change-me' }, 'SESSION_SECRET'],
  ['a short password of the queue board', { QUEUES_PASSWORD: 'hemligt' }, 'QUEUES_PASSWORD'],
  ['a default password of the queue board', { QUEUES_PASSWORD: 'password-of-the-queues' }, 'QUEUES_PASSWORD'],
  ['a short key for notifications', { WEB_PUSH_KEY: 'AAAA' }, 'WEB_PUSH_KEY'],
  ['a default key for notifications', { WEB_PUSH_KEY: 'change-me-change-me-change-me-change-me' }, 'WEB_PUSH_KEY'],
  ['an address of a push service', { WEB_PUSH_HOSTS: 'fcm.googleapis.com,10.0.0.1' }, 'WEB_PUSH_HOSTS'],
  [
    'a local push service in production',
    { ...productionEnvironment, WEB_PUSH_HOSTS: 'localhost:8443' },
    'WEB_PUSH_HOSTS',
  ],
  ['age checks without a provider', { AGE_ASSURANCE: 'required', AGE_CLIENT_ID: 'salong' }, 'AGE_ISSUER'],
  ['age checks without a client', { AGE_ASSURANCE: 'optional', AGE_ISSUER: 'https://age.example' }, 'AGE_CLIENT_ID'],
  ['a misspelled mode of age checks', { AGE_ASSURANCE: 'on' }, 'AGE_ASSURANCE'],
  ['a file as the issuer of age checks', { AGE_ISSUER: 'file:///etc/passwd' }, 'AGE_ISSUER'],
  [
    'an unencrypted issuer of age checks in production',
    { ...productionEnvironment, AGE_ISSUER: 'http://age.example' },
    'AGE_ISSUER',
  ],
  ['a script as the dispute settlement body', { DISPUTE_ADDRESS: 'javascript:alert(1)' }, 'DISPUTE_ADDRESS'],
  ['an invalid port', { PORT: 'web' }, 'PORT'],
  ['a Redis cluster without nodes', { REDIS_URL: 'redis+cluster://' }, 'REDIS_URL'],
  ['an invalid photo store', { PHOTO_STORE: 'ftp://photos' }, 'PHOTO_STORE'],
  ['a photo store whose key is not encoded', { PHOTO_STORE: 's3+https://key:50%@store.example/photos' }, 'PHOTO_STORE'],
  ['a cluster whose password is not encoded', { REDIS_URL: 'redis+cluster://salong:50%@one:7001' }, 'REDIS_URL'],
  ['a photo store without its bucket', { PHOTO_STORE: 's3+https://store.example' }, 'PHOTO_STORE'],
  ['a misspelled environment', { ...productionEnvironment, NODE_ENV: 'prod', RATE_LIMITS: 'off' }, 'NODE_ENV'],
  ['production without rate limits', { ...productionEnvironment, RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
  ['production without a mail server', { ...productionEnvironment, SMTP_URL: '' }, 'SMTP_URL'],
  ['production without a photo store', { ...productionEnvironment, PHOTO_STORE: '' }, 'PHOTO_STORE'],
  ['production without its public URL', { ...productionEnvironment, PUBLIC_URL: '' }, 'PUBLIC_URL'],
])('rejects %s and names the setting', (_, changes, expectedName) => {
  expect(() => readSettings(changes)).toThrow(expectedName)
})

/** Returns a different value for each secret. */
const createSecret = (name: string): string => createHash('sha256').update(name).digest('hex')
const SECRETS: Record<string, string> = {
  ...Object.fromEntries(Object.keys(SECRET_READERS).map((name) => [name, `scheme://user:${createSecret(name)}@host`])),
  PHOTO_STORE: `s3+https://key:${createSecret('PHOTO_STORE')}@store.example/photos`,
}

test.each(['gateway', 'hub', 'worker'] as const)('gives the %s only its own secrets', (service) => {
  const config = JSON.stringify(readConfig({ ...productionEnvironment, ...SECRETS }, { service, now: NOW }))
  const { privateKey } = derivePushKey(SECRETS.WEB_PUSH_KEY ?? '')
  const isVisible = (name: string) => config.includes(name === 'WEB_PUSH_KEY' ? privateKey : createSecret(name))
  const visibleSecrets = Object.keys(SECRETS).filter(isVisible)
  expect(visibleSecrets).toEqual(Object.keys(SECRETS).filter((name) => SECRET_READERS[name]?.includes(service)))
})

test('starts a service in production without the secrets of other services', () => {
  const {
    SMTP_URL: _smtpUrl,
    PHOTO_STORE: _photoStore,
    ...environment
  } = { ...baseEnvironment, ...productionEnvironment }
  expect(readConfig(environment, { service: 'hub', now: NOW }).production).toBe(true)
  expect(() => readConfig(environment, { service: 'gateway', now: NOW })).toThrow(
    /^(?![\s\S]*SMTP_URL)[\s\S]*PHOTO_STORE/,
  )
  expect(() => readConfig(environment, { service: 'worker', now: NOW })).toThrow(/PHOTO_STORE[\s\S]*SMTP_URL/)
})

test('determines the current year in Stockholm time', () => {
  const readAt = (now: string) => readConfig({ ...baseEnvironment, REFERENCE_YEAR: '2026' }, { now: new Date(now) })
  expect(() => readAt('2026-12-31T22:59:59Z')).toThrow('REFERENCE_YEAR')
  expect(readAt('2026-12-31T23:00:00Z')).toMatchObject({ referenceYear: 2026 })
})

test('reports all problems at once, in the order of the settings', () => {
  const { DATABASE_URL: _, ...environment } = { ...baseEnvironment, ...productionEnvironment }
  const changes = { PORT: 'web', PUBLIC_URL: '', RATE_LIMITS: 'off', SESSION_SECRET: 'a'.repeat(40), AGE_ISSUER: 'age' }
  const read = () => readConfig({ ...environment, ...changes }, { now: NOW })
  expect(read).toThrow(
    /^The configuration is not usable.\n- PORT: .*\n- DATABASE_URL is missing\n- SESSION_SECRET looks.*\n- PUBLIC_URL is missing\n- AGE_ISSUER: .*\n- RATE_LIMITS=off.*$/,
  )
})

test('allows the origin of the public URL, and outside production also the other local name', () => {
  expect(listAllowedOrigins(readSettings({}))).toEqual(['http://localhost:8080', 'http://127.0.0.1:8080'])
  expect(listAllowedOrigins(readSettings(productionEnvironment))).toEqual(['https://salong.example'])
})

test('.env.example lists all settings', async () => {
  expect(await readFile(new URL('../../../../.env.example', import.meta.url), 'utf8')).toBe(renderEnvExample())
})
