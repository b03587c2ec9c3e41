import { SOCKET_FRAME_BYTES_MAX } from '@app/contract/limits'
import type { SessionClaims } from '@app/server/accounts/auth'
import type { Ctx } from '@app/server/context'
import { EVERYBODY_CHANNEL } from '@app/server/delivery/pushes'
import { listAllowedOrigins } from '@app/server/process/config'
import { registerHealth } from '@app/server/process/health'
import { probeWrites } from '@app/server/redis/connections'
import jwt from '@fastify/jwt'
import { type FastifyInstance, fastify } from 'fastify'
import { sql } from 'kysely'
import { Server, type ServerOptions } from 'socket.io'
import { closeConnectionsIn, trackConnections } from './connections.ts'
import { createDelivery } from './delivery.ts'
import { createPushMetrics, registerHubMetrics } from './operations/metrics.ts'
import { createSampleRecorder } from './operations/sample-recorder.ts'
import { createPresence } from './presence/presence.ts'
import { requireLogin } from './sessions/login.ts'
import { limitPendingLogins } from './sessions/pending-logins.ts'
import { createRevokedSessions } from './sessions/revoked-sessions.ts'
import { reviewSessions } from './sessions/session-review.ts'
import type { HubSocket, Sockets } from './sockets.ts'
import { createSubscriptions } from './subscriptions/subscriptions.ts'
import { DEFAULT_TIMINGS, type Timings } from './timings.ts'
import { createTyping } from './typing.ts'

/** Client and hub detect a dead connection within the sum of `pingInterval` and `pingTimeout`. */
const SOCKET_OPTIONS: Partial<ServerOptions> = {
  path: '/socket.io',
  transports: ['websocket'],
  serveClient: false,
  perMessageDeflate: false,
  httpCompression: false,
  maxHttpBufferSize: SOCKET_FRAME_BYTES_MAX,
  pingInterval: 15_000,
  pingTimeout: 8_000,
  connectTimeout: 10_000,
}

/** Builds the hub; closing the returned app closes its sockets. */
export async function createHub(ctx: Ctx, timings: Timings = DEFAULT_TIMINGS): Promise<FastifyInstance> {
  const app = fastify({ forceCloseConnections: true })
  await app.register(jwt, { secret: ctx.config.sessionSecret, verify: { algorithms: ['HS256'], cache: false } })
  const origins = listAllowedOrigins(ctx.config)
  let isClosing = false
  const io: Sockets = new Server(app.server, {
    ...SOCKET_OPTIONS,
    allowRequest: (request, respond) => {
      const { origin } = request.headers
      const isKnownOrigin = origin === undefined || origins.includes(origin)
      respond(null, isKnownOrigin && subscriptions.isUp() && !isClosing && pendingLogins.reserve(request))
    },
  })
  const connections = trackConnections(io, ctx)
  const pendingLogins = limitPendingLogins(io, ctx)
  const subscriptions = createSubscriptions(ctx, {
    onMessage: (channel, text) => void (presence.onMessage(channel, text) || deliver(channel, text)),
    onLost: (channels) =>
      channels.includes(EVERYBODY_CHANNEL) ? connections.closeAll() : closeConnectionsIn(io, channels),
  })
  const login = requireLogin({ ctx, io, subscriptions, verify: (token) => app.jwt.verify<SessionClaims>(token) })
  const typing = createTyping(ctx)
  const presence = createPresence({ ctx, io, subscriptions, timings })
  const revokedSessions = createRevokedSessions(io)
  const reviewTimer = reviewSessions(ctx, io, timings.sessionReviewMs)
  const sampleRecorder = createSampleRecorder(ctx, io, timings)
  const deliver = createDelivery(io, ctx, createPushMetrics(ctx, sampleRecorder.onPush), {
    'session:ended': revokedSessions.onPush,
    'chat:changed': presence.onChange,
    'invite:answered': presence.onChange,
    'member:changed': (memberId, push) => {
      presence.onChange(memberId)
      presence.onSettings(memberId, push)
    },
  })

  function onDisconnect(this: HubSocket): void {
    typing.onDisconnect(this)
    presence.onDisconnect(this)
  }

  io.on('connection', (socket) => {
    if (revokedSessions.isRevoked(socket)) return void socket.disconnect(true)
    socket.on('typing', typing.onFrame)
    socket.on('presence:watch', presence.onWatch)
    socket.on('presence:active', presence.onActive)
    socket.on('disconnect', onDisconnect)
    presence.onConnect(socket)
    socket.emit('ready')
  })
  io.sockets.adapter.on('delete-room', (room: string) => {
    subscriptions.unsubscribe(room)
    presence.onRoomEmpty(room)
  })

  if (ctx.config.metricsPort !== undefined) registerHubMetrics(ctx, io, subscriptions)
  registerHealth(app, {
    needs: {
      database: () => sql`select 1`.execute(ctx.db),
      redis: () => (subscriptions.isUp() ? ctx.redis.ping() : Promise.reject(new Error('not subscribed to pushes'))),
    },
    // A Redis that rejects writes still delivers pushes; only presence is lost.
    uses: { redisWrites: () => probeWrites(ctx.redis) },
  })
  app.addHook('preClose', async () => {
    isClosing = true
    presence.stop()
    await sampleRecorder.stop()
    login.stop()
    clearInterval(reviewTimer)
    connections.closeAll()
    connections.stop()
    subscriptions.close()
  })
  return app
}
