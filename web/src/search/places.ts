/** Where on a page of hits somebody was: how far down, and on which hit. */
type Place = { top: number; hit: string | null }

const KEY = 'salong.searchPlaces'
const KEPT = 30

function read(): [string, Place][] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
  } catch {
    return []
  }
}

/** By the address of the page. They outlast a reload of this tab, not the login. */
let places = new Map<string, Place>(read())
/** Pages that are opened anew and so from their top. */
const fresh = new Set<string>()

function write(): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...places]))
  } catch {
    // NOTE: a browser may refuse storage; the places then last as long as the page.
  }
}

export function keepPlace(address: string, place: Place): void {
  places.delete(address)
  places = new Map([...places, [address, place] as const].slice(-KEPT))
  write()
}

/** Where to go on: at the top where the page has just been asked for, nowhere where it is not known. */
export function takePlace(address: string): Place | 'top' | null {
  return fresh.delete(address) ? 'top' : (places.get(address) ?? null)
}

export const beginAtTop = (address: string): void => void fresh.add(address)

export function forgetPlaces(): void {
  places.clear()
  write()
}
