import { RequestId } from '@app/contract/base'

/** The origin of a push or a job: the id of the request that caused it; none if there was no request. */
export type Traced = { requestId?: string | null }

/** The origin with the time of the commit in milliseconds; now if omitted. */
export type Origin = Traced & { at?: number }

/** Parses a request id from an untrusted source; undefined if it is malformed. */
export const parseRequestId = (value: unknown): string | undefined => RequestId.safeParse(value).data
