import { createHash } from 'node:crypto'
import { evidenceKey, rawKey, variantKey } from '@app/server/photos/photo-store'
import type { WorkerCtx } from '../context.ts'
import { claimFiles, markCopied, markMissing, type WaitingFile } from './queries.ts'

/** `later`: the picture is being uploaded or processed, so its file may exist soon. */
type Original = { bytes: Buffer } | 'later' | 'missing'

/**
 * Reads the large variant of a picture as it is shown. If the picture was removed before or while it was processed, reads
 * the upload, or the upright variant, which is stored before the upload is removed.
 */
async function readOriginal({ db, photos }: WorkerCtx, mediaId: string): Promise<Original> {
  const media = await db
    .selectFrom('media')
    .select(['state', 'drawnRotation'])
    .where('id', '=', mediaId)
    .executeTakeFirst()
  if (!media) return 'missing'
  if (media.state === 'UPLOADING' || media.state === 'PROCESSING') return 'later'
  const raw = media.drawnRotation === null ? await photos.read(rawKey(mediaId)) : null
  const bytes = raw ?? (await photos.read(variantKey(mediaId, media.drawnRotation ?? 0, 'large')))
  return bytes ? { bytes } : 'missing'
}

/**
 * Copies a picture to a key that only the evidence contains. Stores the hash after the file, so that the next attempt
 * replaces a file that a crash left behind.
 */
async function copyFile(ctx: WorkerCtx, { mediaId, key }: WaitingFile): Promise<void> {
  const original = await readOriginal(ctx, mediaId)
  if (original === 'later') return
  if (original === 'missing') {
    ctx.log.warn({ mediaId }, 'a picture of evidence is missing')
    await markMissing(ctx.db, key, ctx.now())
    return
  }
  const { bytes } = original
  await ctx.photos.put(evidenceKey(key), bytes)
  const sha256 = createHash('sha256').update(bytes).digest()
  const isMarked = await markCopied(ctx.db, { key, sha256, bytes: bytes.length }, ctx.now())
  if (!isMarked) await ctx.photos.remove(evidenceKey(key))
}

/** Copies the pictures of a report's evidence. Idempotent; the relay retries what is left. */
export async function copyEvidenceFiles(ctx: WorkerCtx, { evidenceId }: { evidenceId: string }): Promise<void> {
  for (const file of await claimFiles(ctx.db, evidenceId, ctx.now())) await copyFile(ctx, file)
}
