import { JSON_BODY_BYTES_MAX } from '@app/contract/limits'
import type { Ctx } from '@app/server/context'
import { registerHealth } from '@app/server/process/health'
import { getNetwork } from '@app/server/process/network'
import { probeWrites } from '@app/server/redis/connections'
import compress from '@fastify/compress'
import jwt from '@fastify/jwt'
import underPressure from '@fastify/under-pressure'
import { fastify, LogController, type RouteOptions } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { registerAccounts, registerPassword } from './accounts/routes.ts'
import { registerAds } from './ads/routes.ts'
import { registerAgeChecks, registerAgeGate } from './age/routes.ts'
import { registerApiDocs } from './app/api-docs.ts'
import { registerClientRoutes } from './app/routes.ts'
import { registerNotFound, registerWebClient } from './app/web-client.ts'
import { registerBlocks } from './blocks/routes.ts'
import { registerCases } from './cases/routes.ts'
import { registerChats } from './chats/routes.ts'
import type { GatewayCtx } from './context.ts'
import { registerDecisions } from './decisions/routes.ts'
import { registerStatements } from './decisions/statement-routes.ts'
import { registerDeletion, registerRestore } from './deletion/routes.ts'
import { registerEmailChanges, registerEmailLinks } from './email-changes/routes.ts'
import { registerCalendar, registerCalendarFeeds } from './events/calendar-routes.ts'
import { registerEvents } from './events/routes.ts'
import { registerExportFiles, registerExports } from './exports/routes.ts'
import { registerFirstContact } from './first-contact/routes.ts'
import { registerGames } from './games/routes.ts'
import { registerGrants } from './grants/routes.ts'
import { registerGroupChats } from './group-chats/routes.ts'
import { registerGroups } from './groups/routes.ts'
import { API_PREFIX } from './http/api.ts'
import type { App, ContractTypeProvider } from './http/app.ts'
import { registerBodies } from './http/bodies.ts'
import { handleClientError, registerClientErrors } from './http/connections/client-errors.ts'
import { registerDeadline } from './http/connections/deadline.ts'
import { registerConnectionDrain } from './http/connections/drain-connections.ts'
import { registerHandlerDrain } from './http/connections/drain-handlers.ts'
import { registerSocketProxy } from './http/connections/socket-proxy.ts'
import { registerUnreadBodies } from './http/connections/unread-bodies.ts'
import { registerErrors, sendError } from './http/errors.ts'
import { createRequestLogger, listRouteWords } from './http/log.ts'
import { registerNamedMembers } from './http/named-members.ts'
import { registerPictureSigning } from './http/picture-signing.ts'
import { POLICIES } from './http/policies.ts'
import { resolveRequestId } from './http/request-id.ts'
import { registerRequestMetrics } from './http/request-metrics.ts'
import { registerSecurityHeaders } from './http/security-headers.ts'
import { registerSessionCheck, registerSessionLanguages } from './http/session-check.ts'
import { registerLocalInbox } from './local-inbox/routes.ts'
import { registerMembers } from './members/routes.ts'
import { registerMessageSearch } from './message-search/routes.ts'
import { registerMovie } from './movie/routes.ts'
import { registerNews } from './news/routes.ts'
import { registerNotes } from './notes/routes.ts'
import { registerNotifications } from './notifications/routes.ts'
import { registerOperations } from './operations/routes.ts'
import { registerPages } from './pages/routes.ts'
import { registerPasskeyLogin } from './passkeys/login-routes.ts'
import { registerPasskeys } from './passkeys/routes.ts'
import { registerMedia } from './photos/media.ts'
import { registerPhotos } from './photos/routes.ts'
import { registerProfiles } from './profiles/routes.ts'
import { registerNotices } from './reports/notice-routes.ts'
import { registerReports } from './reports/routes.ts'
import { registerSavedSearches } from './saved-searches/routes.ts'
import { registerSearch } from './search/routes.ts'
import { registerSessions } from './sessions/routes.ts'
import { registerTeamDuties } from './team-duties/routes.ts'
import { registerUnsubscribe } from './unsubscribe/routes.ts'
import { registerVerifications } from './verifications/routes.ts'
import { registerVisits } from './visits/routes.ts'
import { registerWelcome } from './welcome/routes.ts'

/**
 * Throws if a route of the API lacks a policy or a schema of its parameters or response, so that the gateway does not
 * start.
 */
