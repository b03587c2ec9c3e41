import { exportKey } from './photo-store.ts'

type Built = { id: string; attempts: number }

/** Each attempt writes a file of its own, so that one that was given up for dead cannot spoil the next. */
export const exportFile = ({ id, attempts }: Built): string => exportKey(`${id}-${attempts}`)

/** Every file that may be there. */
export const exportFiles = ({ id, attempts }: Built): string[] =>
  Array.from({ length: attempts }, (_, index) => exportFile({ id, attempts: index + 1 }))
