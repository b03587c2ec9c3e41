import pg from 'pg'

/**
 * SQLSTATEs under which the same statement may succeed later, by PostgreSQL's own list (appendix A of its manual):
 * - 08 connection lost, 28 login rejected, 3D000 no such database (it is being restored)
 * - 25006 the server is read-only (a failover), 25P03 and 25P04 a transaction that timed out
 * - 40 rolled back because of other transactions, except for a deferred constraint (40002); 55006 and 55P03 locked
 * - 53 too few resources, 57 canceled, stopping or starting, 58 a fault below the database, 72 snapshot too old
 * Not 54 (program limit exceeded), 55000 (wrong state) and XX (corruption or an internal error), which are permanent.
 */
const OUTAGE_SQLSTATES = /^(?:08|28|3D000|25006|25P0[34]|40(?!002)|53|55006|55P03|57|58|72)/

/** Error codes of Node.js for networks, names and files that are unreachable, full or exhausted. */
const SYSTEM_OUTAGE_CODES = new Set([
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EDQUOT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'EIO',
  'EMFILE',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'ENOSPC',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'EROFS',
  'ETIMEDOUT',
])

/** Messages of the driver's errors, which have no code. */
const DRIVER_OUTAGE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable|timeout expired/

/**
 * Returns whether a dependency is unreachable, read-only, overloaded or full, so that the same request may succeed
 * later.
 */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  if (typeof code !== 'string') return DRIVER_OUTAGE_MESSAGES.test(error.message)
  return OUTAGE_SQLSTATES.test(code) || SYSTEM_OUTAGE_CODES.has(code)
}

/** Returns whether the server rejects writes: a replica, or a primary that has been replaced. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '25006'
