import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillDemo } from './databases.mjs'
import { step } from './say.mjs'

/** @typedef {{ email: string, password: string, userName: string }} Login */

/**
 * Fills an empty database with people to try the product with, unless DEMO=off.
 * @param {string} stateDir
 * @param {Record<string, string | undefined>} env
 * @returns {Promise<Login[]>} the logins of this start or, since passwords cannot be read back, those noted by an earlier one
 */
export async function demoLogins(stateDir, env) {
  const note = join(stateDir, 'demo-logins.json')
  if (process.env.DEMO !== 'off') {
    const printed = (await step('Demo members', () => fillDemo(env))).trim()
    if (printed) writeFileSync(note, printed.split('\n').at(-1) ?? '', { mode: 0o600 })
  }
  try {
    return JSON.parse(readFileSync(note, 'utf8')).logins
  } catch {
    return []
  }
}
