import { settingsUrl } from '../navigation/settings-url.ts'

export const BLOCKED_HASH = '#blocked'

/** The URL of the list of blocked members. */
export const BLOCKED = `${settingsUrl('safety')}${BLOCKED_HASH}`
