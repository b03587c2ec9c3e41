/** Where the bundler says what a module imports at once. */
type Graph = { getModuleInfo: (id: string) => { importedIds: string[] } | null }

const OURS = /^(.*\/web\/src\/)/
const ICONS = /lucide-react\/dist\/esm\/icons\//

function collect(id: string, graph: Graph, found: Set<string>): Set<string> {
  if (found.has(id) || !OURS.test(id)) return found
  found.add(id)
  for (const needed of graph.getModuleInfo(id)?.importedIds ?? []) collect(needed, graph, found)
  return found
}

const known = new Map<string, Set<string>>()

/** A module and what it needs at once, as far as it is ours. */
function neededBy(id: string, graph: Graph): Set<string> {
  const found = known.get(id) ?? collect(id, graph, new Set())
  known.set(id, found)
  return found
}

/** Ours that every page needs, and that every page for members needs besides. */
function ownChunk(id: string, graph: Graph): string | null {
  const src = OURS.exec(id)?.[1]
  if (src === undefined) return null
  if (neededBy(`${src}main.tsx`, graph).has(id)) return 'first'
  return neededBy(`${src}app/MemberArea.tsx`, graph).has(id) ? 'member' : null
}

/**
 * Together these pack better than as dozens of small files.
 * The icons have files of their own: in one with a page they would be imported in a circle.
 */
export const OWN_CHUNKS = [
  { name: 'first-icons', test: ICONS, tags: ['$initial' as const] },
  { name: 'icons', test: ICONS },
  { name: ownChunk },
].map((chunk) => ({ ...chunk, includeDependenciesRecursively: false }))
