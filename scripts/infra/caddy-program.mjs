import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { spawnChild } from '../child-process.mjs'
import { unpackFromDebian } from './debian.mjs'
import { waitForLine } from './logs.mjs'
import { cacheDir, findOnPath, root } from './paths.mjs'

const HINT = `Caddy was not found. Any of these helps:
  macOS            brew install caddy
  Debian, Ubuntu   sudo apt-get install caddy
  Fedora           sudo dnf install caddy`

/**
 * Returns the path of an installed Caddy, or unpacks Debian's into the cache. Throws with installation instructions if
 * neither is possible.
 * @returns {Promise<string>}
 */
export async function findCaddy() {
  const installed = findOnPath(['caddy'])
  if (installed) return installed
  const folder = join(cacheDir, `caddy-${process.platform}-${process.arch}`)
  if (!existsSync(folder)) await unpackFromDebian(folder, { packages: ['caddy'], hint: HINT })
  return join(folder, 'usr/bin/caddy')
}

/**
 * Starts Caddy with one of the configurations in `infra/caddy`, and waits until it serves.
 * @param {string} config
 * @param {{ folder: string, log: string, env: Record<string, string> }} options the folder holds certificates and state
 * @returns {Promise<import('../child-process.mjs').ManagedChild>}
 */
export async function startCaddy(config, { folder, log, env }) {
  const args = ['run', '--config', join(root, 'infra/caddy', config), '--adapter', 'caddyfile']
  const home = { HOME: folder, XDG_DATA_HOME: join(folder, 'caddy'), XDG_CONFIG_HOME: join(folder, 'caddy') }
  const child = spawnChild('Caddy', await findCaddy(), args, { env: { ...home, ...env } })
  const { found, readLastLines } = await waitForLine(child, log, (line) =>
    line.includes('serving initial configuration') ? true : undefined,
  )
  if (!found) throw new Error(`Caddy failed to start. Its last log lines:\n${readLastLines()}`)
  return child
}
