import { join } from 'node:path'
import type pg from 'pg'
import type { OwnStack } from '../../proving/own-stack.ts'
import { type Sample, type Statement, valuesFor, watchStatements } from '../statements.ts'
import type { Caller } from '../world.ts'
import { askProduct } from './measure.ts'
import type { Kind } from './wishes.ts'

const ATTEMPTS = 10

/** How PostgreSQL goes about a statement. */
export async function printStatement(pool: pg.Pool, what: string, statement: Statement, sample: Sample): Promise<void> {
  const text = `explain (analyze, costs off, timing off, buffers off) ${statement.text}`
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(text, valuesFor(statement, sample))
  console.log(`\n  ${what}\n${rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n')}`)
}

/** How PostgreSQL goes about what the product asks it for a search of this kind. */
export async function printPlan(pool: pg.Pool, stack: OwnStack, { id, token }: Caller, { what, draw }: Kind) {
  const sample = { member: id, chat: '', text: '', clientId: '' }
  const logFile = join(stack.folder, 'logs/postgres.log')
  const call = () => askProduct(stack.url, token, draw())
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const statement = (await watchStatements(pool, logFile, { sample, about: 'member', call }))[0]
    if (!statement) continue
    return printStatement(pool, what, statement, sample)
  }
  throw new Error('PostgreSQL does not log what the product asks for.')
}
