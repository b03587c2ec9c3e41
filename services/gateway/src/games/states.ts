import type { GameState } from '@app/contract/games'
import { GAME_STATE_DEPTH, GAME_STATE_MAX } from '@app/contract/limits'
import type { MemberCtx } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import { AppError } from '@app/server/errors'

/** Returns the saved game, as written by `saveGame`. */
export async function readGame(db: Database, memberId: string): Promise<GameState> {
  const saved = await db
    .selectFrom('game_states')
    .select('gameState')
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return { gameState: saved ? JSON.parse(saved.gameState) : null }
}

/** Returns whether a value is nested deeper than `depth`; stops at that depth. */
const isDeeperThan = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((child) => isDeeperThan(child, depth - 1)))

function serializeState(gameState: unknown): string {
  if (gameState === undefined || isDeeperThan(gameState, GAME_STATE_DEPTH))
    throw new AppError('VALIDATION', { fields: [{ path: 'gameState', problem: 'field.invalid' }] })
  const text = JSON.stringify(gameState)
  if (Buffer.byteLength(text) > GAME_STATE_MAX) throw new AppError('TOO_LARGE')
  return text
}

/** Saves the member's own game; the last device to save wins. */
export async function saveGame({ db, member, now }: MemberCtx, saved: GameState['gameState']): Promise<void> {
  const game = { gameState: serializeState(saved), savedAt: now().toISOString() }
  await db
    .insertInto('game_states')
    .values({ memberId: member.accountId, ...game })
    .onConflict((conflict) => conflict.column('memberId').doUpdateSet(game))
    .execute()
}
