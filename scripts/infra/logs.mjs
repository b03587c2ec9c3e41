import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { onLines } from '../child-process.mjs'

/**
 * Truncates a file and writes the output of a child to it. If that fails, for example because the disk is full, the
 * child continues, and the rest of its output is not written.
 * @param {import('../child-process.mjs').ManagedChild} child
 * @param {string} file
 * @param {(line: string) => void} [onLine]
 * @returns {() => string} reads the last lines, for the error message if the child exits
 */
export function writeLog(child, file, onLine) {
  mkdirSync(dirname(file), { recursive: true })
  const log = createWriteStream(file, { flags: 'w', mode: 0o600 })
  log.on('error', ({ message }) => console.error(`${file} is incomplete: ${message}`))
  /** @type {string[]} */
  const lastLines = []
  onLines(child, (line) => {
    log.write(`${line}\n`)
    lastLines.push(line)
    if (lastLines.length > 12) lastLines.shift()
    onLine?.(line)
  })
  child.once('close', () => log.end())
  return () => lastLines.join('\n')
}

/**
 * Waits until `parse` returns a value for a line of the child's output.
 * @template T
 * @param {import('../child-process.mjs').ManagedChild} child
 * @param {string} file
 * @param {(line: string) => T | undefined} parse
 * @returns {Promise<{ found: T | undefined, readLastLines: () => string }>} `found` is undefined if the child has exited
 */
export async function waitForLine(child, file, parse) {
  /** @type {(found: T | undefined) => void} */
  let resolveFound = () => {}
  /** @type {Promise<T | undefined>} */
  const found = new Promise((resolve) => (resolveFound = resolve))
  const readLastLines = writeLog(child, file, (line) => {
    const match = parse(line)
    if (match !== undefined) resolveFound(match)
  })
  child.once('close', () => resolveFound(undefined))
  return { found: await found, readLastLines }
}
