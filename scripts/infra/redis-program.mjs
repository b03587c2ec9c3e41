import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { getLibraryEnv, unpackFromDebian } from './debian.mjs'
import { cacheDir, findOnPath } from './paths.mjs'

const HINT = `Redis was not found. Any of these helps:
  macOS            brew install redis
  Debian, Ubuntu   sudo apt-get install redis-server
  Fedora           sudo dnf install valkey
  elsewhere        point REDIS_URL at a Redis 7 or newer, e.g. REDIS_URL=redis://localhost:6379`

const PACKAGES = ['redis-tools', 'libjemalloc2', 'liblzf1', 'libatomic1']

/**
 * Adds a link named redis-server to redis-check-rdb of redis-tools. Both are the same binary, whose name selects the
 * program.
 * @param {string} folder
 */
const linkServer = (folder) => symlinkSync('redis-check-rdb', join(folder, 'usr/bin/redis-server'))

/** @typedef {{ command: string, env: Record<string, string> }} Program */

/**
 * Finds an installed Redis or Valkey server, or unpacks Debian's into the cache. Throws with installation instructions
 * if neither is possible.
 * @returns {Promise<Program>}
 */
export async function findRedis() {
  const installed = findOnPath(['redis-server', 'valkey-server'])
  if (installed) return { command: installed, env: {} }
  const folder = join(cacheDir, `redis-${process.platform}-${process.arch}`)
  if (!existsSync(folder)) await unpackFromDebian(folder, { packages: PACKAGES, hint: HINT, finish: linkServer })
  return { command: join(folder, 'usr/bin/redis-server'), env: getLibraryEnv(folder) }
}
