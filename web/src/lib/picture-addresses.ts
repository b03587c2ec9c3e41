/** Pictures of one page fail together when their addresses have ended: their owners are asked once. */
const TOGETHER = 1_000

const reported = new Set<string>()
const owners = new Set<() => void>()
let asking = false

/** An address did not lead to its picture. Whoever keeps addresses asks for fresh ones; the same one is complained of once. */
export function reportBrokenAddress(url: string): void {
  if (url.startsWith('blob:') || reported.has(url)) return
  reported.add(url)
  if (asking) return
  asking = true
  setTimeout(() => {
    asking = false
    for (const reload of owners) reload()
  }, TOGETHER)
}

/** Calls `reload` when addresses have ended. What is returned stops that. */
export function onBrokenAddresses(reload: () => void): () => void {
  owners.add(reload)
  return () => {
    owners.delete(reload)
  }
}
