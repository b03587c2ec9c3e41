import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unpackFromDebian } from './debian.mjs'
import { cacheDir, findOnPath } from './paths.mjs'

const HINT = `Caddy was not found. Any of these helps:
  macOS            brew install caddy
  Debian, Ubuntu   sudo apt-get install caddy
  Fedora           sudo dnf install caddy`

/** @returns {Promise<string>} an installed Caddy, or Debian's, unpacked into the cache without installing it */
export async function findCaddy() {
  const installed = findOnPath(['caddy'])
  if (installed) return installed
  const folder = join(cacheDir, `caddy-${process.platform}-${process.arch}`)
  if (!existsSync(folder)) await unpackFromDebian(folder, { packages: ['caddy'], hint: HINT })
  return join(folder, 'usr/bin/caddy')
}
