import pg from 'pg'
import { step } from '../../stack/progress.mjs'
import { type IsolatedStack, startIsolatedStack } from '../common/isolated-stack.ts'
import { measureBlocks } from './blocks/run.ts'
import { compareChats } from './chats/run.ts'
import type { BenchContext } from './context.ts'
import { compareDigests } from './digests/run.ts'
import { compareFeeds } from './feed/run.ts'
import { compareGroups } from './groups/run.ts'
import { insertRelations } from './insert-relations.ts'
import { compareLists } from './lists/run.ts'
import type { Measurement } from './measurements.ts'
import { measureMessageSearch } from './messages/run.ts'
import { compareNotifications } from './notifications/run.ts'
import type { BenchOptions, Part } from './options.ts'
import { measurePages } from './pages/run.ts'
import { comparePhotos } from './photos/run.ts'
import { compareSafety } from './safety/run.ts'
import { compareSearch } from './search/run.ts'
import { fillWorld, logInCallers, type World } from './world.ts'

/** PostgreSQL settings for millions of rows on a small machine. None of them makes the database less durable. */
const POSTGRES_SETTINGS = [
  'shared_buffers=1GB',
  'max_wal_size=4GB',
  'maintenance_work_mem=512MB',
  'max_connections=200',
  // Logs the values of statements too, because all members of this database are fictional.
  'log_error_verbosity=default',
]

async function populate(pool: pg.Pool, stack: IsolatedStack, options: BenchOptions): Promise<World> {
  const { members, chatsEach, messagesEach, callers, sockets, memorySockets } = options
  const total = (members * chatsEach * messagesEach) / 2
  const inserted = await step(`${total.toLocaleString('en')} messages`, () => fillWorld(pool, options))
  const withSession = inserted.slice(0, Math.max(callers, sockets, memorySockets))
  return { members: inserted, callers: await step('Logins', () => logInCallers(pool, stack.url, withSession)) }
}

type Measure = (bench: BenchContext) => Promise<Measurement[]>

/** Inserts profile photos, grants, notes and ignored members before a part whose queries read them. */
const withRelations =
  (measure: Measure): Measure =>
  async (bench) => {
    await step('photos, notes and ignored members', () => insertRelations(bench.pool))
    return measure(bench)
  }

const MEASURE: Record<Part, Measure> = {
  pages: measurePages,
  groups: withRelations((bench) => step('groups', () => compareGroups(bench))),
  chats: withRelations(compareChats),
  notifications: compareNotifications,
  lists: withRelations(compareLists),
  feed: withRelations(compareFeeds),
  photos: (bench) => step('photos', () => comparePhotos(bench)),
  digests: (bench) => step('digests', () => compareDigests(bench)),
  safety: withRelations(compareSafety),
  blocks: measureBlocks,
  messages: measureMessageSearch,
  search: compareSearch,
}

/** Measures parts on one stack, calls `onMeasurements` after each, and returns the errors that the services logged. */
export async function runBench(
  parts: readonly Part[],
  options: BenchOptions,
  onMeasurements: (part: Part, measurements: Measurement[]) => void,
): Promise<string[]> {
  const web = parts.includes('chats') || parts.includes('pages')
  const stack = await step('Isolated stack', () => startIsolatedStack({ postgresSettings: POSTGRES_SETTINGS, web }))
  const pool = new pg.Pool({ connectionString: stack.databaseUrl, max: 2 })
  try {
    const world = await populate(pool, stack, options)
    for (const part of parts) onMeasurements(part, await MEASURE[part]({ stack, pool, world, options }))
    return stack.errorLines
  } finally {
    await pool.end()
  }
}
