import { RECENT_CREDENTIALS_MS } from '@app/contract/limits'
import type { Tx } from '@app/server/delivery/transact'
import { appendToLog } from '@app/server/safety/team-log'
import { deletePendingPassword } from '../accounts/queries.ts'
import { countPasskeys, deleteCodesSince, deletePasskeysSince, updatePasskeyOnly } from './queries.ts'

/**
 * Deletes the credentials with which an intruder could return: the passkeys and recovery codes of the last eight days, and
 * a new password that waits. If no passkey is left, the password logs in again. Records the deleted passkeys of an admin in
 * the team log. The caller holds the lock on the account.
 */
export async function deleteRecentCredentials(
  tx: Tx,
  { id: accountId, level }: { id: string; level: 'ADMIN' | 'BASIC' },
): Promise<void> {
  const since = new Date(tx.now().getTime() - RECENT_CREDENTIALS_MS)
  const deleted = await deletePasskeysSince(tx.db, accountId, since)
  await deleteCodesSince(tx.db, accountId, since)
  await deletePendingPassword(tx.db, accountId)
  if ((await countPasskeys(tx.db, accountId)) === 0) await updatePasskeyOnly(tx.db, accountId, false)
  if (level !== 'ADMIN') return
  for (const { name } of deleted) await appendToLog(tx, { byId: accountId, act: 'PASSKEY_DELETED', about: { name } })
}
