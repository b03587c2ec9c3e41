import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const POLL_INTERVAL_MS = 200

/**
 * Runs the work while holding a lock, a file that contains its owner's process id. Waits for other processes, and takes
 * over the lock of a process that exited without removing it.
 * @template T
 * @param {string} file
 * @param {() => T | Promise<T>} work
 * @param {(owner: number) => void} [onWait] is called once with the process id of the owner
 * @returns {Promise<T>}
 */
export async function withFileLock(file, work, onWait) {
  mkdirSync(dirname(file), { recursive: true })
  for (let isWaiting = false; !acquire(file); isWaiting = true) {
    const owner = readOwner(file)
    if (owner === undefined) continue
    if (!isRunning(owner)) {
      // A nested lock: a second process could otherwise remove the next owner's file instead of the dead owner's.
      await withFileLock(`${file}.${owner}`, () => readOwner(file) === owner && rmSync(file))
      continue
    }
    if (!isWaiting) onWait?.(owner)
    await pause(POLL_INTERVAL_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(file)
  }
}

/**
 * Acquires the lock by linking a complete file, so that no process sees a lock without its owner.
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

/** @param {string} file @returns {number | undefined} undefined if the file no longer exists */
function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** @param {number} owner */
function isRunning(owner) {
  // This process does not hold the lock, so the file is from an earlier process with the same id.
  if (owner === process.pid) return false
  try {
    process.kill(owner, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
