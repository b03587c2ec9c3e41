import { listExportFileKeys } from '@app/server/exports/file-keys'
import type { WorkerCtx } from '../context.ts'
import { deleteExport, findRemovedExport } from './queries.ts'

/** Deletes the files of a removed export, and then its row, since the row names the files. Idempotent. */
export async function removeExport({ db, photos }: WorkerCtx, { exportId }: { exportId: string }): Promise<void> {
  const removedExport = await findRemovedExport(db, exportId)
  if (!removedExport) return
  for (const key of listExportFileKeys(removedExport)) await photos.remove(key)
  await deleteExport(db, exportId)
}
