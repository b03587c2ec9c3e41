/** What this device keeps under a key; null where it keeps nothing or refuses to. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Null removes it. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // NOTE: a browser may refuse storage; what was to be kept then lasts as long as the page.
  }
}
