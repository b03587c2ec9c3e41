import { exportKey } from './photo-store.ts'

type BuiltExport = { id: string; attempts: number }

/** Each attempt writes a file of its own, so that one that was given up for dead cannot spoil the next. */
export const getExportFileKey = ({ id, attempts }: BuiltExport): string => exportKey(`${id}-${attempts}`)

/** Every file that may be there. */
export const listExportFileKeys = ({ id, attempts }: BuiltExport): string[] =>
  Array.from({ length: attempts }, (_, index) => getExportFileKey({ id, attempts: index + 1 }))