function requireSchemaAndPolicy({ url, method, schema, config }: RouteOptions): void {
  if (!url.startsWith(`${API_PREFIX}/`) || method === 'HEAD' || method === 'OPTIONS') return
  const hasParams = url.includes(':')
  if (!schema?.response || (hasParams && !schema.params)) throw new Error(`${String(method)} ${url} lacks a schema`)
  if (!config?.policy || !(config.policy in POLICIES)) throw new Error(`${String(method)} ${url} lacks a policy`)
}

/** Compressing a response below the threshold would not save a packet. */
const COMPRESSION = { encodings: ['gzip' as const], threshold: 1_024, customTypes: /^application\/json/ }

function buildApp(ctx: Ctx): App {
  const routeWords = new Set<string>()
  const app: App = fastify({
    loggerInstance: createRequestLogger(ctx, routeWords),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_BODY_BYTES_MAX,
    requestTimeout: 30_000,
    trustProxy: ctx.config.trustProxy ?? false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 400, caseSensitive: true },
    // In milliseconds and bytes. Node checks the timeouts at this interval; its default of 30 s would delay them.
    http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 1_000 },
    genReqId: resolveRequestId,
    frameworkErrors: sendError,
    clientErrorHandler: handleClientError,
  }).withTypeProvider<ContractTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRoute', requireSchemaAndPolicy)
  app.addHook('onRoute', ({ url }) => {
    for (const word of listRouteWords(url)) routeWords.add(word)
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    request.log.info({ req: request, status: statusCode, ms: Math.round(elapsedTime) }, 'request completed')
  })
  return app
}

/** Creates the gateway's app with all of its routes, ready to listen or to receive requests that a test injects. */
export async function createApp(ctx: GatewayCtx): Promise<App> {
  const { config, limits } = ctx
  const app = buildApp(ctx)
  if (config.metricsPort !== undefined) await registerRequestMetrics(app, ctx.metrics)
  registerErrors(app)
  registerClientErrors(app)
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
  registerSessionLanguages(app, ctx)
  await app.register(underPressure, { maxEventLoopDelay: config.eventLoopDelayMaxMs, retryAfter: 2 })
  registerHealth(app, {
    needs: { database: () => sql`select 1`.execute(ctx.db) },
    uses: { redis: () => probeWrites(ctx.redis) },
  })
  await registerApiDocs(app)
  await app.register(
    async (api: App) => {
      registerPictureSigning(api)
      // A proxy in front of the gateway compresses the responses itself.
      if (!config.trustProxy) await api.register(compress, COMPRESSION)
      await api.register(async (visitors: App) => {
        visitors.addHook('onRequest', (request) => limits.take('visitorRequests', getNetwork(request.ip)))
        registerClientRoutes(visitors, ctx)
        registerPages(visitors, config)
        registerAccounts(visitors, ctx)
        registerPasskeyLogin(visitors, ctx)
        registerStatements(visitors, ctx)
        registerNotices(visitors, ctx)
        registerRestore(visitors, ctx)
        registerEmailLinks(visitors, ctx)
        await registerUnsubscribe(visitors, ctx)
      })
      await api.register(async (calendars: App) => registerCalendarFeeds(calendars, ctx))
      await api.register(async (members: App) => {
        registerSessionCheck(members, ctx)
        registerNamedMembers(members)
        members.addHook('onRequest', (request) => limits.take('memberRequests', request.ctx.member.accountId))
        registerAgeGate(members)
        registerAgeChecks(members, ctx)
        registerSessions(members)
        registerPasskeys(members)
        registerTeamDuties(members)
        registerMembers(members)
        registerFirstContact(members)
        registerNotifications(members)
        registerPassword(members)
        registerEmailChanges(members)
        registerDeletion(members)
        registerExports(members)
        registerProfiles(members)
        registerMessageSearch(members)
        registerSavedSearches(members)
        registerSearch(members)
        registerVisits(members)
        registerWelcome(members)
        registerNotes(members)
        registerVerifications(members)
        registerChats(members)
        registerGroups(members)
        registerGroupChats(members)
        registerEvents(members)
        registerCalendar(members)
        registerNews(members)
        registerAds(members)
        registerOperations(members)
        registerReports(members)
        registerBlocks(members)
        registerCases(members)
        registerDecisions(members)
        await registerGames(members)
        await registerPhotos(members)
        registerGrants(members)
        await registerMovie(members)
      })
    },
    { prefix: API_PREFIX },
  )
  registerMedia(app, ctx)
  registerExportFiles(app, ctx)
  if (!config.production && !config.smtpUrl) registerLocalInbox(app, ctx)
  if (config.webDir) await registerWebClient(app, config.webDir)
  else registerNotFound(app)
  if (config.hubUrl) registerSocketProxy(app, config.hubUrl)
  if (config.trustProxy) registerConnectionDrain(app)
  return app
}
