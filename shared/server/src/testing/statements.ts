import pg from 'pg'
import { vi } from 'vitest'

const TRANSACTION = /^(?:begin|commit|rollback|start transaction|savepoint|release)\b/i

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: string } | null)?.text ?? '')

/** Returns the SQL that runs during `work`, in order, without the statements that begin and end transactions. */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.map(([first]) => textOf(first)).filter((text) => !TRANSACTION.test(text))
  } finally {
    query.mockRestore()
  }
}
