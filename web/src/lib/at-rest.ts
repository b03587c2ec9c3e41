/** So long after its start a page has what it shows first. */
const AFTER = 3_000

/** Runs what need not hurry when it is in nobody's way any more; without a network nothing is. Returns what calls it off. */
export function atRest(run: () => void): () => void {
  const timer = setTimeout(run, navigator.onLine ? AFTER : 0)
  return () => clearTimeout(timer)
}
