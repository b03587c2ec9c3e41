// Runs the same statements with fastify, pg and ioredis, and nothing else: no session, no checks, no schemas. Like the
// product, it publishes the outbox rows of a message and then deletes them. Started by the bench.
import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import { Redis } from 'ioredis'
import pg from 'pg'
import { type Sample, type Statement, valuesFor } from './statements.ts'

type Body = Pick<Sample, 'text' | 'clientId'>

/** Milliseconds; the product uses the same interval. */
const REMOVAL_INTERVAL = 50

const statements: Record<string, Statement[]> = JSON.parse(readFileSync(String(process.env.STATEMENTS), 'utf8'))
const pool = new pg.Pool({ connectionString: String(process.env.DATABASE_URL), max: 10 })
const redis = new Redis(String(process.env.REDIS_URL), { enableAutoPipelining: true })
const app = fastify()

async function run(name: string, call: Partial<Sample>): Promise<unknown[][]> {
  const answers: unknown[][] = []
  for (const [index, statement] of (statements[name] ?? []).entries()) {
    const query = { name: `${name}-${index}`, text: statement.text, values: valuesFor(statement, call) }
    const { rows } = await pool.query(query)
    answers.push(rows)
  }
  if (answers.every(({ length }) => length === 0)) throw new Error(`${name} returned no rows.`)
  return answers
}

type OutboxRow = { id: string; payload: { to?: string[]; group?: string; push: unknown } }

let delivered: string[] = []

async function publish(outboxRows: OutboxRow[]): Promise<void> {
  const texts = outboxRows.map(({ payload: { to, group, push } }) => [to?.[0] ?? group, JSON.stringify(push)] as const)
  await Promise.all(texts.map(([room, text]) => redis.publish(`bare:${room}`, text)))
  delivered.push(...outboxRows.map(({ id }) => id))
}

setInterval(() => {
  if (delivered.length > 0) void pool.query('delete from outbox where id = any($1::bigint[])', [delivered])
  delivered = []
}, REMOVAL_INTERVAL)

/** Responds with one of the returned rows, which is about as large as the product's response. */
async function send(call: Partial<Sample>): Promise<unknown> {
  const [outboxRows = []] = (await run('send', call)) as OutboxRow[][]
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
