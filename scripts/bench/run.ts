import pg from 'pg'
import type { ProofMember } from '../proving/members.ts'
import { type OwnStack, startOwnStack } from '../proving/own-stack.ts'
import { step } from '../stack/say.mjs'
import { CALLS, compareCall } from './compare-calls.ts'
import { compareDelivery } from './compare-delivery.ts'
import { compareDigests } from './digests/run.ts'
import { compareFeeds } from './feed/run.ts'
import type { Figure } from './figures.ts'
import { compareGroups } from './groups/run.ts'
import { compareLists } from './lists/run.ts'
import { socketMemory } from './memory.ts'
import { noteStatements } from './note-statements.ts'
import type { BenchOptions, Part } from './options.ts'
import { comparePhotos } from './photos/run.ts'
import { weighPlates } from './plates/run.ts'
import { startBareHub, startBareSearch, startBareServer, startGateway, startHub } from './processes.ts'
import { compareSearch } from './search/run.ts'
import { webSizes } from './web-sizes.ts'
import { type Caller, fillWorld, logIn } from './world.ts'

/** For millions of rows on a small machine; nothing here makes the database forgetful. */
const POSTGRES = [
  'shared_buffers=1GB',
  'max_wal_size=4GB',
  'maintenance_work_mem=512MB',
  'max_connections=200',
  // With the values of statements, of which all members here are made up.
  'log_error_verbosity=default',
]
const MEMORY_ROUNDS = 3
const SEARCHERS = 50

async function populate(pool: pg.Pool, stack: OwnStack, options: BenchOptions) {
  const { members, chatsEach, messagesEach, callers, sockets, memorySockets } = options
  const total = (members * chatsEach * messagesEach) / 2
  const everybody = await step(`${total.toLocaleString('en')} messages`, () => fillWorld(pool, options))
  const needed = everybody.slice(0, Math.max(callers, sockets, memorySockets))
  return { everybody, callers: await step('Logins', () => logIn(pool, stack.url, needed)) }
}

async function measure(
  pool: pg.Pool,
  stack: OwnStack,
  { everybody, callers }: { everybody: ProofMember[]; callers: Caller[] },
  options: BenchOptions,
): Promise<Figure[]> {
  const statements = await noteStatements(pool, stack, callers)
  const gateway = await startGateway(stack)
  const hub = await startHub(stack)
  const bareServer = await startBareServer(stack, statements)
  const bareHub = await startBareHub(stack)
  const figures: Figure[] = []
  const setting = {
    urls: { ours: gateway.url, bare: bareServer.url },
    callers: callers.slice(0, options.callers),
    options,
  }
  for (const call of CALLS) figures.push(...(await step(call.what, () => compareCall(call, setting))))
  const urls = { gateway: gateway.url, hub: hub.url, bareServer: bareServer.url, bareHub: bareHub.url }
  const connected = callers.slice(0, options.sockets)
  figures.push(...(await step('send to receive', () => compareDelivery(urls, pool, connected, options))))
  for (const server of [gateway, hub, bareServer, bareHub]) await server.stop()
  const many = callers.slice(0, options.memorySockets)
  const start = { ours: () => startHub(stack), bare: () => startBareHub(stack) }
  const rounds = Math.min(options.rounds, MEMORY_ROUNDS)
  figures.push(...(await step('memory of the hub', () => socketMemory(many, rounds, start))))
  figures.push(...(await step('scripts of the pages', () => webSizes(stack.url, everybody[0]))))
  return figures
}

/** Last of all, since so many members are in everybody's way. */
async function measureSearch(pool: pg.Pool, stack: OwnStack, callers: Caller[], options: BenchOptions) {
  const gateway = await startGateway(stack)
  const bare = await startBareSearch(stack)
  const urls = { ours: gateway.url, bare: bare.url }
  const figures = await compareSearch(pool, stack, urls, callers.slice(0, SEARCHERS), options)
  for (const server of [gateway, bare]) await server.stop()
  return figures
}

type World = Awaited<ReturnType<typeof populate>>
type Bench = { stack: OwnStack; pool: pg.Pool; world: World; options: BenchOptions }

const LISTENERS = 500

const listSetting = ({ world, ...bench }: Bench) => ({ ...bench, callers: world.callers.slice(0, LISTENERS) })

/** In this order: whoever brings many members along comes last. */
const PARTS: Record<Part, (bench: Bench) => Promise<Figure[]>> = {
  chats: ({ stack, pool, world, options }) => measure(pool, stack, world, options),
  groups: ({ stack, pool, world, options }) => step('groups', () => compareGroups(stack, pool, world, options)),
  feed: (bench) => compareFeeds(listSetting(bench)),
  lists: (bench) => compareLists(listSetting(bench)),
  plates: ({ stack, pool, world }) =>
    step('pages with pictures', () => weighPlates(pool, stack, world.everybody, world.callers)),
  photos: ({ stack, pool, world, options }) => step('photos', () => comparePhotos(stack, pool, world.callers, options)),
  digests: ({ stack, pool, options }) => step('digests', () => compareDigests(stack, pool, options)),
  search: ({ stack, pool, world, options }) => measureSearch(pool, stack, world.callers, options),
}

/** The figures of each part that is wanted. */
export async function runBench(options: BenchOptions): Promise<Map<Part, Figure[]>> {
  const wanted = (Object.keys(PARTS) as Part[]).filter((part) => !options.only || part === options.only)
  const web = wanted.includes('chats') || wanted.includes('plates')
  const stack = await step('A stack of its own', () => startOwnStack({ postgres: POSTGRES, web }))
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 })
  try {
    const world = await populate(pool, stack, options)
    const figures = new Map<Part, Figure[]>()
    for (const part of wanted) figures.set(part, await PARTS[part]({ stack, pool, world, options }))
    return figures
  } finally {
    await pool.end()
  }
}
