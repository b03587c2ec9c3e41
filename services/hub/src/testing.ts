import { randomInt } from 'node:crypto'
import type { Push } from '@app/contract/pushes'
import { createContext, type Member, type OwnedCtx } from '@app/server/context'
import { memberChannel, publish } from '@app/server/pushes'
import { countSubscribers } from '@app/server/redis-commands'
import { afterTest, asOwner, testContext } from '@app/server/testing'
import { sidOf } from '@app/server/testing-members'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { expect, vi } from 'vitest'
import { createHub } from './hub.ts'
import type { Timings } from './presence/presence.ts'

// A busy machine may take its time; what is waited for comes in a moment otherwise.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })
export const eventually = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 20_000 })

/** The clock of presence in tests. */
export const FAST_TIMINGS: Timings = { tick: 30, refresh: 60, sample: 60, review: 60_000, lifetime: 400 }

/** Member ids of its own: all test files share one Redis, and its channels and keys are named after them. */
export async function hubContext(settings: Record<string, string> = {}): Promise<OwnedCtx> {
  const ctx = await testContext({ settings })
  await asOwner(ctx.db, sql`alter table members alter column id restart with ${sql.lit(randomInt(1e6, 2 ** 47))}`)
  return ctx
}

export type TestHub = { app: FastifyInstance; url: string }

/** A hub that listens; the clock of presence runs fast. Given another address of Redis it has connections of its own. */
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

/** A browser tab of this member, wherever its connection stands. */
export function aSocket(
  hub: TestHub,
  member: LoginMember,
  { origin, token, reconnection = false }: Options = {},
): TestSocket {
  const socket = io(hub.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    auth: { sessionId: token === undefined ? createToken(hub, member) : token },
    ...(origin ? { extraHeaders: { origin } } : {}),
  })
  const received: ReceivedPush[] = []
  socket.onAny((type: string, push: object | undefined) => received.push({ type, ...push }))
  afterTest(async () => socket.disconnect())
  return Object.assign(socket, { received })
}

export const pushesOf = (socket: TestSocket, type: Push['type']): ReceivedPush[] =>
  socket.received.filter((push) => push.type === type)

/** A tab that hears its member's pushes. */
export async function aReadySocket(hub: TestHub, member: LoginMember, options: Options = {}): Promise<TestSocket> {
  const socket = aSocket(hub, member, options)
  await eventually(() => {
    if (!socket.received.some(({ type }) => type === 'ready')) throw new Error('the socket is not ready')
  })
  return socket
}

export const waitForRefusal = (socket: TestSocket): Promise<string> =>
  new Promise((resolve) => socket.once('connect_error', (error) => resolve(error.message)))

export const waitForDisconnect = (socket: TestSocket): Promise<string> =>
  new Promise((resolve) => socket.once('disconnect', (reason) => resolve(reason)))

export const count = (messages: number): Push => ({ type: 'chat:count', count: { chats: 1, messages, invites: 0 } })

/** Sends a push and waits until the socket has it; whatever was sent to it before has then arrived, too. */
export async function waitForPushes(ctx: OwnedCtx, socket: TestSocket, member: LoginMember): Promise<void> {
  const marker = count(randomInt(1e9))
  await publish(ctx.redis, [{ to: [member.id], push: marker }])
  await eventually(() => {
    if (!socket.received.some((push) => JSON.stringify(push) === JSON.stringify(marker))) throw new Error('not yet')
  })
}

/** How many hubs hear this member. */
export async function countSubscribedHubs(ctx: OwnedCtx, member: LoginMember): Promise<number> {
  const [hubs = 0] = await countSubscribers(ctx.redis, [memberChannel(member.id)])
  return hubs
}

type PresenceEntry = { userName: string; online: boolean; at: string | null }

export const presenceEntries = (socket: TestSocket): PresenceEntry[] =>
  pushesOf(socket, 'presence').flatMap(({ members }) => members as PresenceEntry[])

/** What the socket has last been told of a member. */
export const isShownOnline = (socket: TestSocket, { userName }: { userName: string }): boolean | undefined =>
  presenceEntries(socket).findLast((entry) => entry.userName === userName)?.online

export const expectPresence = (socket: TestSocket, member: { userName: string }, online: boolean | undefined) =>
  eventually(() => expect(isShownOnline(socket, member)).toBe(online))
