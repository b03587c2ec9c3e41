import pg from 'pg'
import { step } from '../../stack/progress.mjs'
import { type OwnStack, startOwnStack } from '../common/own-stack.ts'
import type { Bench } from './bench.ts'
import { compareChats } from './chats/run.ts'
import { compareDigests } from './digests/run.ts'
import { compareFeeds } from './feed/run.ts'
import type { Figure } from './figures.ts'
import { compareGroups } from './groups/run.ts'
import { insertSocialRows } from './insert-social-rows.ts'
import { compareLists } from './lists/run.ts'
import type { BenchOptions, Part } from './options.ts'
import { comparePhotos } from './photos/run.ts'
import { weighPlates } from './plates/run.ts'
import { compareSearch } from './search/run.ts'
import { fillWorld, logIn, type World } from './world.ts'

/** Settings for millions of rows on a small machine; none of them makes the database less durable. */
const POSTGRES = [
  'shared_buffers=1GB',
  'max_wal_size=4GB',
  'maintenance_work_mem=512MB',
  'max_connections=200',
  // Logs the values of statements too: all members of this database are made up.
  'log_error_verbosity=default',
]

async function populate(pool: pg.Pool, stack: OwnStack, options: BenchOptions): Promise<World> {
  const { members, chatsEach, messagesEach, callers, sockets, memorySockets } = options
  const total = (members * chatsEach * messagesEach) / 2
  const everybody = await step(`${total.toLocaleString('en')} messages`, () => fillWorld(pool, options))
  const needed = everybody.slice(0, Math.max(callers, sockets, memorySockets))
  return { everybody, callers: await step('Logins', () => logIn(pool, stack.url, needed)) }
}

type Measure = (bench: Bench) => Promise<Figure[]>

/** For parts whose queries read more than the names of members. */
const withSocialRows =
  (measure: Measure): Measure =>
  async (bench) => {
    await step('photos, notes and ignored members', () => insertSocialRows(bench.pool))
    return measure(bench)
  }

const MEASURES: Record<Part, Measure> = {
  plates: weighPlates,
  groups: withSocialRows((bench) => step('groups', () => compareGroups(bench))),
  chats: withSocialRows(compareChats),
  lists: withSocialRows(compareLists),
  feed: withSocialRows(compareFeeds),
  photos: (bench) => step('photos', () => comparePhotos(bench)),
  digests: (bench) => step('digests', () => compareDigests(bench)),
  search: compareSearch,
}

/** Measures these parts on one stack and hands over the figures of each; returns the errors that services logged. */
export async function runBench(
  parts: readonly Part[],
  options: BenchOptions,
  onFigures: (part: Part, figures: Figure[]) => void,
): Promise<string[]> {
  const web = parts.includes('chats') || parts.includes('plates')
  const stack = await step('Separate stack', () => startOwnStack({ postgres: POSTGRES, web }))
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 })
  try {
    const world = await populate(pool, stack, options)
    for (const part of parts) onFigures(part, await MEASURES[part]({ stack, pool, world, options }))
    return stack.complaints
  } finally {
    await pool.end()
  }
}
