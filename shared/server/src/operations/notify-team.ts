import type { Tx } from '../delivery/transact.ts'
import { TEAM_ID } from '../policies/team.ts'

/** Notifies the team of new metrics of the installation. */
export const notifyTeam = (tx: Tx): void => tx.notify([TEAM_ID], { type: 'operations:changed' })
