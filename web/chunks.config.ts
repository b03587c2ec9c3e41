/** The bundler's view of the build: the code and the static imports of each module. */
type Graph = { getModuleInfo: (id: string) => { importedIds: string[]; code: string | null } | null }

const OWN_MODULE = /\/(?:web|shared\/contract)\/src\//
const ICON = /lucide-react\/dist\/esm\/icons\/(.+?)\.m?js/

function collectImports(id: string, graph: Graph, ids: Set<string>): Set<string> {
  if (ids.has(id) || !OWN_MODULE.test(id)) return ids
  ids.add(id)
  for (const importedId of graph.getModuleInfo(id)?.importedIds ?? []) collectImports(importedId, graph, ids)
  return ids
}

const SRC = `${import.meta.dirname}/src/`

const importsById = new Map<string, Set<string>>()

/**
 * Returns the ids of a module and of its direct and indirect static imports, except packages. Throws if the module is
 * not part of the build, because all chunks would silently change.
 */
function importsOf(path: string, graph: Graph): Set<string> {
  const id = SRC + path
  if (!graph.getModuleInfo(id)) throw new Error(`chunks.config.ts names src/${path}, which is not part of the build.`)
  const ids = importsById.get(id) ?? collectImports(id, graph, new Set())
  importsById.set(id, ids)
  return ids
}

/** Returns the chunk of a module that all pages or all member pages import; null for other modules. */
function ownChunk(id: string, graph: Graph): string | null {
  if (!OWN_MODULE.test(id)) return null
  if (importsOf('main.tsx', graph).has(id)) return 'first'
  return importsOf('app/MemberArea.tsx', graph).has(id) ? 'member' : null
}

const FIRST_PAGE = 'pages/chats/ChatsPage.tsx'

/** Returns the chunk of a module that the first page of a member imports; null for other modules. */
const firstPageChunk = (id: string, graph: Graph): string | null =>
  importsOf(FIRST_PAGE, graph).has(id) ? 'common' : null

const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/

/** Returns the file name of an icon: 'circle-user-round' for CircleUserRound, 'undo-2' for Undo2. */
const toFileName = (name: string): string => name.replace(/([a-z\d])([A-Z])|([a-z])(\d)/g, '$1$3-$2$4').toLowerCase()

/**
 * Returns the file names of the icons that a module imports. All icons are imported through the package's index, so the
 * import graph does not show which module uses which icon.
 */
function iconsIn(id: string, graph: Graph): string[] {
  const names = ICON_IMPORT.exec(graph.getModuleInfo(id)?.code ?? '')?.[1]?.split(',') ?? []
  return names.map((name) => toFileName(name.trim().split(' ')[0] ?? ''))
}

let memberIcons: Set<string> | undefined

/** Returns the chunk of an icon: one for icons of the member shell and the first page, one for all other icons. */
function iconChunk(id: string, graph: Graph): string | null {
  const file = ICON.exec(id)?.[1]
  if (file === undefined) return null
  memberIcons ??= new Set(
    ['app/MemberArea.tsx', FIRST_PAGE].flatMap((path) =>
      [...importsOf(path, graph)].flatMap((importedId) => iconsIn(importedId, graph)),
    ),
  )
  return memberIcons.has(file) ? 'member-icons' : 'icons'
}

/**
 * The rules for chunks. A few large files compress better than dozens of small ones. Icons have separate chunks, because
 * a chunk with both icons and a page would be part of an import cycle.
 */
export const OWN_CHUNKS = [
  { name: 'first-icons', test: ICON, tags: ['$initial' as const] },
  { name: iconChunk },
  { name: ownChunk },
  // Only modules that other pages also import. Without this rule the first page loads three dozen small files.
  { name: firstPageChunk, minShareCount: 2 },
].map((chunk) => ({ ...chunk, includeDependenciesRecursively: false }))
