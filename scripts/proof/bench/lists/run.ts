import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { step } from '../../../stack/progress.mjs'
import { type ComparedRequest, compareRequest } from '../compare-requests.ts'
import type { BenchContext } from '../context.ts'
import { bearer, get, post } from '../http.ts'
import type { Measurement } from '../measurements.ts'
import { startBaselineServer, startGateway } from '../processes.ts'
import { captureStatements, SMALL_ID_MAX } from '../record-statements.ts'
import { printPlan } from '../search/plans.ts'
import type { Statement } from '../statements.ts'
import { fillLists } from './fill.ts'

/** A list, requested with POST if it has a body. */
export type List = { label: string; path: string; body?: object }

function createLists(count: number): List[] {
  const scope = (plural: string) => `among ${count.toLocaleString('en')} ${plural}`
  return [
    { label: `group list ${scope('groups')}`, path: '/groups' },
    { label: `groups to join ${scope('groups')}`, path: '/groups/can-join' },
    { label: `event list ${scope('events')}`, path: '/events' },
    { label: `public events ${scope('events')}`, path: '/events/public' },
    { label: `older public events ${scope('events')}`, path: '/events/public?older=true' },
  ]
}

const CALLERS = 500

/** Records the statements of a list for the baseline server. */
async function recordListStatements(
  { label, path, body }: List,
  { stack, pool, world, options }: BenchContext,
): Promise<Statement[]> {
  const caller = world.callers.find(({ id }) => Number(id) > SMALL_ID_MAX)
  if (!caller) throw new Error('There are too few members.')
  const [url, headers] = [`${stack.url}/api/v2${path}`, bearer(caller.token)]
  const createSample = () => ({ member: caller.id, chat: randomUUID(), text: randomUUID(), clientId: randomUUID() })
  const sendRequest = () => (body ? post(url, body, headers) : get(url, headers))
  const statements = await captureStatements(pool, stack, { selectBy: 'member', createSample, sendRequest })
  if (options.plans) for (const statement of statements) await printPlan(pool, label, statement, createSample())
  return statements
}

const createRequests = ({ label, path, body }: List, index: number): ComparedRequest => ({
  label,
  product: {
    hasBody: body !== undefined,
    createRequest: ({ token }) => ({
      method: body ? 'POST' : 'GET',
      path: `/api/v2${path}`,
      headers: bearer(token),
      ...(body ? { body } : {}),
    }),
  },
  baseline: { hasBody: false, createRequest: ({ id }) => ({ method: 'GET', path: `/read/${index}/${id}` }) },
})

/** Compares lists with a server that only runs the same queries. */
export async function measureLists(bench: BenchContext, lists: List[]): Promise<Measurement[]> {
  const { stack, world, options } = bench
  const callers = world.callers.slice(0, CALLERS)
  const statements: Statement[][] = []
  for (const list of lists) statements.push(await recordListStatements(list, bench))
  const file = join(stack.folder, 'list-statements.json')
  writeFileSync(file, JSON.stringify({ ...statements }))
  const [gateway, baselineServer] = [await startGateway(stack), await startBaselineServer(stack, file)]
  const urls = { product: gateway.url, baseline: baselineServer.url }
  const measurements: Measurement[] = []
  for (const [index, list] of lists.entries()) {
    const requests = createRequests(list, index)
    measurements.push(...(await step(list.label, () => compareRequest(requests, { urls, callers, options }))))
  }
  for (const server of [gateway, baselineServer]) await server.stop()
  return measurements
}

export async function compareLists(bench: BenchContext): Promise<Measurement[]> {
  const { pool, options } = bench
  const count = options.groups
  await step(`${count.toLocaleString('en')} groups and as many events`, () => fillLists(pool, count))
  return measureLists(bench, createLists(count))
}
