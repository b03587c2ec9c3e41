import { createHash } from 'node:crypto'
import type { Statement } from '@app/contract/safety/decisions'
import { hashToken } from '@app/server/accounts/mail-tokens'
import type { Database } from '@app/server/db/database'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { evidenceKey } from '@app/server/photos/photo-store'
import { countModerators } from '@app/server/policies/cases'
import { getNetwork } from '@app/server/process/network'
import {
  computeLinkEnd,
  hasStatement,
  type StatementRow,
  selectStatements,
  toStatement,
} from '@app/server/safety/statements'
import { sql } from 'kysely'
import type { GatewayCtx, MemberCtx } from '../context.ts'
import { publishDecision } from './notify-author.ts'

/** The maximum number of statements in a member's list. */
const OWN_STATEMENTS_MAX = 100

/** Returns the statement of a decision about this member. Throws NOT_FOUND for any other. */
export async function requireOwnStatement(db: Database, memberId: string, id: string): Promise<StatementRow> {
  const condition = sql`d.id = ${id} and c."authorId" = ${memberId} and ${hasStatement}`
  const [row] = await selectStatements(db, condition)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

/** Returns the statement of an emailed link. Throws INVALID_TOKEN if the link is invalid or has expired. */
export async function requireStatementByToken(db: Database, token: string, now: Date): Promise<StatementRow> {
  const [row] = await selectStatements(db, sql`d."tokenHash" = ${hashToken(token)} and ${hasStatement}`)
  const until = row && computeLinkEnd(row)
  if (!until || until <= now) throw new AppError('INVALID_TOKEN')
  return row
}

async function toStatements(ctx: GatewayCtx, rows: StatementRow[]): Promise<Statement[]> {
  if (rows.length === 0) return []
  const { disputeAddress } = ctx.config
  const options = { now: ctx.now(), disputeAddress, moderators: await countModerators(ctx.db) }
  return rows.map((row) => toStatement(row, options))
}

/** Lists the newest statements of decisions about the caller. */
export const listOwnStatements = async (ctx: MemberCtx): Promise<Statement[]> =>
  toStatements(
    ctx,
    await selectStatements(ctx.db, sql`c."authorId" = ${ctx.member.accountId} and ${hasStatement}`, OWN_STATEMENTS_MAX),
  )

/** Reads a statement through its emailed link; this does not mark it as read. */
export async function readStatementByToken(ctx: GatewayCtx, token: string, ipAddress: string): Promise<Statement> {
  await ctx.limits.take('statementsPerNetwork', getNetwork(ipAddress))
  const [statement] = await toStatements(ctx, [await requireStatementByToken(ctx.db, token, ctx.now())])
  if (!statement) throw new AppError('INVALID_TOKEN')
  return statement
}

/** Marks a statement as read on all devices of its addressee; idempotent. */
export const markStatementRead = (ctx: MemberCtx, id: string): Promise<void> =>
  transact(ctx, async (tx) => {
    const { accountId } = tx.member
    await requireOwnStatement(tx.db, accountId, id)
    const { numUpdatedRows } = await tx.db
      .updateTable('decisions')
      .set({ readAt: tx.now().toISOString() })
      .where('id', '=', id)
      .where('readAt', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await publishDecision(tx, id, accountId)
  })

/** Reads the copy of the picture that a statement is about. Throws NOT_FOUND if it has none, or if it was damaged. */
async function readPicture({ photos }: GatewayCtx, { pictureKey, pictureHash }: StatementRow): Promise<Buffer> {
  const bytes = pictureKey && (await photos.read(evidenceKey(pictureKey)))
  const isIntact = bytes && pictureHash && createHash('sha256').update(bytes).digest().equals(pictureHash)
  if (!isIntact) throw new AppError('NOT_FOUND')
  return bytes
}

export const readOwnPicture = async (ctx: MemberCtx, id: string): Promise<Buffer> =>
  readPicture(ctx, await requireOwnStatement(ctx.db, ctx.member.accountId, id))

export async function readPictureByToken(ctx: GatewayCtx, token: string, ipAddress: string): Promise<Buffer> {
  await ctx.limits.take('statementsPerNetwork', getNetwork(ipAddress))
  return readPicture(ctx, await requireStatementByToken(ctx.db, token, ctx.now()))
}
