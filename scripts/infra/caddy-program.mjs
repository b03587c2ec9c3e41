import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { unpackFromDebian } from './debian.mjs'
import { cacheDir, onPath } from './paths.mjs'

const HINT = `There is no Caddy here. Any of these helps:
  macOS            brew install caddy
  Debian, Ubuntu   sudo apt-get install caddy
  Fedora           sudo dnf install caddy`

/** @returns {Promise<string>} an installed Caddy, or Debian's, unpacked into the cache without installing it */
export async function caddyProgram() {
  const installed = onPath(['caddy'])
  if (installed) return installed
  const folder = join(cacheDir, `caddy-${process.platform}-${process.arch}`)
  if (!existsSync(folder)) await unpackFromDebian(folder, { packages: ['caddy'], hint: HINT })
  return join(folder, 'usr/bin/caddy')
}
