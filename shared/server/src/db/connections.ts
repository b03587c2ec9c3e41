import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isReadOnly } from './outages.ts'

/**
 * Returns whether a connection is usable after an error, because the database rejected only the statement. Returns false
 * for a server that has become read-only: its host name may now resolve to the new primary, which only a new connection
 * reaches.
 */
const isUsableAfter = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code?.startsWith('57P') === false && !isReadOnly(error)

/**
 * Guards a client against use after a failure: a connection that lost a response may still be waiting for it. After a
 * failure all statements, such as the rollback, fail immediately with the same error, and the connection is closed
 * instead of returned to the pool.
 */
function guardConnection(client: pg.PoolClient): PostgresPoolClient {
  let failure: Error | undefined
  const recordFailure = (error: Error): void => {
    failure ??= error
  }
  // NOTE: without a listener, a connection lost between two statements would end the process.
  client.on('error', recordFailure)
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    if (failure) throw failure
    return client.query(text, values).catch((error: Error) => {
      if (!isUsableAfter(error)) recordFailure(error)
      throw error
    })
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(failure) }
}

/** Adapts a pool for Kysely, with guarded connections. */
export function createGuardedPool(pool: pg.Pool): PostgresPool {
  const guarded = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const connection = guarded.get(client) ?? guardConnection(client)
      guarded.set(client, connection)
      return connection
    },
  }
}
