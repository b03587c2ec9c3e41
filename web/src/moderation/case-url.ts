import type { Id } from '@app/contract/base'

/** The URL of the queue of cases. */
export const QUEUE = '/moderation'

export const caseUrl = (id: Id): string => `${QUEUE}?case=${id}`
