import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { onLines } from '../leash.mjs'

/**
 * Writes what a child prints to a file that starts anew with it.
 * @param {import('../leash.mjs').Leashed} child
 * @param {string} file
 * @param {(line: string) => void} [hear]
 * @returns {() => string} the last lines, for the message when it dies
 */
export function keepLog(child, file, hear) {
  mkdirSync(dirname(file), { recursive: true })
  const log = createWriteStream(file, { flags: 'w', mode: 0o600 })
  /** @type {string[]} */
  const last = []
  onLines(child, (line) => {
    log.write(`${line}\n`)
    last.push(line)
    if (last.length > 12) last.shift()
    hear?.(line)
  })
  child.once('close', () => log.end())
  return () => last.join('\n')
}

/**
 * Waits until a child prints a line that this finds something in.
 * @template T
 * @param {import('../leash.mjs').Leashed} child
 * @param {string} file
 * @param {(line: string) => T | undefined} find
 * @returns {Promise<{ found: T | undefined, last: () => string }>} nothing found: the child has ended
 */
export async function firstLine(child, file, find) {
  /** @type {(found: T | undefined) => void} */
  let settle = () => {}
  /** @type {Promise<T | undefined>} */
  const found = new Promise((resolve) => (settle = resolve))
  const last = keepLog(child, file, (line) => {
    const match = find(line)
    if (match !== undefined) settle(match)
  })
  child.once('close', () => settle(undefined))
  return { found: await found, last }
}
