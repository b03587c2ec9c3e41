import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import { requireDurability } from './database.ts'

const STARTUP_TIMEOUT_MS = 30_000
const RETRY_PAUSE_MS = 500

/** Privileges that a service's role must not have, neither itself nor through a role that it may assume. */
const EXCESSIVE_PRIVILEGES = `
  select session_user as role, case
    when exists (select from pg_roles r where r.rolsuper and pg_has_role(session_user, r.oid, 'member'))
      then 'is a superuser'
    when exists (select from pg_roles r where r.rolcreaterole and pg_has_role(session_user, r.oid, 'member'))
      then 'may create roles'
    when exists (
      select relowner from pg_class
      where relnamespace = 'public'::regnamespace and pg_has_role(session_user, relowner, 'member')
      union all
      select datdba from pg_database where datname = current_database() and pg_has_role(session_user, datdba, 'member')
    ) then 'owns the tables'
  end as privilege`

/**
 * Throws if the role of these connections could change tables or roles. The error names `setting` as the source of the
 * URL.
 */
export async function requireServiceRole(pool: pg.Pool, setting: string): Promise<void> {
  const { rows } = await pool.query<{ role: string; privilege: string | null }>(EXCESSIVE_PRIVILEGES)
  for (const { role, privilege } of rows)
    if (privilege)
      throw new Error(
        `${setting} connects as the role ${role}, which ${privilege}. In production it must name a role that only reads and writes rows, such as salong_app ("Database roles" in docs/operating.md).`,
      )
}

type Dependencies = { pool: pg.Pool; log: Logger; config: { production: boolean } }

/**
 * Waits at most 30 s for a database that starts at the same time as the service. Throws for one that could lose
 * acknowledged writes, and in production for a role with more privileges than services need.
 */
export async function requireDatabase({ pool, log, config }: Dependencies): Promise<void> {
  const deadline = Date.now() + STARTUP_TIMEOUT_MS
  for (;;) {
    try {
      await pool.query('select 1')
      break
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error('The database does not respond: is DATABASE_URL right?', { cause: error })
      log.info('waiting for the database')
      await pause(RETRY_PAUSE_MS)
    }
  }
  await requireDurability(pool)
  if (config.production) await requireServiceRole(pool, 'DATABASE_URL')
}
