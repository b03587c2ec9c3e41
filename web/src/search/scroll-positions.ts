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

/** The positions by page path. They survive a reload of this tab, but not the end of the session. */
let positions = new Map<string, ScrollPosition>(read())
/** The paths of pages that the member requested again, which start at the top. */
const startAtTop = new Set<string>()

function write(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions]))
  } catch {
    // NOTE: a browser may deny storage; the positions then last as long as the page.
  }
}

export function savePosition(path: string, position: ScrollPosition): void {
  positions.delete(path)
  positions = new Map([...positions, [path, position] as const].slice(-POSITIONS_MAX))
  write()
}

/** Returns the position to restore; null if none is stored, or if the page was just requested. */
export const takePosition = (path: string): ScrollPosition | null =>
  startAtTop.delete(path) ? null : (positions.get(path) ?? null)

/** Makes a page start at the top the next time that it is shown. */
export const resetPosition = (path: string): void => void startAtTop.add(path)

export function clearPositions(): void {
  positions.clear()
  write()
}
