import { PAGES } from './pages.config.ts'

/** The bundler's view of the build: the static imports of each module. */
type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

const OWN_MODULE = /\/(?:web|shared\/contract)\/src\//
/** Packages whose modules belong to the chunks of the modules that import them. */
const SMALL_PACKAGE = /\/node_modules\/(?:idb|lucide-react|thumbhash)\//
/** The library of the contract's schemas. Few pages need schemas; the others need only their types. */
const ZOD = /\/node_modules\/zod\//
/** The renderer of Markdown. Its packages are larger than a page, so only pages that import it statically load them. */
const MARKDOWN = /\/ui\/markdown\/Markdown(?:Body)?\.tsx$/

const isOwn = (id: string): boolean => OWN_MODULE.test(id) || SMALL_PACKAGE.test(id)

function collectImports(id: string, graph: Graph, ids: Set<string>): Set<string> {
  if (ids.has(id) || !isOwn(id)) return ids
  ids.add(id)
  for (const importedId of graph.getModuleInfo(id)?.importedIds ?? []) collectImports(importedId, graph, ids)
  return ids
}

const SRC = `${import.meta.dirname}/src/`

const importsById = new Map<string, Set<string>>()

/**
 * Returns the ids of a module and of its direct and indirect static imports, except large packages. Throws if the
 * module is not part of the build, because all chunks would silently change.
 */
function importsOf(path: string, graph: Graph): Set<string> {
  const id = SRC + path
  if (!graph.getModuleInfo(id)) throw new Error(`chunks.config.ts names src/${path}, which is not part of the build.`)
  const ids = importsById.get(id) ?? collectImports(id, graph, new Set())
  importsById.set(id, ids)
  return ids
}

const importsZod = (id: string, graph: Graph): boolean =>
  Boolean(graph.getModuleInfo(id)?.importedIds.some((importedId) => ZOD.test(importedId)))

const FIRST_PAGE = PAGES['/chats']
/** The pages of visitors that share modules with those of members. */
const VISITOR_PAGES = ['AboutPage', 'RegistrationPage', 'ResetPage'].map((page) => `pages/visitors/${page}.tsx`)

/**
 * Returns the chunk of a module. The first rule that applies counts:
 *
 * - 'schemas' if it defines schemas, or is part of their library
 * - null if it belongs to a large package or renders Markdown
 * - 'first' if the entry imports it
 * - 'visitors' if a visitor page and a member page import it
 * - 'member' if the shell of all member pages, or the first page in `PAGES` and another one, imports it
 * - 'pages' if several other pages in `PAGES` import it
 * - the chunk of the only page in `PAGES` that imports it; null if there is none
 */
function ownChunk(id: string, graph: Graph): string | null {
  if (ZOD.test(id) || importsZod(id, graph)) return 'schemas'
  if (!isOwn(id) || MARKDOWN.test(id)) return null
  const isImportedBy = (path: string): boolean => importsOf(path, graph).has(id)
  if (isImportedBy('main.tsx')) return 'first'
  const isInShell = isImportedBy('app/MemberArea.tsx')
  const [page, ...others] = Object.values(PAGES).filter(isImportedBy)
  if ((isInShell || page) && VISITOR_PAGES.some(isImportedBy)) return 'visitors'
  if (isInShell) return 'member'
  if (others.length > 0) return page === FIRST_PAGE ? 'member' : 'pages'
  return page?.replace(/^.*\/|\.tsx$/g, '') ?? null
}

/**
 * The rules for chunks. A few large files compress better than dozens of small ones, and a browser requests at most six
 * files of a server at the same time over HTTP/1.1.
 */
export const OWN_CHUNKS = [
  { name: ownChunk, debugName: 'own', includeDependenciesRecursively: false },
  { name: 'markdown', test: MARKDOWN },
]
