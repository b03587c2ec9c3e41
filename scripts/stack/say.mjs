import { isInterrupted, isStopping, unleashAll } from '../leash.mjs'

/**
 * Does a step and says how long it took.
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

let givingUp = false

/**
 * Says what went wrong, stops everything and leaves. What fails because of that, or because we were asked to stop, is no news.
 * @param {unknown} error
 */
export async function giveUp(error) {
  if (givingUp || isInterrupted()) return
  givingUp = true
  process.exitCode = 1
  console.error(`\n${error instanceof Error ? error.message : String(error)}`)
  await unleashAll()
  process.exit()
}

const WORDS = /** @type {Record<number, string>} */ ({ 40: 'warning', 50: 'error', 60: 'fatal' })

/**
 * Tells in the terminal what a service logs from this level on.
 * @param {{ from: 40 | 50, others: boolean }} wish `others`: also what is no log line
 * @returns {(name: string, line: string) => void}
 */
export function tellFrom({ from, others }) {
  return (name, line) => {
    const entry = parsed(line)
    if (!entry) {
      if (others) console.error(`[${name}] ${line}`)
    } else if (entry.level >= from) {
      const cause = entry.err?.stack ?? entry.err?.message
      console.error(`[${name}] ${WORDS[entry.level]}: ${entry.msg}${cause ? `\n${cause}` : ''}`)
    }
  }
}

/** @param {string} line @returns {{ level: number, msg: string, err?: Error } | undefined} */
function parsed(line) {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
