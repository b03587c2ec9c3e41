// The baseline of the benchmarks of searches and reports, which start it: runs the statement in each request's body with
// fastify and pg, and nothing else.
import { fastify } from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: String(process.env.DATABASE_URL), max: 10 })
const app = fastify()

app.post<{ Body: { text: string; values: unknown[] } }>('/', async ({ body }) => (await pool.query(body)).rows)

await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
