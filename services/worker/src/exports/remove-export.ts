import { listExportFileKeys } from '@app/server/exports/files'
import type { WorkerCtx } from '../context.ts'
import { deleteExport, findRemoved } from './queries.ts'

/** Removes an export: the files first, then the row that refers to them. */
export async function removeExport({ db, photos }: WorkerCtx, { exportId }: { exportId: string }): Promise<void> {
  const removed = await findRemoved(db, exportId)
  if (!removed) return
  for (const file of listExportFileKeys(removed)) await photos.remove(file)
  await deleteExport(db, exportId)
}
