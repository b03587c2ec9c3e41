import { createContext } from 'react'

/**
 * The kind of a move between two pages, which selects its view transition: `deeper` from a list to one of its entries
 * and `back`, `grow` from search hits to a profile and `shrink` back, or `sideways` to another part of the product.
 * Changes `within` a page, such as another tab or filter, have none.
 */
export type Move = 'deeper' | 'back' | 'grow' | 'shrink' | 'sideways' | 'within'

/** The move whose page is being shown, 'within' at all other times. */
export const MoveContext = createContext<Move>('within')

type Path = { pathname: string; search: string }

/** Returns 1 for a profile and for a page of a single entry, such as a chat or a group, 0 for any other page. */
const depthOf = ({ pathname, search }: Path): number =>
  pathname === '/profile' || new URLSearchParams(search).has('id') ? 1 : 0

export function moveBetween(from: Path, to: Path): Move {
  if (from.pathname === '/profilelist' && to.pathname === '/profile') return 'grow'
  if (from.pathname === '/profile' && to.pathname === '/profilelist') return 'shrink'
  const [fromDepth, toDepth] = [depthOf(from), depthOf(to)]
  if (toDepth > fromDepth) return 'deeper'
  if (toDepth < fromDepth) return 'back'
  return from.pathname === to.pathname ? 'within' : 'sideways'
}
