import { RETIRED_NAME_PERIOD_MS } from '@app/contract/limits'
import { nameKey } from '@app/contract/text/names'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../delivery/transact.ts'
import { TEAM_ID } from '../policies/team.ts'
import { hashForPurpose } from './keys.ts'

const hashRetiredName = (secret: string, userName: string): Buffer =>
  hashForPurpose(secret, 'retired-names', nameKey(userName))

/** Reserves the name of a member who is about to be purged, so that nobody else takes it for a while. */
export const retireName = ({ db, now }: Pick<Tx, 'db' | 'now'>, secret: string, userName: string) =>
  sql`
    insert into retired_names ("nameHash", until)
    values (${hashRetiredName(secret, userName)}, ${new Date(now().getTime() + RETIRED_NAME_PERIOD_MS)})
    on conflict ("nameHash") do update set until = excluded.until`.execute(db)

/**
 * Returns SQL for the key of a name that a member takes. For a retired name it is the key of the team's name, so that
 * the statement violates the constraint in the same way as for a name in use.
 */
export const claimedNameKey = (secret: string, userName: string, now: Date): RawBuilder<string> => sql`case
  when exists (select from retired_names where "nameHash" = ${hashRetiredName(secret, userName)} and until > ${now})
  then (select team."nameKey" from members team where team.id = ${sql.lit(TEAM_ID)}) else ${nameKey(userName)} end`
