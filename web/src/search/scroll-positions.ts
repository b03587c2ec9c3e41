/** The scroll offset in pixels and the focused hit of a page of hits. */
type ScrollPosition = { top: number; hit: string | null }

const KEY = 'salong.searchPlaces'
const POSITIONS_MAX = 30

function read(): [string, ScrollPosition][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}

/** By page address. Survives a reload of this tab, but not the login. */
let positions = new Map<string, ScrollPosition>(read())
/** Pages that were requested again, and so start at the top. */
const startAtTop = new Set<string>()

function write(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions]))
  } catch {
    // NOTE: a browser may refuse storage; the positions then last as long as the page.
  }
}

export function savePosition(address: string, position: ScrollPosition): void {
  positions.delete(address)
  positions = new Map([...positions, [address, position] as const].slice(-POSITIONS_MAX))
  write()
}

/** Returns the position to restore: the top if the page was just requested, null if none is stored. */
export function takePosition(address: string): ScrollPosition | 'top' | null {
  return startAtTop.delete(address) ? 'top' : (positions.get(address) ?? null)
}

export const resetPosition = (address: string): void => void startAtTop.add(address)

export function clearPositions(): void {
  positions.clear()
  write()
}
