import { listTeam } from '../policies/actors.ts'
import type { Tx } from '../transact.ts'

/** Tells those who may look at the figures of the installation that there are new ones. */
export async function tellTeam(tx: Tx): Promise<void> {
  const team = await listTeam(tx.db)
  if (team.length > 0) tx.notify(team, { type: 'operations:changed' })
}
