/** Where the bundler says what a module consists of and imports at once. */
type Graph = { getModuleInfo: (id: string) => { importedIds: string[]; code: string | null } | null }

const OURS = /^(.*\/)(?:web|shared\/contract)\/src\//
const ICON = /lucide-react\/dist\/esm\/icons\/(.+?)\.m?js/

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
  const root = OURS.exec(id)?.[1]
  if (root === undefined) return null
  if (neededBy(`${root}web/src/main.tsx`, graph).has(id)) return 'first'
  return neededBy(`${root}web/src/app/MemberArea.tsx`, graph).has(id) ? 'member' : null
}

const SRC = `${import.meta.dirname}/src/`
const NAMES_OF_ICONS = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/

/** 'circle-user-round' of CircleUserRound and 'undo-2' of Undo2, as the files are called that draw them. */
const fileOf = (name: string): string => name.replace(/([a-z\d])([A-Z])|([a-z])(\d)/g, '$1$3-$2$4').toLowerCase()

/** Every icon is imported by way of one list of all, so what needs which stands only in the words of the imports. */
function iconsIn(id: string, graph: Graph): string[] {
  const names = NAMES_OF_ICONS.exec(graph.getModuleInfo(id)?.code ?? '')?.[1]?.split(',') ?? []
  return names.map((name) => fileOf(name.trim().split(' ')[0] ?? ''))
}

let first: Set<string> | undefined

/** Icons that the shell and its first page show, and those of the other pages. */
function iconChunk(id: string, graph: Graph): string | null {
  const file = ICON.exec(id)?.[1]
  if (file === undefined) return null
  first ??= new Set(
    ['app/MemberArea.tsx', 'pages/chats/ChatsPage.tsx'].flatMap((place) =>
      [...neededBy(SRC + place, graph)].flatMap((needed) => iconsIn(needed, graph)),
    ),
  )
  return first.has(file) ? 'member-icons' : 'icons'
}

/**
 * Together these pack better than as dozens of small files.
 * The icons have files of their own: in one with a page they would be imported in a circle.
 */
export const OWN_CHUNKS = [
  { name: 'first-icons', test: ICON, tags: ['$initial' as const] },
  { name: iconChunk },
  { name: ownChunk },
].map((chunk) => ({ ...chunk, includeDependenciesRecursively: false }))
