import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { OwnStack } from '../../common/own-stack.ts'
import type { Bench } from '../bench.ts'
import { bearer, post } from '../calls.ts'
import { connectAll } from '../delivery.ts'
import { alternate, type Figure, median, percentile } from '../figures.ts'
import { startBareHub, startBareServer, startGateway, startHub } from '../processes.ts'
import { captureStatements } from '../record-statements.ts'
import type { Caller } from '../world.ts'
import { type FanOut, type GroupTarget, timeFanOut } from './fan-out.ts'
import { fillGroup } from './fill.ts'

const MESSAGE_TEXT = 'Vem kommer på torsdag? Jag tar med kaffe och bullar.'
/** Member ids up to this one may equal another parameter of a statement, such as a limit. */
const SMALL_ID_MAX = 100

/** Records the statements of a group message for the bare server, which only knows chats. */
async function recordSendStatements(pool: pg.Pool, stack: OwnStack, writer: Caller, chat: string): Promise<string> {
  const send = await captureStatements(pool, stack, {
    about: 'chat',
    sample: () => ({ member: writer.id, chat, text: 'Ett meddelande som prov', clientId: randomUUID() }),
    call: ({ text, clientId }) =>
      post(`${stack.url}/api/v2/groups/${chat}/messages`, { message: text, clientId }, bearer(writer.token)),
  })
  const file = join(stack.folder, 'group-statements.json')
  writeFileSync(file, JSON.stringify({ send }))
  return file
}

async function startServers(stack: OwnStack, statements: string) {
  const [gateway, hub] = [await startGateway(stack), await startHub(stack)]
  const [bareServer, bareHub] = [await startBareServer(stack, statements), await startBareHub(stack)]
  return { gateway, hub, bareServer, bareHub }
}

type Servers = Awaited<ReturnType<typeof startServers>>

const targetsOf = (
  { gateway, hub, bareServer, bareHub }: Servers,
  groupId: string,
): Record<'ours' | 'bare', GroupTarget> => ({
  ours: {
    hubUrl: hub.url,
    tokenOf: ({ token }) => token,
    send: ({ token }, clientId) =>
      post(`${gateway.url}/api/v2/groups/${groupId}/messages`, { message: MESSAGE_TEXT, clientId }, bearer(token)),
    event: 'group:message',
  },
  bare: {
    hubUrl: bareHub.url,
    // One room and one push for all members.
    tokenOf: () => groupId,
    send: ({ id }, clientId) => post(`${bareServer.url}/send/${id}/${groupId}`, { text: MESSAGE_TEXT, clientId }),
    event: 'chat:message',
  },
})

async function measure(
  target: GroupTarget,
  callers: Caller[],
  rate: { perSecond: number; seconds: number },
): Promise<FanOut> {
  const { sockets, close } = await connectAll(target, callers)
  await timeFanOut(target, sockets, callers, { ...rate, seconds: 1 })
  const fanOut = await timeFanOut(target, sockets, callers, rate)
  close()
  if (fanOut.lost > 0) throw new Error(`${fanOut.lost} messages did not reach all members.`)
  return fanOut
}

/**
 * Measures a group with all members, some of them connected: response time, and time until the last socket has the
 * message.
 */
export async function compareGroups({ stack, pool, world, options }: Bench): Promise<Figure[]> {
  const { everybody, callers: all } = world
  const { groupMessagesPerSecond: perSecond, groupSockets, rounds, seconds } = options
  const groupId = await fillGroup(
    pool,
    everybody.map(({ id }) => id),
  )
  const callers = all.slice(-groupSockets)
  const writer = callers.find(({ id }) => Number(id) > SMALL_ID_MAX)
  if (!writer) throw new Error('There are too few members.')
  const statements = await recordSendStatements(pool, stack, writer, groupId)
  // The worker would deliver the rows that the bare server leaves in the outbox.
  const worker = stack.findProcessId('worker')
  process.kill(worker, 'SIGSTOP')
  const servers = await startServers(stack, statements)
  const targets = targetsOf(servers, groupId)
  const results = await alternate(
    rounds,
    () => measure(targets.ours, callers, { perSecond, seconds }),
    () => measure(targets.bare, callers, { perSecond, seconds }),
  )
  for (const server of Object.values(servers)) await server.stop()
  await pool.query('truncate outbox')
  process.kill(worker, 'SIGCONT')
  const of = (kind: 'calls' | 'last', share: number) => ({
    ours: median(results.ours.map((fanOut) => percentile(fanOut[kind], share))),
    bare: median(results.bare.map((fanOut) => percentile(fanOut[kind], share))),
  })
  const to = `group of ${everybody.length.toLocaleString('en')}, ${callers.length} connected, ${perSecond}/s`
  return [0.5, 0.99].flatMap((share) => [
    { what: `message to ${to}, answer, p${share * 100}`, unit: 'ms', ...of('calls', share) },
    { what: `message to ${to}, last receiver, p${share * 100}`, unit: 'ms', ...of('last', share) },
  ])
}
