import { getCurrentYear } from '@app/contract/time/ages'
import { z } from 'zod'
import { parseRedisAddress } from '../redis/address.ts'
import { parseHelpLines } from './help-lines.ts'
import { parseStoreAddress } from './photo-store-address.ts'
import { derivePushKey, parsePushHosts } from './web-push.ts'

const port = z.coerce.number().int().min(0).max(65535)

const Environment = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('`production` rejects missing and unsafe settings'),
  HOST: z.string().default('127.0.0.1').describe('Address on which the services listen'),
  PORT: port.default(8080).describe('Port of the gateway: web client, API, sockets and media'),
  HUB_PORT: port.default(8081).describe('Port of the hub'),
  WORKER_PORT: port.default(8082).describe("Port of the worker's health checks"),
  METRICS_PORT: port
    .optional()
    .describe('Port of /metrics for Prometheus, different for each service on one machine; without it no metrics'),
  QUEUES_PASSWORD: z
    .string()
    .min(16)
    .optional()
    .describe(
      "Password of the queue board, /queues on each worker's METRICS_PORT; at least 16 characters; without it no board",
    ),
  HUB_URL: z.url().optional().describe('URL to which the gateway forwards sockets if no proxy does'),
  DATABASE_URL: z
    .string()
    .min(1)
    .describe('PostgreSQL 15 or newer; in production with a role that owns no tables, such as salong_app'),
  DATABASE_POOL: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Maximum number of connections; each service has its own default'),
  DATABASE_READ_URL: z
    .string()
    .min(1)
    .optional()
    .describe('Streaming standby on which gateways run searches; without it they read everything from DATABASE_URL'),
  REDIS_URL: z
    .string()
    .min(1)
    .describe('Redis 7 or newer, with noeviction; a cluster is redis+cluster://USER:PASSWORD@HOST:PORT,HOST:PORT'),
  SESSION_SECRET: z
    .string()
    .min(32)
    .describe('Key that signs sessions, cookies, picture URLs and unsubscribe links; at least 32 random characters'),
  PHOTO_STORE: z
    .string()
    .optional()
    .describe(
      'Photo store: file:FOLDER or s3+https://KEY:SECRET@HOST/BUCKET?region=REGION; the default is file:.state/photos',
    ),
  SMTP_URL: z
    .string()
    .optional()
    .describe(
      'Mail server: smtps://…, or smtp://…?requireTLS=true to require encryption; without it emails go to the local inbox',
    ),
  MAIL_FROM: z.string().default('Salong <noreply@localhost>').describe('Sender of all emails'),
  PUBLIC_URL: z.url().optional().describe('URL that members open; default http://localhost:PORT'),
  SUPPORT_URL: z.string().optional().describe('Target of the Contact link; by default an email to MAIL_FROM'),
  HELP_LINES: z
    .string()
    .optional()
    .describe('Telephone numbers shown after serious reports, as JSON; by default Swedish ones'),
  DISPUTE_ADDRESS: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Page of the certified dispute settlement body that decisions name; without it they name only courts'),
  BLOCKS: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off` while gateways of a release without blocks still run: nobody can block, existing blocks hold'),
  AGE_ASSURANCE: z
    .enum(['off', 'optional', 'required'])
    .default('off')
    .describe(
      'Age checks by a provider: `optional` offers them in the settings, `required` closes the site until one is passed',
    ),
  AGE_ISSUER: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Issuer of the OpenID Connect provider that checks ages; HTTPS in production'),
  AGE_CLIENT_ID: z.string().min(1).max(200).optional().describe('Client id of this installation at that provider'),
  AGE_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Client secret at that provider; without it the client is a public one, with PKCE only'),
  WEB_PUSH_KEY: z
    .string()
    .min(32)
    .optional()
    .describe(
      "Key that signs notifications for members' devices; at least 32 random characters; without it no notifications",
    ),
  WEB_PUSH_HOSTS: z
    .string()
    .default('fcm.googleapis.com,updates.push.services.mozilla.com,*.push.apple.com,*.notify.windows.com')
    .describe('Hosts of push services that may receive notifications, separated by commas; `*.` for all subdomains'),
  RATE_LIMITS: z.enum(['on', 'off']).default('on').describe('`off` only for tests; production rejects it'),
  EVENT_LOOP_DELAY_MAX_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(2_000)
    .describe(
      'Event loop delay in milliseconds above which a gateway responds 503 until it has caught up; 0 disables this',
    ),
  REFERENCE_YEAR: z.coerce
    .number()
    .int()
    .min(2000)
    .optional()
    .describe('For tests: year from which ages are calculated; without it the year before the current one'),
  HSTS_SUBDOMAINS: z
    .enum(['on', 'off'])
    .default('off')
    .describe(
      '`on` if every subdomain of PUBLIC_URL is served over HTTPS, too: browsers then refuse plain HTTP for them',
    ),
  TRUST_PROXY: z.string().optional().describe('Addresses or networks of trusted proxies, separated by commas'),
  WEB_DIR: z.string().optional().describe('Folder of the built web client, if the gateway serves it'),
  PAGES_DIR: z.string().optional().describe("Folder of the operator's terms and about pages"),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('info')
    .describe('Lowest level that is logged'),
})

/** The schemas of all settings by name. */
export const settings = Environment.shape

export type ServiceName = 'gateway' | 'hub' | 'worker'

/** The settings that hold secrets, each with the services that read it. Other services ignore it. */
export const SECRET_READERS: Record<string, ServiceName[]> = {
  DATABASE_URL: ['gateway', 'hub', 'worker'],
  DATABASE_READ_URL: ['gateway'],
  REDIS_URL: ['gateway', 'hub', 'worker'],
  SESSION_SECRET: ['gateway', 'hub', 'worker'],
  PHOTO_STORE: ['gateway', 'worker'],
  SMTP_URL: ['worker'],
  QUEUES_PASSWORD: ['worker'],
  WEB_PUSH_KEY: ['gateway', 'worker'],
  AGE_CLIENT_SECRET: ['gateway'],
}

const isReadByService = (name: string, service?: ServiceName): boolean =>
  service === undefined || SECRET_READERS[name]?.includes(service) !== false

export type Config = ReturnType<typeof readConfig>

const DEFAULT_SECRETS = [/^(.)\1*$/, /change|secret|default|example|salong|password/i]

const looksLikeDefault = (secret: string): boolean => DEFAULT_SECRETS.some((pattern) => pattern.test(secret))

/** Returns the email address of a sender such as `Name <name@host>`, or a plain address unchanged. */
export const extractAddress = (sender: string): string => /<([^>]+)>/.exec(sender)?.[1] ?? sender

type ReadOptions = {
  /** The service whose settings are read; if omitted, all are. */
  service?: ServiceName
  now?: Date
}

const NAMES = Object.keys(settings)

/** Compares problems, which begin with the name of their setting, by the order of the settings. */
const byPosition = (problem: string, other: string): number => {
  const findPosition = (text: string) => NAMES.indexOf(/^[A-Z_]+/.exec(text)?.[0] ?? '')
  return findPosition(problem) - findPosition(other)
}

/** Returns the settings that are valid on their own, and defaults for missing ones; an invalid setting is absent. */
function parseEach(provided: Record<string, string | undefined>): Partial<z.infer<typeof Environment>> {
  const parsed = Object.entries(settings).map(([name, schema]) => [name, schema.safeParse(provided[name]).data])
  return Object.fromEntries(parsed)
}

const describeIssue = ({ path, message }: z.core.$ZodIssue, provided: Record<string, string | undefined>): string => {
  const name = String(path[0])
  return provided[name] === undefined ? `${name} is missing` : `${name}: ${message}`
}

/** Reads the environment once, at startup. Throws an error that lists all problems in the order of the settings. */
export function readConfig(env: Record<string, string | undefined>, { service, now = new Date() }: ReadOptions = {}) {
  const provided: Record<string, string | undefined> = Object.fromEntries(
    Object.entries(env).filter(([name, value]) => value !== '' && isReadByService(name, service)),
  )
  const parsed = Environment.safeParse(provided)
  const valid = parsed.data ?? parseEach(provided)
  const photoStore = parseStoreAddress(valid.PHOTO_STORE ?? 'file:.state/photos')
  const helpLines = parseHelpLines(valid.HELP_LINES)
  const production = valid.NODE_ENV === 'production'
  const pushHosts = parsePushHosts(valid.WEB_PUSH_HOSTS ?? '', { production })
  const problems = [
    ...(parsed.error?.issues ?? []).map((issue) => describeIssue(issue, provided)),
    Number(valid.REFERENCE_YEAR) >= getCurrentYear(now) && 'REFERENCE_YEAR must be before the current year',
    looksLikeDefault(valid.SESSION_SECRET ?? '') && 'SESSION_SECRET looks like a default; generate a random one',
    looksLikeDefault(valid.QUEUES_PASSWORD ?? '') && 'QUEUES_PASSWORD looks like a default; generate a random one',
    valid.REDIS_URL !== undefined &&
      !parseRedisAddress(valid.REDIS_URL) &&
      'REDIS_URL names a cluster without usable nodes or credentials',
    !photoStore && 'PHOTO_STORE must be file:FOLDER or s3+https://KEY:SECRET@HOST/BUCKET?region=REGION',
    !helpLines &&
      'HELP_LINES must be a JSON list of { kind, number, sv, en, noteSv, noteEn, more }, see docs/operating.md',
    looksLikeDefault(valid.WEB_PUSH_KEY ?? '') && 'WEB_PUSH_KEY looks like a default; generate a random one',
    !pushHosts && 'WEB_PUSH_HOSTS must be host names separated by commas, without addresses and ports',
    (valid.AGE_ASSURANCE ?? 'off') !== 'off' &&
      !(provided.AGE_ISSUER && provided.AGE_CLIENT_ID) &&
      'AGE_ASSURANCE needs AGE_ISSUER and AGE_CLIENT_ID',
    production && valid.AGE_ISSUER?.startsWith('http:') === true && 'AGE_ISSUER must be an HTTPS URL',
    production && valid.RATE_LIMITS === 'off' && 'RATE_LIMITS=off is for tests',
    production &&
      isReadByService('SMTP_URL', service) &&
      !provided.SMTP_URL &&
      'SMTP_URL is missing; production has no local inbox',
    production && isReadByService('PHOTO_STORE', service) && !provided.PHOTO_STORE && 'PHOTO_STORE is missing',
    production && !provided.PUBLIC_URL && 'PUBLIC_URL is missing',
  ].filter((problem) => problem !== false)
  if (!parsed.success || !photoStore || !helpLines || !pushHosts || problems.length > 0) {
    const lines = problems.sort(byPosition).map((problem) => `- ${problem}`)
    throw new Error(`The configuration is not usable.\n${lines.join('\n')}`)
  }
  const values = parsed.data
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
    helpLines,
    disputeAddress: values.DISPUTE_ADDRESS ?? null,
    blocks: values.BLOCKS === 'on',
    ageAssurance: values.AGE_ASSURANCE,
    ageProvider: {
      issuer: values.AGE_ISSUER ?? '',
      clientId: values.AGE_CLIENT_ID ?? '',
      clientSecret: values.AGE_CLIENT_SECRET ?? null,
    },
    /** The key pair that signs notifications, or null if members' devices get none. */
    pushKey: values.WEB_PUSH_KEY ? derivePushKey(values.WEB_PUSH_KEY) : null,
    pushHosts,
    rateLimits: values.RATE_LIMITS === 'on',
    eventLoopDelayMaxMs: values.EVENT_LOOP_DELAY_MAX_MS,
    referenceYear: values.REFERENCE_YEAR,
    hstsSubdomains: values.HSTS_SUBDOMAINS === 'on',
    trustProxy: values.TRUST_PROXY?.split(',').map((address) => address.trim()),
    webDir: values.WEB_DIR,
    pagesDir: values.PAGES_DIR,
    logLevel: values.LOG_LEVEL,
  }
}

/**
 * Returns the origins that browsers may use: that of the public URL, and outside production the same port under both
 * local names.
 */
export function listAllowedOrigins({ publicUrl, production }: Pick<Config, 'publicUrl' | 'production'>): string[] {
  const { origin, protocol, port } = new URL(publicUrl)
  if (production) return [origin]
  const suffix = port ? `:${port}` : ''
  return [...new Set([origin, `${protocol}//localhost${suffix}`, `${protocol}//127.0.0.1${suffix}`])]
}
