import { TEAM_ID } from '../team.ts'
import type { Tx } from '../transact.ts'

/** Notifies the team of new figures of the installation. */
export const notifyTeam = (tx: Tx): void => tx.notify([TEAM_ID], { type: 'operations:changed' })
