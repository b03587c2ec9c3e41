/** Where on a page of hits somebody was: how far down, and on which hit. */
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

/** By the address of the page. They outlast a reload of this tab, not the login. */
let positions = new Map<string, ScrollPosition>(read())
/** Pages that are opened anew and so from their top. */
const startAtTop = new Set<string>()

function write(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions]))
  } catch {
    // NOTE: a browser may refuse storage; the places then last as long as the page.
  }
}

export function savePosition(address: string, position: ScrollPosition): void {
  positions.delete(address)
  positions = new Map([...positions, [address, position] as const].slice(-POSITIONS_MAX))
  write()
}

/** Where to go on: at the top where the page has just been asked for, nowhere where it is not known. */
export function takePosition(address: string): ScrollPosition | 'top' | null {
  return startAtTop.delete(address) ? 'top' : (positions.get(address) ?? null)
}

export const resetPosition = (address: string): void => void startAtTop.add(address)

export function clearPositions(): void {
  positions.clear()
  write()
}
