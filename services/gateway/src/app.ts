import { JSON_BODY_MAX } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { registerHealth } from '@app/server/process/health'
import { networkOf } from '@app/server/process/network'
import { probeWrites } from '@app/server/redis/connections'
import jwt from '@fastify/jwt'
import underPressure from '@fastify/under-pressure'
import { fastify, LogController, type RouteOptions } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { registerAccounts, registerPassword } from './accounts/routes.ts'
import { registerAds } from './ads/routes.ts'
import { registerApiDocs } from './app/api-docs.ts'
import { registerAppConfig } from './app/routes.ts'
import { registerNotFound, registerWeb } from './app/web-client.ts'
import { registerChats } from './chats/routes.ts'
import { registerDeletion, registerUndeletion } from './deletion/routes.ts'
import { registerEmailChanges, registerEmailLinks } from './email-changes/routes.ts'
import { registerCalendar, registerCalendarFeeds } from './events/calendar-routes.ts'
import { registerEvents } from './events/routes.ts'
import { registerExportFiles, registerExports } from './exports/routes.ts'
import { registerGames } from './games/routes.ts'
import { registerGrants } from './grants/routes.ts'
import { registerGroupChats } from './group-chats/routes.ts'
import { registerGroups } from './groups/routes.ts'
import { API } from './http/api.ts'
import type { App } from './http/app.ts'
import { registerBodies } from './http/bodies.ts'
import { registerDeadline } from './http/connections/deadline.ts'
import { registerConnectionDrain } from './http/connections/drain-connections.ts'
import { registerHandlerDrain } from './http/connections/drain-handlers.ts'
import { registerMalformed, rejectMalformed } from './http/connections/malformed.ts'
import { registerSocketProxy } from './http/connections/socket-proxy.ts'
import { registerUnreadBodies } from './http/connections/unread-bodies.ts'
import { registerErrors, sendError } from './http/errors.ts'
import { createRequestLogger } from './http/log.ts'
import { registerLogin } from './http/login.ts'
import { registerMediaLinks } from './http/media-links.ts'
import { registerNamedMembers } from './http/named-members.ts'
import { POLICIES } from './http/policies.ts'
import { resolveRequestId } from './http/request-id.ts'
import { registerRequestMetrics } from './http/request-metrics.ts'
import { registerSecurityHeaders } from './http/security-headers.ts'
import { createLimits, type Limits } from './limits/limits.ts'
import { registerLocalInbox } from './local-inbox/routes.ts'
import { registerMembers } from './members/routes.ts'
import { registerMovie } from './movie/routes.ts'
import { registerNews } from './news/routes.ts'
import { registerNotes } from './notes/routes.ts'
import { registerOperations } from './operations/routes.ts'
import { registerPages } from './pages/routes.ts'
import { registerMedia } from './photos/media.ts'
import { registerPhotos } from './photos/routes.ts'
import { registerProfiles } from './profiles/routes.ts'
import { registerSearch } from './search/routes.ts'
import { registerSessions } from './sessions/routes.ts'
import { registerUnsubscribing } from './unsubscribe/routes.ts'
import { registerVerifications } from './verifications/routes.ts'
import { registerVisits } from './visits/routes.ts'

/** Throws at startup if a route of the API does not declare its input, its response and its policy. */
function requireSchemaAndPolicy({ url, method, schema, config }: RouteOptions): void {
  if (!url.startsWith(`${API}/`) || method === 'HEAD' || method === 'OPTIONS') return
  const hasParams = url.includes(':')
  if (!schema?.response || (hasParams && !schema.params)) throw new Error(`${String(method)} ${url} lacks its schema`)
  if (!config?.policy || !(config.policy in POLICIES)) throw new Error(`${String(method)} ${url} lacks its policy`)
}

function buildApp(ctx: Ctx): App {
  const app: App = fastify({
    loggerInstance: createRequestLogger(ctx),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BODY_MAX,
    requestTimeout: 30_000,
    trustProxy: ctx.config.trustProxy ?? false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 400, caseSensitive: true },
    // Node checks for timed out connections only this often.
    http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 1_000 },
    genReqId: resolveRequestId,
    frameworkErrors: sendError,
    clientErrorHandler: rejectMalformed,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRoute', requireSchemaAndPolicy)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    request.log.info({ req: request, status: statusCode, ms: Math.round(elapsedTime) }, 'answered')
  })
  return app
}

/** Creates the gateway, ready to listen or to receive requests that a test injects. */
export async function createApp(ctx: Ctx, limits: Limits = createLimits(ctx)): Promise<App> {
  const { config } = ctx
  const app = buildApp(ctx)
  if (config.metricsPort !== undefined) await registerRequestMetrics(app, ctx.metrics)
  registerErrors(app)
  registerMalformed(app)
  registerHandlerDrain(app)
  registerSecurityHeaders(app, config)
  registerDeadline(app)
  registerBodies(app)
  registerUnreadBodies(app)
  await app.register(jwt, {
    secret: config.sessionSecret,
    sign: { algorithm: 'HS256' },
    verify: { algorithms: ['HS256'], cache: false },
  })
  await app.register(underPressure, { maxEventLoopDelay: 2_000, retryAfter: 2 })
  registerHealth(app, {
    needs: { database: () => sql`select 1`.execute(ctx.db) },
    uses: { redis: () => probeWrites(ctx.redis) },
  })
  await registerApiDocs(app)
  await app.register(
    async (api: App) => {
      await api.register(async (visitors: App) => {
        visitors.addHook('onRequest', (request) => limits.take('visitorRequests', networkOf(request.ip)))
        registerAppConfig(visitors, ctx, limits)
        registerPages(visitors, config)
        registerAccounts(visitors, ctx, limits)
        registerUndeletion(visitors, ctx)
        registerEmailLinks(visitors, ctx)
        await registerUnsubscribing(visitors, ctx)
      })
      await api.register(async (calendars: App) => registerCalendarFeeds(calendars, ctx, limits))
      await api.register(async (members: App) => {
        registerLogin(members, ctx)
        registerMediaLinks(members)
        registerNamedMembers(members, limits)
        members.addHook('onRequest', (request) => limits.take('memberRequests', request.ctx.member.accountId))
        registerSessions(members)
        registerMembers(members)
        registerPassword(members, limits)
        registerEmailChanges(members, limits)
        registerDeletion(members, limits)
        registerExports(members, limits)
        registerProfiles(members, limits)
        registerSearch(members, limits)
        registerVisits(members)
        registerNotes(members)
        registerVerifications(members, limits)
        registerChats(members, limits)
        registerGroups(members, limits)
        registerGroupChats(members, limits)
        registerEvents(members, limits)
        registerCalendar(members)
        registerNews(members, limits)
        registerAds(members, limits)
        registerOperations(members)
        await registerGames(members, limits)
        await registerPhotos(members, limits)
        registerGrants(members)
        await registerMovie(members, limits)
      })
    },
    { prefix: API },
  )
  registerMedia(app, ctx)
  registerExportFiles(app, ctx)
  if (!config.production && !config.smtpUrl) registerLocalInbox(app, ctx)
  if (config.webDir) await registerWeb(app, config.webDir)
  else registerNotFound(app)
  if (config.hubUrl) registerSocketProxy(app, config.hubUrl)
  if (config.trustProxy) registerConnectionDrain(app)
  return app
}
