import { DAY_MS } from '@app/contract/limits'
import type { Block } from '@app/contract/members/blocks'

/** Returns a block of 'Vargen 77' that began today. */
export const aBlock = (changes: Partial<Block> = {}): Block => ({
  id: '77',
  userName: 'Vargen 77',
  blockedAt: new Date().toISOString(),
  chatId: '7',
  reversibleUntil: new Date(Date.now() + 30 * DAY_MS).toISOString(),
  ...changes,
})
