import { accessSync, constants } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** Files that can be downloaded again at any time. */
export const cacheDir = join(root, '.cache')

/** Files that a stack keeps between two starts: data, secrets, logs. */
export const stateDir = resolve(root, process.env.STATE_DIR || '.state')

/** @param {string} name @returns {string} a program of the npm dependencies */
export const bin = (name) => join(root, 'node_modules/.bin', name)

/**
 * @param {string[]} names
 * @returns {string | undefined} the first of these programs that is on the PATH
 */
export function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/** @param {string} file */
export function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
