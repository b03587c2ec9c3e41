import { randomInt } from 'node:crypto'
import type { Push } from '@app/contract/pushes'
import { createContext, type Member, type OwnedCtx } from '@app/server/context'
import { memberChannel, publish } from '@app/server/pushes'
import { countListeners } from '@app/server/redis-commands'
import { afterwards, asOwner, testContext } from '@app/server/testing'
import { sidOf } from '@app/server/testing-members'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { io, type Socket } from 'socket.io-client'
import { expect, vi } from 'vitest'
import { createHub } from './hub.ts'
import type { Pace } from './presence/presence.ts'

// A busy machine may take its time; what is waited for comes in a moment otherwise.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })
export const eventually = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 20_000 })

/** The clock of presence in tests. */
export const SWIFT: Pace = { tick: 30, refresh: 60, note: 60, review: 60_000, lifetime: 400 }

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
  { redisUrl, pace = SWIFT }: { redisUrl?: string; pace?: Pace } = {},
): Promise<TestHub> {
  const own = redisUrl
    ? createContext({ ...ctx.config, redisUrl }, { service: 'hub', connections: 2, now: ctx.now })
    : ctx
  const app = await createHub(own, pace)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  afterwards(async () => {
    await app.close()
    if (own !== ctx) await own.close()
  })
  await eventually(async () => {
    if ((await app.inject('/ready')).statusCode !== 200) throw new Error('the hub is not ready')
  })
  return { app, url }
}

type Heard = { type: string } & Record<string, unknown>
export type TestSocket = Socket & { heard: Heard[] }

type Wishes = { origin?: string; token?: unknown; reconnection?: boolean }
type LoggedIn = Pick<Member, 'id' | 'accountId' | 'sessionId' | 'level'>

export const tokenOf = ({ app }: TestHub, { accountId, sessionId, level }: LoggedIn): string =>
  app.jwt.sign({ sid: sidOf(sessionId), sessionId, memberId: accountId, level })

/** A browser tab of this member, wherever its connection stands. */
export function aSocket(
  hub: TestHub,
  member: LoggedIn,
  { origin, token, reconnection = false }: Wishes = {},
): TestSocket {
  const socket = io(hub.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection,
    reconnectionDelay: 50,
    reconnectionDelayMax: 200,
    auth: { sessionId: token === undefined ? tokenOf(hub, member) : token },
    ...(origin ? { extraHeaders: { origin } } : {}),
  })
  const heard: Heard[] = []
  socket.onAny((type: string, push: object | undefined) => heard.push({ type, ...push }))
  afterwards(async () => socket.disconnect())
  return Object.assign(socket, { heard })
}

export const pushesOf = (socket: TestSocket, type: Push['type']): Heard[] =>
  socket.heard.filter((heard) => heard.type === type)

/** A tab that hears its member's pushes. */
export async function aReadySocket(hub: TestHub, member: LoggedIn, wishes: Wishes = {}): Promise<TestSocket> {
  const socket = aSocket(hub, member, wishes)
  await eventually(() => {
    if (!socket.heard.some(({ type }) => type === 'ready')) throw new Error('the socket is not ready')
  })
  return socket
}

export const refusalOf = (socket: TestSocket): Promise<string> =>
  new Promise((resolve) => socket.once('connect_error', (error) => resolve(error.message)))

export const endOf = (socket: TestSocket): Promise<string> =>
  new Promise((resolve) => socket.once('disconnect', (reason) => resolve(reason)))

export const count = (messages: number): Push => ({ type: 'chat:count', count: { chats: 1, messages, invites: 0 } })

/** Sends a push and waits until the socket has it; whatever was sent to it before has then arrived, too. */
export async function settle(ctx: OwnedCtx, socket: TestSocket, member: LoggedIn): Promise<void> {
  const mark = count(randomInt(1e9))
  await publish(ctx.redis, [{ to: [member.id], push: mark }])
  await eventually(() => {
    if (!socket.heard.some((heard) => JSON.stringify(heard) === JSON.stringify(mark))) throw new Error('not yet')
  })
}

/** How many hubs hear this member. */
export async function hubsHearing(ctx: OwnedCtx, member: LoggedIn): Promise<number> {
  const [hubs = 0] = await countListeners(ctx.redis, [memberChannel(member.id)])
  return hubs
}

type Entry = { userName: string; online: boolean; at: string | null }

export const entries = (socket: TestSocket): Entry[] =>
  pushesOf(socket, 'presence').flatMap(({ members }) => members as Entry[])

/** What the socket has last been told of a member. */
export const stateOf = (socket: TestSocket, { userName }: { userName: string }): boolean | undefined =>
  entries(socket).findLast((entry) => entry.userName === userName)?.online

export const seen = (socket: TestSocket, member: { userName: string }, online: boolean | undefined) =>
  eventually(() => expect(stateOf(socket, member)).toBe(online))
