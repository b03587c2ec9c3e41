import { exportKey } from '../photos/photo-store.ts'

type ExportAttempts = { id: string; attempts: number }

/**
 * Returns the key of the file that the latest attempt writes. Each attempt has its own file, so that an abandoned
 * attempt cannot corrupt a later one's file.
 */
export const getExportFileKey = ({ id, attempts }: ExportAttempts): string => exportKey(`${id}-${attempts}`)

/** Lists the keys of all files that the export's attempts may have written. */
export const listExportFileKeys = ({ id, attempts }: ExportAttempts): string[] =>
  Array.from({ length: attempts }, (_, index) => getExportFileKey({ id, attempts: index + 1 }))
