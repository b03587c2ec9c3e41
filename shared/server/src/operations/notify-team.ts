import type { Tx } from '../delivery/transact.ts'
import { TEAM_ID } from '../policies/team.ts'

/** Notifies the team that the metrics or failed jobs of the installation have changed. */
export const notifyTeam = (tx: Tx): void => tx.notify([TEAM_ID], { type: 'operations:changed' })
