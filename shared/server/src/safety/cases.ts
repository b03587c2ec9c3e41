import { type Selectable, sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { Cases } from '../db/tables.ts'
import type { Tx } from '../delivery/transact.ts'
import { TEAM_ID } from '../policies/team.ts'

/** Notifies the team that a case changed. */
export const notifyCase = (
  tx: Pick<Tx, 'notify'>,
  { id, version, severity }: Pick<Selectable<Cases>, 'id' | 'version' | 'severity'>,
): void => tx.notify([TEAM_ID], { type: 'case:changed', id, version, critical: severity === 'CRITICAL' })

/** Frees the cases that an account has claimed. */
export const releaseCases = (db: Database, accountId: string) =>
  sql`
    update cases set "claimedBy" = null, "claimedUntil" = null, state = case state when 'CLAIMED' then 'OPEN' else state end
    where "claimedBy" = ${accountId}`.execute(db)
