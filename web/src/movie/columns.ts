type Layout = { positions: { column: number; top: number }[]; height: number }

/** Returns the index of the shortest column; of several, the first one. */
const shortestOf = (heights: readonly number[]): number => heights.indexOf(Math.min(...heights))

/**
 * Puts each card, in the given order, at the end of the column that is shortest so far. A card added at the end
 * therefore moves none before it. All lengths are in pixels.
 */
export function layOutColumns(cardHeights: readonly number[], columnCount: number, gap: number): Layout {
  const ends = Array.from({ length: columnCount }, () => 0)
  const positions = cardHeights.map((cardHeight) => {
    const column = shortestOf(ends)
    const top = ends[column] ?? 0
    ends[column] = top + cardHeight + gap
    return { column, top }
  })
  return { positions, height: Math.max(0, Math.max(...ends) - gap) }
}
