export const BLOCKED_HASH = '#blocked'

/** The URL of the list of blocked members. */
export const BLOCKED = `/myprofile?tab=settings${BLOCKED_HASH}`
