import type { ApiErrorCode } from '../lib/http/api-error.ts'

/** The texts of rejections that say more than that the report could not be sent. */
export const PROBLEMS: Partial<Record<ApiErrorCode, 'gone' | 'many'>> = { NOT_FOUND: 'gone', TOO_MANY_REQUESTS: 'many' }
