import type { GameState } from '@app/contract/games'
import { GAME_STATE_BYTES_MAX, GAME_STATE_DEPTH_MAX } from '@app/contract/limits'
import type { Database } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import type { MemberCtx } from '../context.ts'

/** Returns the member's saved game; null if there is none. */
export async function readGame(db: Database, memberId: string): Promise<GameState> {
  const row = await db.selectFrom('game_states').select('gameState').where('memberId', '=', memberId).executeTakeFirst()
  return { gameState: row ? JSON.parse(row.gameState) : null }
}

/** Returns whether a value is nested deeper than `depth`; stops at that depth. */
const isDeeperThan = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((child) => isDeeperThan(child, depth - 1)))

function serializeState(gameState: unknown): string {
  if (gameState === undefined || isDeeperThan(gameState, GAME_STATE_DEPTH_MAX))
    throw new AppError('VALIDATION', { fields: [{ path: 'gameState', problem: 'field.invalid' }] })
  const text = JSON.stringify(gameState)
  if (Buffer.byteLength(text) > GAME_STATE_BYTES_MAX) throw new AppError('TOO_LARGE')
  return text
}

/** Saves the member's game, and replaces the previous one of any device. */
export async function saveGame({ db, member, now }: MemberCtx, gameState: GameState['gameState']): Promise<void> {
  const values = { gameState: serializeState(gameState), savedAt: now().toISOString() }
  await db
    .insertInto('game_states')
    .values({ memberId: member.accountId, ...values })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(values))
    .execute()
}
