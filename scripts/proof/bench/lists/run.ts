import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { step } from '../../../stack/progress.mjs'
import type { Bench } from '../bench.ts'
import { bearer, post, read } from '../calls.ts'
import { type Call, compareCall } from '../compare-calls.ts'
import type { Figure } from '../figures.ts'
import { startBareServer, startGateway } from '../processes.ts'
import { captureStatements } from '../record-statements.ts'
import { printStatement } from '../search/plans.ts'
import type { Statement } from '../statements.ts'
import { fillLists } from './fill.ts'

/** Member ids up to this one may equal another parameter of a statement, such as a limit. */
const SMALL_ID_MAX = 100

/** A list to request, with POST if it has a body. */
export type List = { what: string; path: string; body?: object }

function listsAmong(count: number): List[] {
  const among = (things: string) => `among ${count.toLocaleString('en')} ${things}`
  return [
    { what: `group list ${among('groups')}`, path: '/groups' },
    { what: `groups to join ${among('groups')}`, path: '/groups/can-join' },
    { what: `event list ${among('events')}`, path: '/events' },
    { what: `public events ${among('events')}`, path: '/events/public' },
    { what: `older public events ${among('events')}`, path: '/events/public?older=true' },
  ]
}

const CALLERS = 500

/** Records the statements of a list for the bare server. */
async function recordListStatements(
  { what, path, body }: List,
  { stack, pool, world, options }: Bench,
): Promise<Statement[]> {
  const caller = world.callers.find(({ id }) => Number(id) > SMALL_ID_MAX)
  if (!caller) throw new Error('There are too few members.')
  const [address, headers] = [`${stack.url}/api/v2${path}`, bearer(caller.token)]
  const sample = () => ({ member: caller.id, chat: randomUUID(), text: randomUUID(), clientId: randomUUID() })
  const call = () => (body ? post(address, body, headers) : read(address, headers))
  const statements = await captureStatements(pool, stack, { about: 'member', sample, call })
  if (options.plans) for (const statement of statements) await printStatement(pool, what, statement, sample())
  return statements
}

const createCall = ({ what, path, body }: List, number: number): Call => ({
  what,
  ours: {
    hasBody: body !== undefined,
    createRequest: ({ token }) => ({
      method: body ? 'POST' : 'GET',
      path: `/api/v2${path}`,
      headers: bearer(token),
      ...(body ? { body } : {}),
    }),
  },
  bare: { hasBody: false, createRequest: ({ id }) => ({ method: 'GET', path: `/read/${number}/${id}` }) },
})

/** Measures lists, compared with a server that only runs the same queries. */
export async function measureLists(bench: Bench, lists: List[]): Promise<Figure[]> {
  const { stack, world, options } = bench
  const callers = world.callers.slice(0, CALLERS)
  const statements: Statement[][] = []
  for (const list of lists) statements.push(await recordListStatements(list, bench))
  const file = join(stack.folder, 'list-statements.json')
  writeFileSync(file, JSON.stringify({ ...statements }))
  const [gateway, server] = [await startGateway(stack), await startBareServer(stack, file)]
  const urls = { ours: gateway.url, bare: server.url }
  const figures: Figure[] = []
  for (const [number, list] of lists.entries())
    figures.push(...(await step(list.what, () => compareCall(createCall(list, number), { urls, callers, options }))))
  for (const each of [gateway, server]) await each.stop()
  return figures
}

export async function compareLists(bench: Bench): Promise<Figure[]> {
  const { pool, options } = bench
  const count = options.groups
  await step(`${count.toLocaleString('en')} groups and as many events`, () => fillLists(pool, count))
  return measureLists(bench, listsAmong(count))
}
