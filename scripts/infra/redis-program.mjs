import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { run } from '../leash.mjs'
import { cacheDir, onPath } from './places.mjs'

const HINT = `There is no Redis here. Any of these helps:
  macOS            brew install redis
  Debian, Ubuntu   sudo apt-get install redis-server
  Fedora           sudo dnf install valkey
  elsewhere        point REDIS_URL at a Redis 7 or newer, e.g. REDIS_URL=redis://localhost:6379`

/** @typedef {{ command: string, env: Record<string, string> }} Program */

/** @returns {Promise<Program>} an installed server, else Debian's, unpacked beside us without installing it */
export async function redisProgram() {
  const installed = onPath(['redis-server', 'valkey-server'])
  if (installed) return { command: installed, env: {} }
  const folder = join(cacheDir, `redis-${process.platform}-${process.arch}`)
  if (!existsSync(folder)) {
    if (!onPath(['apt-get']) || !onPath(['dpkg-deb'])) throw new Error(HINT)
    await unpackFromDebian(folder)
  }
  const libraries = readdirSync(join(folder, 'usr/lib'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return {
    command: join(folder, 'usr/bin/redis-server'),
    env: { LD_LIBRARY_PATH: libraries.map((entry) => join(folder, 'usr/lib', entry.name)).join(':') },
  }
}

/** @param {string} folder */
async function unpackFromDebian(folder) {
  mkdirSync(dirname(folder), { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  try {
    const downloads = join(draft, 'downloads')
    mkdirSync(downloads)
    await download(downloads)
    for (const file of readdirSync(downloads).filter((name) => name.endsWith('.deb'))) {
      const { code, err } = await run('dpkg-deb', 'dpkg-deb', ['-x', join(downloads, file), draft])
      if (code !== 0) throw new Error(`${HINT}\n\nUnpacking Debian's failed: ${err.trim()}`)
    }
    // NOTE: the checker in redis-tools is the server too; the name it is called by decides.
    symlinkSync('redis-check-rdb', join(draft, 'usr/bin/redis-server'))
    rmSync(downloads, { recursive: true })
    if (!existsSync(folder)) renameSync(draft, folder)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** @param {string} folder */
async function download(folder) {
  const packages = ['redis-tools', 'libjemalloc2', 'liblzf1', 'libatomic1']
  const get = (/** @type {string[]} */ ...args) =>
    run('apt-get', 'apt-get', ['-q', '-o', 'APT::Sandbox::User=root', ...args], { cwd: folder })
  if ((await get('download', ...packages)).code === 0) return
  // A machine that never ran `apt-get update` has no lists; ours lie apart, so this needs no rights.
  const lists = join(folder, 'lists')
  mkdirSync(join(lists, 'partial'), { recursive: true })
  const apart = ['-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${lists}`]
  await get(...apart, 'update')
  const { code, err } = await get(...apart, 'download', ...packages)
  if (code !== 0) throw new Error(`${HINT}\n\nFetching Debian's failed: ${err.trim().split('\n').at(-1)}`)
}
