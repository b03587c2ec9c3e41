import type { Block } from '@app/contract/members/blocks'
import { getBlocks } from '../../blocks/api.ts'

/** The tolerated difference between the device's clock and the server's. */
const CLOCK_TOLERANCE_MS = 5 * 60_000

/** The blocks whose members `removeMissedBlocks` has removed. */
const handled = new Set<string>()

const keyOf = ({ id, blockedAt }: Block): string => `${id} ${blockedAt}`

/**
 * Removes the members blocked since this page was loaded, in case another device has blocked them while this page was
 * disconnected. Skips earlier blocks, since the lists of this page never contained those members.
 */
export async function removeMissedBlocks(): Promise<void> {
  const loadedAt = performance.timeOrigin - CLOCK_TOLERANCE_MS
  const missed = (await getBlocks()).filter(
    (block) => Date.parse(block.blockedAt) >= loadedAt && !handled.has(keyOf(block)),
  )
  if (missed.length === 0) return
  const { removeMember } = await import('./remove-member.ts')
  for (const block of missed) {
    handled.add(keyOf(block))
    await removeMember(block.userName)
  }
}
