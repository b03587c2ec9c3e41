import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { IsolatedStack } from '../../common/isolated-stack.ts'
import { captureStatements } from '../record-statements.ts'
import { fillParameters, type Sample, type Statement } from '../statements.ts'
import type { Caller } from '../world.ts'
import { requestSearch } from './measure.ts'
import type { SearchKind } from './search-kinds.ts'

/** Prints PostgreSQL's query plan of a statement. */
export async function printPlan(pool: pg.Pool, label: string, statement: Statement, sample: Sample): Promise<void> {
  const text = `explain (analyze, costs off, timing off, buffers off) ${statement.text}`
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(text, fillParameters(statement, sample))
  console.log(`\n  ${label}\n${rows.map((row) => `    ${row['QUERY PLAN']}`).join('\n')}`)
}

/** Records the statements that the product runs for a search of this kind. */
export const captureSearchStatements = (
  pool: pg.Pool,
  stack: IsolatedStack,
  { id, token }: Caller,
  { nextSearch }: SearchKind,
) =>
  captureStatements(pool, stack, {
    selectBy: 'member',
    createSample: () => ({ member: id, chat: randomUUID(), text: randomUUID(), clientId: randomUUID() }),
    sendRequest: () => requestSearch(stack.url, token, nextSearch()),
  })
