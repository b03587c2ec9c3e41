import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder that gets its name only when `fill` has completed it. If another process completes the folder in the
 * meantime, keeps that one.
 * @param {string} folder
 * @param {(stagingFolder: string) => Promise<void>} fill
 */
export async function createCompleteFolder(folder, fill) {
  mkdirSync(dirname(folder), { recursive: true })
  const stagingFolder = mkdtempSync(`${folder}-`)
  try {
    await fill(stagingFolder)
    renameSync(stagingFolder, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(stagingFolder, { recursive: true, force: true })
  }
}
