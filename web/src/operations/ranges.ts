import type { OperationsRange } from '@app/contract/operations'

/** How far back one can look, shortest first. */
export const RANGES: readonly OperationsRange[] = ['HOUR', 'DAY', 'WEEK', 'MONTH']

const NAME = 'range'

/** The range that an address names; a day where it names none that there is. */
export const parseRange = (params: URLSearchParams): OperationsRange =>
  RANGES.find((range) => range === params.get(NAME)?.toUpperCase()) ?? 'DAY'

export const paramsFor = (range: OperationsRange): URLSearchParams =>
  new URLSearchParams({ [NAME]: range.toLowerCase() })
