import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { MemberExport } from '@app/contract/members/members'
import type { Ctx, MemberCtx } from '@app/server/context'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { getExportFileKey } from '@app/server/exports/files'
import { lockAccount } from '../accounts/queries.ts'
import { requirePassword } from '../accounts/require-password.ts'
import type { Limits } from '../limits/limits.ts'
import { createExportUrl, type ExportLink } from './links.ts'
import {
  consumeExport,
  type ExportRow,
  findExport,
  findReadyExport,
  findSessionHash,
  insertExport,
  releaseExport,
} from './queries.ts'

async function exportUrlFor({ config, db, member, now }: MemberCtx, { id, state }: ExportRow): Promise<string | null> {
  const session = state === 'READY' ? await findSessionHash(db, member.sessionId) : undefined
  if (!session) return null
  const link = { exportId: id, sessionHash: session.hash.toString('base64url') }
  return createExportUrl(config.sessionSecret, link, now())
}

export async function readExport(ctx: MemberCtx): Promise<MemberExport> {
  const row = await findExport(ctx.db, ctx.member.accountId)
  if (!row || row.state === 'REMOVED') return { state: 'NONE', requestedAt: null, url: null }
  return { state: row.state, requestedAt: row.requestedAt, url: await exportUrlFor(ctx, row) }
}

/** Requests a new archive, which replaces the previous one. While one is being prepared, requests nothing. */
export async function requestExport(
  ctx: MemberCtx,
  limits: Limits,
  password: string,
  address: string,
): Promise<MemberExport> {
  const { passwordHash } = await requirePassword(ctx, limits, password, address)
  await limits.take('exports', ctx.member.accountId)
  const row = await transact(ctx, async (tx) => {
    // A concurrent password change or deletion has ended the session.
    if (!(await lockAccount(tx.db, tx.member.accountId, passwordHash))) throw new AppError('PLEASE_LOGIN')
    const current = await findExport(tx.db, tx.member.accountId)
    if (current?.state === 'PREPARING') return current
    await releaseExport(tx.db, tx.member.accountId)
    const exportId = randomBytes(16).toString('base64url')
    await insertExport(tx.db, exportId, tx.member.accountId, tx.now())
    tx.enqueue({ name: 'exports:build', payload: { exportId } })
    return undefined
  })
  if (row) await limits.refund('exports', ctx.member.accountId)
  return readExport(ctx)
}

/** Delivers the archive once. While the store is unreachable, the link stays valid. */
export async function fetchExport({ db, photos }: Ctx, { exportId, sessionHash }: ExportLink): Promise<Readable> {
  const ready = await findReadyExport(db, exportId, Buffer.from(sessionHash, 'base64url'))
  const file = ready && (await photos.open(getExportFileKey(ready)))
  if (!file) throw new AppError('NOT_FOUND')
  if (await consumeExport(db, exportId)) return file
  file.destroy()
  throw new AppError('NOT_FOUND')
}
