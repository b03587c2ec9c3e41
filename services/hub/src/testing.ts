import { randomInt } from 'node:crypto'
import type { PushType, UnsignedPush } from '@app/contract/pushes'
import { createContext, type Member, type OwnedCtx } from '@app/server/context'
import { memberChannel, publish } from '@app/server/delivery/pushes'
import { countSubscribers } from '@app/server/redis/commands'
import { afterTest, asOwner, testContext } from '@app/server/testing/context'
import { sidOf } from '@app/server/testing/members'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { afterAll, expect, vi } from 'vitest'
import { createHub } from './hub.ts'
import type { Timings } from './timings.ts'

// Long timeouts for a busy machine; the expected events usually arrive within milliseconds.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })
export const eventually = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 20_000 })

/** Short intervals for tests, except for the review of sessions. */
export const FAST_TIMINGS: Timings = {
  presenceTickMs: 30,
  keyRenewalMs: 60,
  sampleMs: 60,
  sessionReviewMs: 60_000,
  keyLifetimeMs: 400,
}

/**
 * Creates a context with its own range of member ids: all test files share one Redis, whose channels and keys contain
 * member ids.
 */
export async function hubContext(settings: Record<string, string> = {}): Promise<OwnedCtx> {
  const ctx = await testContext({ settings })
  await asOwner(ctx.db, sql`alter table members alter column id restart with ${sql.lit(randomInt(1e6, 2 ** 47))}`)
  return ctx
}

/** Creates a context for the tests of one file, and closes it after them. */
export async function setUpHubContext(settings?: Record<string, string>): Promise<OwnedCtx> {
  const ctx = await hubContext(settings)
  afterAll(() => ctx.close())
  return ctx
}

export type TestHub = { app: FastifyInstance; url: string }

/** Starts a hub, by default with short intervals. With a Redis URL, it opens its own connections. */
export async function aHub(
  ctx: OwnedCtx,
  { redisUrl, timings = FAST_TIMINGS }: { redisUrl?: string; timings?: Timings } = {},
): Promise<TestHub> {
  const hubCtx = redisUrl
    ? createContext({ ...ctx.config, redisUrl }, { service: 'hub', connections: 2, now: ctx.now })
    : ctx
  const app = await createHub(hubCtx, timings)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  afterTest(async () => {
    await app.close()
    if (hubCtx !== ctx) await hubCtx.close()
  })
  await eventually(async () => {
    if ((await app.inject('/ready')).statusCode !== 200) throw new Error('the hub is not ready')
  })
  return { app, url }
}

type ReceivedPush = { type: string } & Record<string, unknown>
export type TestSocket = Socket & { received: ReceivedPush[] }

type Options = { origin?: string; token?: unknown; reconnection?: boolean }
type LoginMember = Pick<Member, 'id' | 'accountId' | 'sessionId' | 'level'>

export const createToken = ({ app }: TestHub, { accountId, sessionId, level }: LoginMember): string =>
  app.jwt.sign({ sid: sidOf(sessionId), sessionId, memberId: accountId, level })

const RECONNECTION_DELAY_MS = 50

/** Opens a socket of this member, as a browser tab does, without waiting for the connection. */
export function aSocket(
  hub: TestHub,
  member: LoginMember,
  { origin, token, reconnection = false }: Options = {},
): TestSocket {
  const socket = io(hub.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection,
    reconnectionDelay: RECONNECTION_DELAY_MS,
    reconnectionDelayMax: 200,
    auth: { sessionId: token === undefined ? createToken(hub, member) : token },
    ...(origin ? { extraHeaders: { origin } } : {}),
  })
  const received: ReceivedPush[] = []
  socket.onAny((type: string, push: object | undefined) => received.push({ type, ...push }))
  let isOver = false
  afterTest(async () => {
    isOver = true
    socket.disconnect()
  })
  // Socket.IO reconnects only lost connections; the web client also retries a rejected login.
  if (reconnection)
    socket.on('connect_error', () => {
      if (!socket.active) setTimeout(() => isOver || socket.connect(), RECONNECTION_DELAY_MS)
    })
  return Object.assign(socket, { received })
}

/** Lists the types of the received pushes, except those to all members, which other test files also publish. */
export const listReceivedTypes = (socket: TestSocket): string[] =>
  socket.received.map(({ type }) => type).filter((type) => type !== 'news:count' && type !== 'movie:changed')

export const listReceivedPushes = (socket: TestSocket, type: PushType): ReceivedPush[] =>
  socket.received.filter((push) => push.type === type)

/** Opens a socket and waits until it receives its member's pushes. */
export async function aReadySocket(hub: TestHub, member: LoginMember, options: Options = {}): Promise<TestSocket> {
  const socket = aSocket(hub, member, options)
  await eventually(() => {
    if (!socket.received.some(({ type }) => type === 'ready')) throw new Error('the socket is not ready')
  })
  return socket
}

export const waitForRejection = (socket: TestSocket): Promise<string> =>
  new Promise((resolve) => socket.once('connect_error', (error) => resolve(error.message)))

export const waitForDisconnect = (socket: TestSocket): Promise<string> =>
  new Promise((resolve) => socket.once('disconnect', (reason) => resolve(reason)))

export const chatCountPush = (messages: number): UnsignedPush => ({
  type: 'chat:count',
  count: { chats: 1, messages, invites: 0 },
})

/** Publishes a marker push, and waits for it at the socket: all earlier pushes to the member have then arrived, too. */
export async function waitForPushes(ctx: OwnedCtx, socket: TestSocket, member: LoginMember): Promise<void> {
  const marker = chatCountPush(randomInt(1e9))
  await publish(ctx.redis, [{ to: [member.id], push: marker }])
  await eventually(() => {
    if (!socket.received.some((push) => JSON.stringify(push) === JSON.stringify(marker)))
      throw new Error('the marker has not arrived')
  })
}

/** Counts the hubs that are subscribed to this member's channel. */
export async function countSubscribedHubs(ctx: OwnedCtx, member: LoginMember): Promise<number> {
  const [hubs = 0] = await countSubscribers(ctx.redis, [memberChannel(member.id)])
  return hubs
}

type PresenceEntry = { userName: string; online: boolean; at: string | null }

export const listReportedPresence = (socket: TestSocket): PresenceEntry[] =>
  listReceivedPushes(socket, 'presence').flatMap(({ members }) => members as PresenceEntry[])

/** Returns the last reported presence of a member, undefined without any report. */
export const findReportedPresence = (socket: TestSocket, { userName }: { userName: string }): boolean | undefined =>
  listReportedPresence(socket).findLast((entry) => entry.userName === userName)?.online

export const expectPresence = (socket: TestSocket, member: { userName: string }, online: boolean | undefined) =>
  eventually(() => expect(findReportedPresence(socket, member)).toBe(online))
