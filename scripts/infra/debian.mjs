import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../child-process.mjs'
import { createCompleteFolder } from './complete-folder.mjs'
import { findOnPath } from './paths.mjs'

/**
 * @typedef {object} Options
 * @property {string[]} [packages]
 * @property {string[]} [metapackages] replaced by the packages of this release that they depend on, and by the
 * libraries for them that this machine lacks
 * @property {string[]} [programs] unpacked with all packages they depend on that this machine lacks
 * @property {string} hint installation instructions for the error message
 * @property {(stagingFolder: string) => void} [finish] changes the unpacked files
 */

/**
 * Unpacks packages of Debian or Ubuntu into a folder, without installing them.
 * @param {string} folder
 * @param {Options} options
 */
export async function unpackFromDebian(folder, { packages = [], metapackages = [], programs = [], hint, finish }) {
  if (!findOnPath(['apt-get']) || !findOnPath(['dpkg-deb'])) throw new Error(hint)
  await createCompleteFolder(folder, async (stagingFolder) => {
    const downloads = join(stagingFolder, 'downloads')
    mkdirSync(downloads)
    const error = await download(downloads, { packages, metapackages, programs })
    if (error) throw new Error(`${hint}\n\nDownloading the Debian packages failed: ${error}`)
    for (const file of readdirSync(downloads).filter((name) => name.endsWith('.deb'))) {
      const { code, err } = await run('dpkg-deb', 'dpkg-deb', ['-x', join(downloads, file), stagingFolder])
      if (code !== 0) throw new Error(`${hint}\n\nUnpacking the Debian packages failed: ${err.trim()}`)
    }
    finish?.(stagingFolder)
    rmSync(downloads, { recursive: true })
  })
}

/**
 * @param {string} folder of unpacked packages
 * @returns {{ LD_LIBRARY_PATH: string }} the environment with which their programs find their libraries
 */
export function getLibraryEnv(folder) {
  const parents = ['usr/lib', 'lib'].map((name) => join(folder, name)).filter((parent) => existsSync(parent))
  const folders = parents.flatMap((parent) =>
    readdirSync(parent, { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? [join(parent, entry.name)] : [],
    ),
  )
  return { LD_LIBRARY_PATH: folders.join(':') }
}

/** @typedef {{ code: number, out: string, err: string }} Result */
/** @typedef {(program: 'apt-get' | 'apt-cache', ...args: string[]) => Promise<Result>} Apt */

/**
 * @param {string} folder
 * @param {Required<Pick<Options, 'packages' | 'metapackages' | 'programs'>>} wanted
 * @returns {Promise<string | undefined>} the error, if it failed
 */
async function download(folder, { packages, metapackages, programs }) {
  /** @type {(options: string[]) => Apt} */
  const aptWith =
    (options) =>
    (program, ...args) =>
      run(program, program, ['-q', '-o', 'APT::Sandbox::User=root', ...options, ...args], { cwd: folder })
  const fetchWith = async (/** @type {Apt} */ apt) =>
    apt(
      'apt-get',
      'download',
      ...packages,
      ...(await resolveMetapackages(apt, metapackages)),
      ...(await resolvePrograms(apt, programs)),
    )
  if ((await fetchWith(aptWith([]))).code === 0) return undefined
  // A machine that never ran `apt-get update` has no package lists; a separate copy needs no root privileges.
  const lists = join(folder, 'lists')
  mkdirSync(join(lists, 'partial'), { recursive: true })
  const isolatedApt = aptWith(['-o', `Dir::State::Lists=${lists}`, '-o', `Dir::Cache=${lists}`])
  await isolatedApt('apt-get', 'update')
  const { code, err } = await fetchWith(isolatedApt)
  return code === 0 ? undefined : err.trim().split('\n').at(-1)
}

/**
 * Returns the packages that the metapackages depend on in this release, and the libraries for them that this machine
 * lacks. An unknown metapackage stays in the list, so that apt-get reports it.
 * @param {Apt} apt
 * @param {string[]} metapackages
 */
async function resolveMetapackages(apt, metapackages) {
  if (metapackages.length === 0) return []
  const { out } = await apt('apt-cache', 'depends', ...metapackages)
  const dependencies = [...out.matchAll(/^ *Depends: ([\w.+-]+)$/gm)].map(([, name = '']) => name)
  if (dependencies.length === 0) return metapackages
  const install = ['install', '--simulate', '--reinstall', '--no-install-recommends']
  const { out: plan } = await apt('apt-get', ...install, ...dependencies)
  const missing = [...plan.matchAll(/^Inst (lib\S+) (?!\[)/gm)].map(([, name = '']) => name)
  return [...new Set([...dependencies, ...missing])]
}

/**
 * Returns these packages and all that apt-get would install or upgrade for them. An unknown package stays in the list,
 * so that apt-get reports it.
 * @param {Apt} apt
 * @param {string[]} programs
 */
async function resolvePrograms(apt, programs) {
  if (programs.length === 0) return []
  const { out: plan } = await apt('apt-get', 'install', '--simulate', '--no-install-recommends', ...programs)
  return [...new Set([...programs, ...[...plan.matchAll(/^Inst (\S+) /gm)].map(([, name = '']) => name)])]
}
