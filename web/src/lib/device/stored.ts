/** Reads a value from this device's storage; null if there is none or the browser denies access. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Writes a value to this device's storage; null removes it. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // NOTE: a browser may deny access to storage; the value is then not stored.
  }
}
