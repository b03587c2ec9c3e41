import { currentYear } from '@app/contract/ages'
import { z } from 'zod'
import { readStoreAddress } from './photo-store-address.ts'
import { readRedisAddress } from './redis-address.ts'

const port = z.coerce.number().int().min(0).max(65535)

const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('`production` refuses every setting meant for development'),
  HOST: z.string().default('127.0.0.1').describe('Address that the services listen on'),
  PORT: port.default(8080).describe('Port of the gateway: web, API, sockets and media'),
  HUB_PORT: port.default(8081).describe('Port of the hub'),
  WORKER_PORT: port.default(8082).describe("Port of the worker's health answers"),
  METRICS_PORT: port
    .optional()
    .describe('Port of /metrics for Prometheus, for each service its own where they share a machine; without it none'),
  QUEUES_PASSWORD: z
    .string()
    .min(16)
    .optional()
    .describe(
      "Opens the board of the queues, /queues on each worker's METRICS_PORT; at least 16 characters; without it none",
    ),
  HUB_URL: z.url().optional().describe('Where the gateway passes sockets on to, when no proxy does'),
  DATABASE_URL: z
    .string()
    .min(1)
    .describe('PostgreSQL 15 or newer; in production as a role that owns no tables, such as salong_app'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Connections at most; each service has its own default'),
  DATABASE_READ_URL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'A streaming standby of that database, from which the gateway may search; without it everything is read there',
    ),
  REDIS_URL: z
    .string()
    .min(1)
    .describe('Redis 7 or newer, with noeviction; a cluster as redis+cluster://USER:PASSWORD@HOST:PORT,HOST:PORT'),
  SESSION_SECRET: z.string().min(32).describe('Signs sessions; at least 32 characters, drawn at random'),
  PHOTO_STORE: z
    .string()
    .optional()
    .describe(
      'Where photos lie: file:FOLDER or s3+https://KEY:SECRET@HOST/BUCKET?region=REGION; default .state/photos',
    ),
  SMTP_URL: z
    .string()
    .optional()
    .describe(
      'Mail server: smtps://…, or smtp://…?requireTLS=true so that nothing leaves unencrypted; without it mails land in the local inbox',
    ),
  MAIL_FROM: z.string().default('Salong <noreply@localhost>').describe('Sender of all mails'),
  PUBLIC_URL: z.url().optional().describe('Address that members use; default http://localhost:PORT'),
  SUPPORT_URL: z.string().optional().describe('Where Contact leads; default a mail to MAIL_FROM'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on').describe('`off` for tests; production refuses it'),
  REFERENCE_YEAR: z.coerce
    .number()
    .int()
    .min(2000)
    .optional()
    .describe('For tests: ages are counted against this year; without it against the year before the running one'),
  HSTS_SUBDOMAINS: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      '`on` where every subdomain of PUBLIC_URL is served over HTTPS, too: browsers then refuse plain HTTP for them',
    ),
  TRUST_PROXY: z.string().optional().describe('Addresses or networks of the proxies in front, separated by commas'),
  WEB_DIR: z.string().optional().describe('Folder with the built web client, when the gateway serves it'),
  PAGES_DIR: z.string().optional().describe("Folder with the operator's terms and about pages"),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('From which weight on the log speaks'),
})

export const settings = Environment.shape

export type ServiceName = 'gateway' | 'hub' | 'worker'

/** The settings that hold secrets, with the services that read each. A service does not see the others. */
export const SECRET_READERS: Record<string, ServiceName[]> = {
  DATABASE_URL: ['gateway', 'hub', 'worker'],
  DATABASE_READ_URL: ['gateway'],
  REDIS_URL: ['gateway', 'hub', 'worker'],
  SESSION_SECRET: ['gateway', 'hub', 'worker'],
  PHOTO_STORE: ['gateway', 'worker'],
  SMTP_URL: ['worker'],
  QUEUES_PASSWORD: ['worker'],
}

const isReadByService = (name: string, service?: ServiceName): boolean =>
  service === undefined || SECRET_READERS[name]?.includes(service) !== false

