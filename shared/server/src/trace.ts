import { RequestId } from '@app/contract/base'

/** Where a push or a job comes from: the id of the call that caused it, none where nobody called. */
export type Traced = { requestId?: string | null }

/** And when that was committed, in milliseconds; just now where it is not said. */
export type Origin = Traced & { at?: number }

/** The id that somebody else gives a call, if it is one that can be looked for in a log. */
export const parseRequestId = (value: unknown): string | undefined => RequestId.safeParse(value).data
