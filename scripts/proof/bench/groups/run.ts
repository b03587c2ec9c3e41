import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { IsolatedStack } from '../../common/isolated-stack.ts'
import { median } from '../../common/median.ts'
import { whileSuspended } from '../../common/suspended.ts'
import type { BenchContext } from '../context.ts'
import { connectAll } from '../delivery.ts'
import { bearer, post } from '../http.ts'
import { alternate, type Measurement, percentile } from '../measurements.ts'
import { startBaselineHub, startBaselineServer, startGateway, startHub } from '../processes.ts'
import { captureStatements, SMALL_ID_MAX } from '../record-statements.ts'
import type { Caller } from '../world.ts'
import { type FanOut, type GroupTarget, timeFanOut } from './fan-out.ts'
import { fillGroup } from './fill.ts'

const MESSAGE_TEXT = 'Vem kommer på torsdag? Jag tar med kaffe och bullar.'

/**
 * Records the statements of a group message. The group's id replaces the chat id, because the baseline server only
 * knows chats.
 */
async function recordSendStatements(
  pool: pg.Pool,
  stack: IsolatedStack,
  writer: Caller,
  groupId: string,
): Promise<string> {
  const send = await captureStatements(pool, stack, {
    selectBy: 'chat',
    createSample: () => ({
      member: writer.id,
      chat: groupId,
      text: 'Ett meddelande som prov',
      clientId: randomUUID(),
    }),
    sendRequest: ({ text, clientId }) =>
      post(`${stack.url}/api/v2/groups/${groupId}/messages`, { message: text, clientId }, bearer(writer.token)),
  })
  const file = join(stack.folder, 'group-statements.json')
  writeFileSync(file, JSON.stringify({ send }))
  return file
}

async function startServers(stack: IsolatedStack, statementsFile: string) {
  const [gateway, hub] = [await startGateway(stack), await startHub(stack)]
  const [baselineServer, baselineHub] = [
    await startBaselineServer(stack, statementsFile),
    await startBaselineHub(stack),
  ]
  return { gateway, hub, baselineServer, baselineHub }
}

type Servers = Awaited<ReturnType<typeof startServers>>

const createTargets = (
  { gateway, hub, baselineServer, baselineHub }: Servers,
  groupId: string,
): Record<'product' | 'baseline', GroupTarget> => ({
  product: {
    hubUrl: hub.url,
    getToken: ({ token }) => token,
    send: ({ token }, clientId) =>
      post(`${gateway.url}/api/v2/groups/${groupId}/messages`, { message: MESSAGE_TEXT, clientId }, bearer(token)),
    pushType: 'group:message',
  },
  baseline: {
    hubUrl: baselineHub.url,
    // All members share one room, so the hub receives one push for all of them.
    getToken: () => groupId,
    send: ({ id }, clientId) => post(`${baselineServer.url}/send/${id}/${groupId}`, { text: MESSAGE_TEXT, clientId }),
    pushType: 'chat:message',
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
  if (fanOut.lost > 0) throw new Error(`${fanOut.lost} messages did not reach every connected member in time.`)
  return fanOut
}

/**
 * Measures messages to a group of all members, some of them connected: the response time, and the time until the last
 * socket has received the message.
 */
export async function compareGroups({ stack, pool, world, options }: BenchContext): Promise<Measurement[]> {
  const { members } = world
  const { groupMessagesPerSecond: perSecond, groupSockets, rounds, seconds } = options
  const groupId = await fillGroup(
    pool,
    members.map(({ id }) => id),
  )
  const callers = world.callers.slice(-groupSockets)
  const writer = callers.find(({ id }) => Number(id) > SMALL_ID_MAX)
  if (!writer) throw new Error(`No connected caller has an id above ${SMALL_ID_MAX}.`)
  const statementsFile = await recordSendStatements(pool, stack, writer, groupId)
  // The worker would deliver the rows that the baseline server leaves in the outbox.
  const results = await whileSuspended(stack.findProcessId('worker'), async () => {
    const servers = await startServers(stack, statementsFile)
    const targets = createTargets(servers, groupId)
    const fanOuts = await alternate(
      rounds,
      () => measure(targets.product, callers, { perSecond, seconds }),
      () => measure(targets.baseline, callers, { perSecond, seconds }),
    )
    for (const server of Object.values(servers)) await server.stop()
    await pool.query('truncate outbox')
    return fanOuts
  })
  const compare = (metric: 'responseTimes' | 'lastArrivalTimes', quantile: number) => ({
    product: median(results.product.map((fanOut) => percentile(fanOut[metric], quantile))),
    baseline: median(results.baseline.map((fanOut) => percentile(fanOut[metric], quantile))),
  })
  const scenario = `message to group of ${members.length.toLocaleString('en')}, ${callers.length} connected, ${perSecond}/s`
  return [0.5, 0.99].flatMap((quantile) => [
    { label: `${scenario}, response, p${quantile * 100}`, unit: 'ms', ...compare('responseTimes', quantile) },
    { label: `${scenario}, last recipient, p${quantile * 100}`, unit: 'ms', ...compare('lastArrivalTimes', quantile) },
  ])
}
