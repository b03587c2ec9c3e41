import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the secret of this name. It is generated on first use, stays the same, and only its owner can read it.
 * @param {string} stateDir
 * @param {string} name
 */
export function ensureSecret(stateDir, name) {
  const folder = join(stateDir, 'secrets')
  const file = join(folder, name)
  // Only this folder is private: the database's user has to traverse the parent.
  mkdirSync(stateDir, { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A link to a complete file, so that a program that ends while it writes leaves no empty secret.
  const draft = `${file}.${process.pid}`
  if (!existsSync(file)) {
    writeFileSync(draft, randomBytes(32).toString('base64url'), { mode: 0o600 })
    try {
      linkSync(draft, file)
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    } finally {
      rmSync(draft)
    }
  }
  return readFileSync(file, 'utf8').trim()
}
