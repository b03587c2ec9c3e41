import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The secret of this name: drawn the first time, the same ever after, readable for its owner only.
 * @param {string} stateDir
 * @param {string} name
 */
export function secret(stateDir, name) {
  const folder = join(stateDir, 'secrets')
  const file = join(folder, name)
  // The mode is for this folder alone: the server's user has to pass through the one around it.
  mkdirSync(stateDir, { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
