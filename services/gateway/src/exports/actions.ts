import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { MemberExport } from '@app/contract/members/members'
import type { Ctx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { getExportFileKey } from '@app/server/exports/file-keys'
import { lockAccountWithPassword } from '../accounts/queries.ts'
import { requirePassword } from '../accounts/require-password.ts'
import type { MemberCtx } from '../context.ts'
import { createExportUrl, type ExportLink } from './links.ts'
import {
  consumeExport,
  type ExportRow,
  findExport,
  findReadyExport,
  findSessionHash,
  giveExportToSession,
  insertExport,
  releaseExport,
} from './queries.ts'

/** Returns the URL of a prepared archive, if the caller's session requested it. */
async function createUrlForCaller(
  { config, db, member, now }: MemberCtx,
  { id, state, sessionHash }: ExportRow,
): Promise<string | null> {
  if (state !== 'READY' || !sessionHash) return null
  const session = await findSessionHash(db, member.sessionId)
  if (!session?.hash.equals(sessionHash)) return null
  const link = { exportId: id, sessionHash: session.hash.toString('base64url') }
  return createExportUrl(config.sessionSecret, link, now())
}

/** Returns the state of the caller's last export, with a URL for the session that requested it once it is ready. */
export async function readExport(ctx: MemberCtx): Promise<MemberExport> {
  const row = await findExport(ctx.db, ctx.member.accountId)
  if (!row || row.state === 'REMOVED') return { state: 'NONE', requestedAt: null, url: null }
  return { state: row.state, requestedAt: row.requestedAt, url: await createUrlForCaller(ctx, row) }
}

/**
 * Requests a new archive, which replaces the previous one and which only the caller's session can fetch. An archive that
 * is being prepared is not replaced; it goes to the session that sent the password last, even if the account has reached
 * its limit of new archives.
 */
export async function requestExport(
  ctx: MemberCtx,
  password: string | undefined,
  ipAddress: string,
): Promise<MemberExport> {
  const { passwordHash } = await requirePassword(ctx, password, ipAddress)
  const { accountId } = ctx.member
  const isPreparing = (await findExport(ctx.db, accountId))?.state === 'PREPARING'
  if (!isPreparing) await ctx.limits.take('exports', accountId)
  const isNew = await transact(ctx, async (tx) => {
    // A concurrent password change or deletion has revoked the session.
    if (!(await lockAccountWithPassword(tx.db, accountId, passwordHash))) throw new AppError('PLEASE_LOGIN')
    const session = await findSessionHash(tx.db, tx.member.sessionId)
    if (!session) throw new AppError('PLEASE_LOGIN')
    const current = await findExport(tx.db, accountId)
    // A request that was not counted starts no preparation, even if the one that it found has ended since.
    if (isPreparing || current?.state === 'PREPARING') {
      if (current) await giveExportToSession(tx.db, current.id, session.hash)
      return false
    }
    await releaseExport(tx.db, accountId)
    const exportId = randomBytes(16).toString('base64url')
    await insertExport(tx.db, {
      id: exportId,
      memberId: accountId,
      sessionHash: session.hash,
      requestedAt: tx.now().toISOString(),
    })
    tx.enqueue({ name: 'exports:build', payload: { exportId } })
    return true
  })
  if (!isNew && !isPreparing) await ctx.limits.refund('exports', accountId)
  return readExport(ctx)
}

/**
 * Opens the archive behind a link and consumes the link. Throws NOT_FOUND if it is invalid or consumed. While the store
 * is unreachable, the link stays valid.
 */
export async function fetchExport({ db, photos }: Ctx, { exportId, sessionHash }: ExportLink): Promise<Readable> {
  const ready = await findReadyExport(db, exportId, Buffer.from(sessionHash, 'base64url'))
  const file = ready && (await photos.open(getExportFileKey(ready)))
  if (!file) throw new AppError('NOT_FOUND')
  if (await consumeExport(db, exportId)) return file
  file.destroy()
  throw new AppError('NOT_FOUND')
}
