import { BLOCK_ECHO_PERIOD_MS } from '@app/contract/limits'
import { mailboxKey } from '@app/contract/text/emails'
import { sql } from 'kysely'
import type { Tx } from '../delivery/transact.ts'
import { hashForPurpose } from './keys.ts'

/** Returns the hash under which a blocked member's address is stored. All subaddresses of a mailbox have the same one. */
const hashEchoedAddress = (secret: string, address: string): Buffer =>
  hashForPurpose(secret, 'block-echoes', mailboxKey(address))

/** Keeps the blocks against a member who is about to be purged; a registration with the same address renews them. */
export const keepBlockEchoes = (
  { db, now }: Pick<Tx, 'db' | 'now'>,
  secret: string,
  { memberId, address }: { memberId: string; address: string },
) =>
  sql`
    insert into block_echoes ("blockerId", "addressHash", until)
    select "ignorerId", ${hashEchoedAddress(secret, address)}, ${new Date(now().getTime() + BLOCK_ECHO_PERIOD_MS)}
    from ignores where "ignoredId" = ${memberId} and kind = 'BLOCK'
    on conflict ("blockerId", "addressHash") do update set until = excluded.until`.execute(db)

/**
 * Renews the blocks against the previous owner of this address. Runs the same statement for every new member, so that
 * neither the response nor its time reveals a block.
 */
export const renewBlocks = (
  { db, now }: Pick<Tx, 'db' | 'now'>,
  secret: string,
  { memberId, address }: { memberId: string; address: string },
) =>
  sql`
    with echo as (
      delete from block_echoes where "addressHash" = ${hashEchoedAddress(secret, address)} returning "blockerId", until)
    insert into ignores ("ignorerId", "ignoredId", "lastActiveThen", kind, "blockedAt", "lastMessageId")
    select blocker.id, ${memberId}, blocker."lastActiveAt", 'BLOCK', ${now()}, coalesce((select max(id) from group_messages), 0)
    from echo join members blocker on blocker.id = echo."blockerId" where echo.until > ${now()}`.execute(db)
