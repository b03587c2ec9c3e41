import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { OwnStack } from '../../proving/own-stack.ts'
import { step } from '../../stack/say.mjs'
import { bearer, post } from '../calls.ts'
import { compareCall } from '../compare-calls.ts'
import type { Figure } from '../figures.ts'
import { watchForCall } from '../note-statements.ts'
import type { BenchOptions } from '../options.ts'
import { startBareServer, startGateway } from '../processes.ts'
import { printStatement } from '../search/plans.ts'
import type { Caller } from '../world.ts'
import { fillLists } from './fill.ts'

/** The ids of members below this may stand for something else in a statement. */
const SMALL = 100

/** Asked for with a body where there is one. */
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

async function compareList(
  { what, path, body }: List,
  { stack, pool, callers, options, url }: Setting & { url: string },
): Promise<Figure[]> {
  const caller = callers.find(({ id }) => Number(id) > SMALL)
  if (!caller) throw new Error('There are too few members.')
  const headers = bearer(caller.token)
  const sample = () => ({ member: caller.id, chat: randomUUID(), text: randomUUID(), clientId: randomUUID() })
  const list = await watchForCall(pool, stack, {
    about: 'member',
    sample,
    call: async () => {
      const address = `${stack.url}/api/v2${path}`
      await (body ? post(address, body, headers) : (await fetch(address, { headers })).text())
    },
  })
  for (const statement of list) await printStatement(pool, what, statement, sample())
  const file = join(stack.folder, 'list-statements.json')
  writeFileSync(file, JSON.stringify({ list, send: [], page: [] }))
  const bare = await startBareServer(stack, file)
  const get = (target: string, more = {}) => ({ method: 'GET' as const, path: target, ...more })
  const call = {
    what,
    ours: {
      hasBody: body !== undefined,
      requestOf: ({ token }: Caller) => ({
        ...get(`/api/v2${path}`, { headers: bearer(token) }),
        ...(body ? { method: 'POST' as const, body } : {}),
      }),
    },
    bare: { hasBody: false, requestOf: ({ id }: Caller) => get(`/list/${id}`) },
  }
  const figures = await compareCall(call, { urls: { ours: url, bare: bare.url }, callers, options })
  await bare.stop()
  return figures
}

export type Setting = { stack: OwnStack; pool: pg.Pool; callers: Caller[]; options: BenchOptions }

/** Lists, beside a server that asks for the same rows and does nothing else. */
export async function measureLists(setting: Setting, lists: List[]): Promise<Figure[]> {
  const gateway = await startGateway(setting.stack)
  const figures: Figure[] = []
  for (const list of lists)
    figures.push(...(await step(list.what, () => compareList(list, { ...setting, url: gateway.url }))))
  await gateway.stop()
  return figures
}

export async function compareLists(setting: Setting): Promise<Figure[]> {
  const { pool, options } = setting
  const count = options.groups
  await step(`${count.toLocaleString('en')} groups and as many events`, () => fillLists(pool, count))
  return measureLists(setting, listsAmong(count))
}
