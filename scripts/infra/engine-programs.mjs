import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../child-process.mjs'
import { unpackFromDebian } from './debian.mjs'
import { cacheDir, findOnPath } from './paths.mjs'

/**
 * The paths of the programs, and the command to which a program's path and arguments are appended to start it.
 * @typedef {{ launcher: string[], programs: Record<string, string> }} EnginePrograms
 */

const FIREFOX_HINT = `Firefox was not found. Any of these helps:
  Debian           sudo apt-get install firefox-esr
  elsewhere        install Firefox 140 or newer, so that \`firefox\` is on the PATH`

const WEBKIT_HINT = `WebKitGTK's WebDriver was not found. Any of these helps:
  Debian, Ubuntu   sudo apt-get install webkit2gtk-driver xvfb
  Fedora           sudo dnf install webkit2gtk4.1 xorg-x11-server-Xvfb`

/** The path of MiniBrowser in a folder of libraries. */
const MINI_BROWSER = 'webkit2gtk-4.1/MiniBrowser'
const LIBRARY_FOLDERS = [
  '/usr/lib/x86_64-linux-gnu',
  '/usr/lib/aarch64-linux-gnu',
  '/usr/libexec',
  '/usr/lib64',
  '/usr/lib',
]

/** @returns {Promise<EnginePrograms>} an installed Firefox, or Debian's unpacked into the cache */
export async function findFirefox() {
  const firefox = findOnPath(['firefox-esr', 'firefox'])
  if (firefox) return { launcher: [], programs: { firefox } }
  return { launcher: await unpack('firefox', ['firefox-esr'], FIREFOX_HINT), programs: { firefox: 'firefox-esr' } }
}

/** @returns {Promise<EnginePrograms>} an installed WebKitGTK with an X server, or Debian's unpacked into the cache */
export async function findWebKit() {
  const [driver, server, browser] = [findOnPath(['WebKitWebDriver']), findOnPath(['Xvfb']), findMiniBrowser('')]
  if (driver && server && browser) return { launcher: [], programs: { driver, server, browser } }
  const launcher = await unpack('webkit', ['webkit2gtk-driver', 'xvfb'], WEBKIT_HINT)
  const unpackedBrowser = findMiniBrowser(folderOf('webkit'))
  if (!unpackedBrowser) throw new Error(WEBKIT_HINT)
  return { launcher, programs: { driver: 'WebKitWebDriver', server: 'Xvfb', browser: unpackedBrowser } }
}

/** @param {string} root @returns {string | undefined} the path of MiniBrowser in this root */
const findMiniBrowser = (root) =>
  LIBRARY_FOLDERS.map((folder) => join(folder, MINI_BROWSER)).find((path) => existsSync(join(root || '/', path)))

/** @param {string} name */
const folderOf = (name) => join(cacheDir, `${name}-${process.platform}-${process.arch}`)

/**
 * Unpacks programs that find their other files only below /usr. Returns a command that starts them with an overlay of
 * the unpacked files on this machine's /usr.
 * @param {string} name
 * @param {string[]} programs
 * @param {string} hint
 */
async function unpack(name, programs, hint) {
  const folder = folderOf(name)
  if (!existsSync(folder)) await unpackFromDebian(folder, { programs, hint })
  const mount = `mount -t overlay overlay -o lowerdir='${join(folder, 'usr')}':/usr /usr && exec "$@"`
  const launcher = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', mount, name]
  const [command = '', ...args] = [...launcher, 'true']
  const { code, err } = await run(name, command, args)
  if (code !== 0) throw new Error(`${hint}\n\nUsing the unpacked Debian packages failed: ${err.trim()}`)
  return launcher
}
