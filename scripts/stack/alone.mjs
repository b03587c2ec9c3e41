import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_AGAIN = 200

/**
 * Does the work while no other process does any under the same file, which names the process that does. One that has ended without
 * tidying up is in nobody's way.
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} work
 * @param {(owner: number) => void} [onWait] hears once whom it waits for
 * @returns {Promise<T>}
 */
export async function alone(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true })
  for (let waits = false; !take(file); waits = true) {
    const owner = ownerOf(file)
    if (owner === undefined) continue
    if (!isRunning(owner)) {
      // Only one at a time takes a dead owner's file away: a second one could take the next owner's.
      await alone(`${file}.${owner}`, () => ownerOf(file) === owner && rmSync(file))
      continue
    }
    if (!waits) onWait?.(owner)
    await pause(LOOK_AGAIN)
  }
  try {
    return await work()
  } finally {
    rmSync(file)
  }
}

/**
 * A link to a file that is whole, so that nobody sees a lock without its owner.
 * @param {string} file
 */
function take(file) {
  const mine = `${file}-of-${process.pid}`
  writeFileSync(mine, String(process.pid))
  try {
    linkSync(mine, file)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(mine)
  }
}

/** @param {string} file @returns {number | undefined} undefined when it has gone meanwhile */
function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {number} owner */
function isRunning(owner) {
  // Long ago, a process of our own number.
  if (owner === process.pid) return false
  try {
    process.kill(owner, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