export type Config = ReturnType<typeof readConfig>

const DEFAULT_SECRETS = [/^(.)\1*$/, /change|secret|default|example|salong|password/i]

const looksLikeDefault = (secret: string): boolean => DEFAULT_SECRETS.some((pattern) => pattern.test(secret))

/** The address inside `Name <name@host>`. */
const extractAddress = (from: string): string => /<([^>]+)>/.exec(from)?.[1] ?? from

type ReadOptions = {
  /** Without one, all settings are read. */
  service?: ServiceName
  now?: Date
}

/** Reads the environment once, at start; throws one readable error with everything that is wrong. */
export function readConfig(env: Record<string, string | undefined>, { service, now = new Date() }: ReadOptions = {}) {
  const provided = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' && isReadByService(name, service)),
  )
  const parsed = Environment.safeParse(provided)
  if (!parsed.success) throw new Error(`The configuration is not usable.\n${z.prettifyError(parsed.error)}`)
  const values = parsed.data
  const photoStore = readStoreAddress(values.PHOTO_STORE ?? 'file:.state/photos')
  const production = values.NODE_ENV === 'production'
  const problems = [
    Number(values.REFERENCE_YEAR) >= currentYear(now) && 'REFERENCE_YEAR has to lie before the running year',
    looksLikeDefault(values.SESSION_SECRET) && 'SESSION_SECRET looks like a default; draw one at random',
    looksLikeDefault(values.QUEUES_PASSWORD ?? '') && 'QUEUES_PASSWORD looks like a default; draw one at random',
    !readRedisAddress(values.REDIS_URL) && 'REDIS_URL names a cluster without usable nodes',
    !photoStore && 'PHOTO_STORE has to be file:FOLDER or s3+https://KEY:SECRET@HOST/BUCKET?region=REGION',
    production && values.RATE_LIMITS === 'off' && 'RATE_LIMITS=off is for tests',
    production &&
      isReadByService('SMTP_URL', service) &&
      !values.SMTP_URL &&
      'SMTP_URL is missing; production has no local inbox',
    production && isReadByService('PHOTO_STORE', service) && !values.PHOTO_STORE && 'PHOTO_STORE is missing',
    production && !values.PUBLIC_URL && 'PUBLIC_URL is missing',
  ].filter((problem) => problem !== false)
  if (!photoStore || problems.length > 0)
    throw new Error(`The configuration is not usable.\n${problems.map((problem) => `- ${problem}`).join('\n')}`)
  const publicUrl = (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, '')
  return {
    production,
    host: values.HOST,
    port: values.PORT,
    hubPort: values.HUB_PORT,
    workerPort: values.WORKER_PORT,
    metricsPort: values.METRICS_PORT,
    queuesPassword: values.QUEUES_PASSWORD,
    hubUrl: values.HUB_URL,
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databasePool: values.DATABASE_POOL,
    redisUrl: values.REDIS_URL,
    sessionSecret: values.SESSION_SECRET,
    photoStore,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    publicUrl,
    supportUrl: values.SUPPORT_URL ?? `mailto:${extractAddress(values.MAIL_FROM)}`,
    rateLimits: values.RATE_LIMITS === 'on',
    referenceYear: values.REFERENCE_YEAR,
    hstsSubdomains: values.HSTS_SUBDOMAINS === 'on',
    trustProxy: values.TRUST_PROXY?.split(',').map((address) => address.trim()),
    webDir: values.WEB_DIR,
    pagesDir: values.PAGES_DIR,
    logLevel: values.LOG_LEVEL,
  }
}

/** Where browsers may come from: the public address, and outside production the same port by its other local name. */
export function listAllowedOrigins({ publicUrl, production }: Pick<Config, 'publicUrl' | 'production'>): string[] {
  const { origin, protocol, port } = new URL(publicUrl)
  if (production) return [origin]
  const suffix = port ? `:${port}` : ''
  return [...new Set([origin, `${protocol}//localhost${suffix}`, `${protocol}//127.0.0.1${suffix}`])]
}
