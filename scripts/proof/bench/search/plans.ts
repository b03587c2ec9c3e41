import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { OwnStack } from '../../common/own-stack.ts'
import { captureStatements } from '../record-statements.ts'
import { type Sample, type Statement, valuesFor } from '../statements.ts'
import type { Caller } from '../world.ts'
import { requestSearch } from './measure.ts'
import type { Kind } from './search-kinds.ts'

/** Prints PostgreSQL's query plan of a statement. */
export async function printStatement(pool: pg.Pool, what: string, statement: Statement, sample: Sample): Promise<void> {
  const text = `explain (analyze, costs off, timing off, buffers off) ${statement.text}`
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(text, valuesFor(statement, sample))
  console.log(`\n  ${what}\n${rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n')}`)
}

/** Records the statements that the product runs for a search of this kind. */
export const captureSearchStatements = (pool: pg.Pool, stack: OwnStack, { id, token }: Caller, { nextSearch }: Kind) =>
  captureStatements(pool, stack, {
    about: 'member',
    sample: () => ({ member: id, chat: randomUUID(), text: randomUUID(), clientId: randomUUID() }),
    call: () => requestSearch(stack.url, token, nextSearch()),
  })
