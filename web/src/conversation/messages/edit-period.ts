import { EDIT_PERIOD_MS } from '@app/contract/limits'
import type { Entry } from '../conversation.ts'

const MINUTE_MS = 60_000

type Editable = Pick<Entry, 'mine' | 'message' | 'deleted' | 'sendTime'>

/**
 * Returns how many minutes are left to edit one of the member's messages; 0 if it cannot be edited. A clock behind the
 * server's, such as `useNow` between its ticks, adds none to the period.
 */
export function minutesToEdit({ mine, message, deleted, sendTime }: Editable, now = Date.now()): number {
  if (!mine || message === null || deleted) return 0
  const ageMs = Math.max(0, now - Date.parse(sendTime))
  return Math.max(0, Math.ceil((EDIT_PERIOD_MS - ageMs) / MINUTE_MS))
}
