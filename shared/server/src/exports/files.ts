import { exportKey } from '../photos/photo-store.ts'

type BuiltExport = { id: string; attempts: number }

/**
 * Returns the key of the file of the latest attempt. Each attempt writes its own file, so that an abandoned one cannot
 * corrupt the next.
 */
export const getExportFileKey = ({ id, attempts }: BuiltExport): string => exportKey(`${id}-${attempts}`)

/** Lists the keys of all files that may exist. */
export const listExportFileKeys = ({ id, attempts }: BuiltExport): string[] =>
  Array.from({ length: attempts }, (_, index) => getExportFileKey({ id, attempts: index + 1 }))
