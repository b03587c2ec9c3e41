import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const POLL_INTERVAL = 200

/**
 * Does the work while no other process does any under the same file, which names the process that does. One that has ended without
 * tidying up is in nobody's way.
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} work
 * @param {(owner: number) => void} [onWait] hears once whom it waits for
 * @returns {Promise<T>}
 */
export async function withFileLock(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true })
  for (let isWaiting = false; !acquire(file); isWaiting = true) {
    const owner = readOwner(file)
    if (owner === undefined) continue
    if (!isRunning(owner)) {
      // Only one at a time takes a dead owner's file away: a second one could take the next owner's.
      await withFileLock(`${file}.${owner}`, () => readOwner(file) === owner && rmSync(file))
      continue
    }
    if (!isWaiting) onWait?.(owner)
    await pause(POLL_INTERVAL)
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
function acquire(file) {
  const ownFile = `${file}-of-${process.pid}`
  writeFileSync(ownFile, String(process.pid))
  try {
    linkSync(ownFile, file)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(ownFile)
  }
}

/** @param {string} file @returns {number | undefined} undefined when it has gone meanwhile */
function readOwner(file) {
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
