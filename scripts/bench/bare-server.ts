// The same statements behind fastify and pg, and nothing else: no session, no checks, no schemas. Started by the bench.
import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'
import { Redis } from 'ioredis'
import pg from 'pg'
import { type Sample, type Statement, valuesFor } from './statements.ts'

type Known = { send: Statement[]; list: Statement[]; page: Statement[] }
type Body = Pick<Sample, 'text' | 'clientId'>

const statements: Known = JSON.parse(readFileSync(String(process.env.STATEMENTS), 'utf8'))
const pool = new pg.Pool({ connectionString: String(process.env.DATABASE_URL), max: 10 })
const redis = new Redis(String(process.env.REDIS_URL))
const app = fastify()

async function run(name: keyof Known, call: Partial<Sample>): Promise<unknown[][]> {
  const answers: unknown[][] = []
  for (const [index, statement] of statements[name].entries()) {
    const query = { name: `${name}-${index}`, text: statement.text, values: valuesFor(statement, call) }
    const { rows } = await pool.query(query)
    if (rows.length === 0) throw new Error(`${query.name} has found nothing.`)
    answers.push(rows)
  }
  return answers
}

/** One of the rows that it gives back, which is about what the product answers. */
async function send(call: Partial<Sample>): Promise<unknown> {
  const [rows] = await run('send', call)
  return rows?.[0]
}

app.get<{ Params: { member: string } }>('/list/:member', ({ params }) => run('list', params))
app.get<{ Params: { member: string; chat: string } }>('/page/:member/:chat', ({ params }) => run('page', params))
app.post<{ Params: { member: string; chat: string }; Body: Body }>('/send/:member/:chat', ({ params, body }) =>
  send({ ...params, ...body }),
)
app.post<{ Params: { member: string; chat: string; to: string }; Body: Body }>(
  '/tell/:member/:chat/:to',
  async ({ params, body }) => {
    const answer = await send({ ...params, ...body })
    void redis.publish('bare', JSON.stringify({ to: params.to, push: answer }))
    return answer
  },
)

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
