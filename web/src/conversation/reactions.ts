import type { Reaction, ReactionCount } from '@app/contract/reactions'

/** All reactions, in the order in which they are shown. */
export const REACTIONS = ['HEART', 'LAUGH', 'FIRE', 'WOW', 'SAD', 'THUMB'] as const satisfies readonly Reaction[]

type Counts = readonly ReactionCount[] | undefined

/** Returns the counts with one of them changed, without reactions whose count becomes zero. */
function withCount(counts: Counts, reaction: Reaction, change: 1 | -1, mine: boolean | undefined): ReactionCount[] {
  const byReaction = new Map((counts ?? []).map((entry) => [entry.reaction, entry]))
  const existing = byReaction.get(reaction) ?? { reaction, count: 0, mine: false }
  byReaction.set(reaction, { reaction, count: existing.count + change, mine: mine ?? existing.mine })
  return REACTIONS.flatMap((option) => {
    const entry = byReaction.get(option)
    return entry && entry.count > 0 ? [entry] : []
  })
}

export const ownReactionIn = (counts: Counts): Reaction | null => counts?.find(({ mine }) => mine)?.reaction ?? null

/** Returns the counts with the member's own reaction set, or removed with null. */
export function withOwnReaction(counts: Counts, reaction: Reaction | null): ReactionCount[] {
  const previous = ownReactionIn(counts)
  if (previous === reaction) return [...(counts ?? [])]
  const without = previous ? withCount(counts, previous, -1, false) : counts
  return reaction ? withCount(without, reaction, 1, true) : [...(without ?? [])]
}

/** Returns the counts with the reaction of another member set, replaced or removed. */
export function withOtherReaction(
  counts: Counts,
  previous: Reaction | null,
  reaction: Reaction | null,
): ReactionCount[] {
  const without = previous ? withCount(counts, previous, -1, undefined) : counts
  return reaction ? withCount(without, reaction, 1, undefined) : [...(without ?? [])]
}
