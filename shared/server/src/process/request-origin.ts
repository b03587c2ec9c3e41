import { RequestId } from '@app/contract/base'

/** The id of the request that caused a push or a job, if any. */
export type RequestOrigin = { requestId?: string | null }

/** The request that caused a push, and the time of its commit in epoch milliseconds; if omitted, the current time. */
export type PushOrigin = RequestOrigin & { at?: number }

/** Parses a request id from an untrusted source. Returns undefined if it is malformed. */
export const parseRequestId = (value: unknown): string | undefined => RequestId.safeParse(value).data
