import type { ApiErrorCode } from '../lib/http/api-error.ts'

/**
 * The keys of the texts for rejections with a specific reason; all others only state that the report could not be sent.
 */
export const PROBLEMS: Partial<Record<ApiErrorCode, 'gone' | 'many'>> = { NOT_FOUND: 'gone', TOO_MANY_REQUESTS: 'many' }
