import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, sep } from 'node:path'
import { root } from '../infra/paths.mjs'

const IS_MODULE = /(?<!\.test|\.d)\.(?:ts|tsx|mjs)$/
/** The path in `import … from './x.ts'`, with or without `type`, in `import './x.ts'` and in `import('./x.ts')`. */
const IMPORTED_PATH = /\b(?:from|import\(?)\s*'(\.[^']+)'/g

/** @typedef {{ path: string, imports: string[] }} Module with paths relative to the package's source */

/**
 * Reads all modules of a package, except its tests and declarations, with the relative paths that they import.
 * @param {string} source the folder of the package's source
 * @returns {Module[]}
 */
export function readModules(source) {
  const folder = join(root, source)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => IS_MODULE.test(path) && !path.includes('node_modules'))
    .map((path) => ({
      path,
      imports: [...readFileSync(join(folder, path), 'utf8').matchAll(IMPORTED_PATH)].map(([, imported = '']) =>
        normalize(join(dirname(path), imported)),
      ),
    }))
}

/**
 * Returns the top folder of a path. Returns undefined for a module at the root, which may import from all folders, and
 * for one outside the package.
 * @param {string} path
 */
const folderOf = (path) => (path.includes(sep) && !path.startsWith('..') ? path.split(sep)[0] : undefined)

/**
 * Finds a cycle of folders: folders that import each other, directly or through others. Type imports count.
 * @param {Module[]} modules
 * @returns {string[]} a sentence about one import for each folder of the cycle; empty if there is none
 */
export function findFolderCycle(modules) {
  /** @type {Map<string, Map<string, string>>} */
  const graph = new Map()
  for (const { path, imports } of modules)
    for (const imported of imports) {
      const [from, to] = [folderOf(path), folderOf(imported)]
      if (!from || !to || from === to) continue
      if (!graph.has(from)) graph.set(from, new Map())
      graph.get(from)?.set(to, `${path} imports ${imported}`)
    }
  /** @type {Set<string>} */
  const finished = new Set()
  /**
   * @param {string} folder
   * @param {[folder: string, edge: string][]} trail
   * @returns {string[]}
   */
  const visit = (folder, trail) => {
    const start = trail.findIndex(([visited]) => visited === folder)
    if (start >= 0) return trail.slice(start).map(([, edge]) => edge)
    if (finished.has(folder)) return []
    for (const [next, edge] of graph.get(folder) ?? []) {
      const cycle = visit(next, [...trail, [folder, edge]])
      if (cycle.length > 0) return cycle
    }
    finished.add(folder)
    return []
  }
  for (const folder of graph.keys()) {
    const cycle = visit(folder, [])
    if (cycle.length > 0) return cycle
  }
  return []
}
