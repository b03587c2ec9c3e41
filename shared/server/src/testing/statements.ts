import pg from 'pg'
import { vi } from 'vitest'

const TRANSACTION_CONTROL = /^(?:begin|commit|rollback|start transaction|savepoint|release)\b/i

const getText = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: string } | null)?.text ?? '')

/**
 * Runs `work` and returns the SQL statements that the process executed meanwhile, without those that control
 * transactions and savepoints.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return query.mock.calls.map(([statement]) => getText(statement)).filter((text) => !TRANSACTION_CONTROL.test(text))
  } finally {
    query.mockRestore()
  }
}
