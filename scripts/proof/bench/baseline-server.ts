// The baseline of the benchmark, which starts it: runs the statements recorded from the product with fastify, pg and
// ioredis, and nothing else: no session, no checks, no schemas. Like the product, it publishes the outbox rows of a
// message and then deletes them.
import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import { Redis } from 'ioredis'
import pg from 'pg'
import { fillParameters, type Sample, type Statement } from './statements.ts'

type Body = Pick<Sample, 'text' | 'clientId'>

/** The interval at which published outbox rows are deleted, as in the product. */
const REMOVAL_INTERVAL_MS = 50

const statements: Record<string, Statement[]> = JSON.parse(readFileSync(String(process.env.STATEMENTS), 'utf8'))
const pool = new pg.Pool({ connectionString: String(process.env.DATABASE_URL), max: 10 })
const redis = new Redis(String(process.env.REDIS_URL), { enableAutoPipelining: true })
const app = fastify()

/** Runs the recorded statements of a request with this request's values, and returns the rows of each. */
async function run(name: string, values: Partial<Sample>): Promise<unknown[][]> {
  const results: unknown[][] = []
  for (const [index, statement] of (statements[name] ?? []).entries()) {
    const query = { name: `${name}-${index}`, text: statement.text, values: fillParameters(statement, values) }
    const { rows } = await pool.query(query)
    results.push(rows)
  }
  if (results.every(({ length }) => length === 0)) throw new Error(`${name} returned no rows.`)
  return results
}

type OutboxRow = { id: string; payload: { to?: string[]; group?: string; push: unknown } }

let publishedIds: string[] = []

async function publish(outboxRows: OutboxRow[]): Promise<void> {
  const pushes = outboxRows.map(({ payload: { to, group, push } }) => [to?.[0] ?? group, JSON.stringify(push)] as const)
  await Promise.all(pushes.map(([room, push]) => redis.publish(`baseline:${room}`, push)))
  publishedIds.push(...outboxRows.map(({ id }) => id))
}

setInterval(() => {
  if (publishedIds.length > 0) void pool.query('delete from outbox where id = any($1::bigint[])', [publishedIds])
  publishedIds = []
}, REMOVAL_INTERVAL_MS)

/** Sends a message and returns one of its outbox rows, which is about as large as the product's response. */
async function send(values: Partial<Sample>): Promise<unknown> {
  const [outboxRows = []] = (await run('send', values)) as OutboxRow[][]
  void publish(outboxRows)
  return outboxRows[0]
}

app.get<{ Params: { name: string; member: string } }>('/read/:name/:member', ({ params }) => run(params.name, params))
app.get<{ Params: { name: string; member: string; chat: string } }>('/read/:name/:member/:chat', ({ params }) =>
  run(params.name, params),
)
app.post<{ Params: { member: string; chat: string }; Body: Body }>('/send/:member/:chat', ({ params, body }) =>
  send({ ...params, ...body }),
)

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
