import { isInterrupted, isStopping, stopAllChildren } from '../child-process.mjs'

/**
 * Runs a step and prints how long it took.
 * @template T
 * @param {string} title
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const start = performance.now()
  process.stdout.write(`  ${title} … `)
  try {
    const result = await work()
    process.stdout.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`)
    return result
  } catch (error) {
    process.stdout.write(isStopping() ? 'stopped\n' : 'failed\n')
    throw error
  }
}

let isExiting = false

/**
 * Prints the error, stops all children and exits. Ignores errors that result from the stop itself or from an interrupt.
 * @param {unknown} error
 */
export async function exitWithError(error) {
  if (isExiting || isInterrupted()) return
  isExiting = true
  process.exitCode = 1
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  await stopAllChildren()
  process.exit()
}

/** The levels of log lines, as pino numbers them. */
export const LOG_LEVELS = { warning: 40, error: 50, fatal: 60 }

const LEVEL_NAMES = new Map(Object.entries(LOG_LEVELS).map(([name, level]) => [level, name]))

/**
 * Returns a function that prints the log lines of a service that have at least this level.
 * @param {{ minLevel: number, includesUnparsed: boolean }} options `includesUnparsed`: also prints lines that are not in
 * the log format
 * @returns {(name: string, line: string) => void}
 */
export function createLogPrinter({ minLevel, includesUnparsed }) {
  return (name, line) => {
    const entry = parseLine(line)
    if (!entry) {
      if (includesUnparsed) console.error(`[${name}] ${line}`)
    } else if (entry.level >= minLevel) {
      const cause = entry.err?.stack ?? entry.err?.message
      console.error(`[${name}] ${LEVEL_NAMES.get(entry.level)}: ${entry.msg}${cause ? `\n${cause}` : ''}`)
    }
  }
}

/** @param {string} line @returns {{ level: number, msg: string, err?: Error } | undefined} */
function parseLine(line) {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
