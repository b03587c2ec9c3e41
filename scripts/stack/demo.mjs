import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillDemo } from './databases.mjs'
import { step } from './progress.mjs'

/** @typedef {{ email: string, password: string, userName: string }} Login */

/**
 * Fills an empty database with demo members, unless DEMO=off.
 * @param {string} stateDir
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<Login[]>} the logins, which the first start stores in the state folder, since the database has only
 * hashes of their passwords
 */
export async function prepareDemo(stateDir, env) {
  const loginsFile = join(stateDir, 'demo-logins.json')
  if (process.env.DEMO !== 'off') {
    const output = (await step('Demo members', () => fillDemo(env))).trim()
    if (output) writeFileSync(loginsFile, output.split('\n').at(-1) ?? '', { mode: 0o600 })
  }
  try {
    return JSON.parse(readFileSync(loginsFile, 'utf8')).logins
  } catch {
    return []
  }
}
