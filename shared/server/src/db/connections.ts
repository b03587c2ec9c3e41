import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { isReadOnly } from './outages.ts'

/**
 * Whether the database refused a statement and takes the next one. A server that has become read-only does not: the address
 * may lead to another one by now, which a new connection finds.
 */
const isStatementRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code?.startsWith('57P') === false && !isReadOnly(error)

/**
 * One on which an answer failed to come may still be waiting for it: what follows, a rollback above all, fails at once for
 * the same reason, and it is closed instead of being handed on.
 */
function guardConnection(client: pg.PoolClient): PostgresPoolClient {
  let failure: Error | undefined
  const recordFailure = (error: Error): void => {
    failure ??= error
  }
  // NOTE: without somebody who listens, a connection lost between two statements would end the process.
  client.on('error', recordFailure)
  const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
    if (failure) throw failure
    return client.query(text, values).catch((error: Error) => {
      if (!isStatementRefusal(error)) recordFailure(error)
      throw error
    })
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(failure) }
}

/** The connections of a pool, for Kysely. */
export function connectionsFor(pool: pg.Pool): PostgresPool {
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
