import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../leash.mjs'
import { onPath } from './places.mjs'

/**
 * Unpacks packages of Debian or Ubuntu beside us, without installing them; the folder gets its name when it is complete.
 * @param {string} folder
 * @param {{ packages: string[], hint: string, finish?: (draft: string) => void }} wish `hint`: what else would help
 */
export async function unpackFromDebian(folder, { packages, hint, finish }) {
  if (!onPath(['apt-get']) || !onPath(['dpkg-deb'])) throw new Error(hint)
  mkdirSync(dirname(folder), { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  try {
    const downloads = join(draft, 'downloads')
    mkdirSync(downloads)
    const refusal = await download(downloads, packages)
    if (refusal) throw new Error(`${hint}\n\nFetching Debian's failed: ${refusal}`)
    for (const file of readdirSync(downloads).filter((name) => name.endsWith('.deb'))) {
      const { code, err } = await run('dpkg-deb', 'dpkg-deb', ['-x', join(downloads, file), draft])
      if (code !== 0) throw new Error(`${hint}\n\nUnpacking Debian's failed: ${err.trim()}`)
    }
    finish?.(draft)
    rmSync(downloads, { recursive: true })
    if (!existsSync(folder)) renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/**
 * @param {string} folder
 * @param {string[]} packages
 * @returns {Promise<string | undefined>} why it does not work
 */
async function download(folder, packages) {
  const get = (/** @type {string[]} */ ...args) =>
    run('apt-get', 'apt-get', ['-q', '-o', 'APT::Sandbox::User=root', ...args], { cwd: folder })
  if ((await get('download', ...packages)).code === 0) return undefined
  // A machine that never ran `apt-get update` has no lists; ours lie apart, so this needs no rights.
  const lists = join(folder, 'lists')
  mkdirSync(join(lists, 'partial'), { recursive: true })
  const apart = ['-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${lists}`]
  await get(...apart, 'update')
  const { code, err } = await get(...apart, 'download', ...packages)
  return code === 0 ? undefined : err.trim().split('\n').at(-1)
}
