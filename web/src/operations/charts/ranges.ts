import type { OperationsRange } from '@app/contract/operations'

/** The selectable ranges, shortest first. */
export const RANGES: readonly OperationsRange[] = ['HOUR', 'DAY', 'WEEK', 'MONTH']

const NAME = 'range'

/** Returns the range in the address; a day if it is missing or invalid. */
export const parseRange = (params: URLSearchParams): OperationsRange =>
  RANGES.find((range) => range === params.get(NAME)?.toUpperCase()) ?? 'DAY'

export const paramsFor = (range: OperationsRange): URLSearchParams =>
  new URLSearchParams({ [NAME]: range.toLowerCase() })
