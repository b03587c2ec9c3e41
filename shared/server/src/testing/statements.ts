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

/** Runs `work` and returns the messages of the errors with which SQL statements of this process failed meanwhile. */
export async function recordFailedStatements(work: () => Promise<unknown>): Promise<string[]> {
  const handleError = vi.spyOn(pg.Query.prototype as unknown as { handleError: (error: Error) => void }, 'handleError')
  try {
    await work()
    return handleError.mock.calls.map(([error]) => error.message)
  } finally {
    handleError.mockRestore()
  }
}
