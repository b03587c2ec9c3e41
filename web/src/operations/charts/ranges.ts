import type { OperationsRange } from '@app/contract/operations'

/** The selectable ranges, shortest first. */
export const RANGES: readonly OperationsRange[] = ['HOUR', 'DAY', 'WEEK', 'MONTH']

const PARAM = 'range'

/** Returns the range in the URL; a day if it is missing or invalid. */
export const parseRange = (params: URLSearchParams): OperationsRange =>
  RANGES.find((range) => range === params.get(PARAM)?.toUpperCase()) ?? 'DAY'

export const paramsFor = (range: OperationsRange): URLSearchParams =>
  new URLSearchParams({ [PARAM]: range.toLowerCase() })
