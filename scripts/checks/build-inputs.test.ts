import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { bin, root } from '../infra/paths.mjs'

/** Lists the files in the bundles of the scripts, except those of packages, which have tasks of their own. */
async function listBundledFiles(): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8'))
  const entryPoints = (scripts['build:scripts'] as string).split(' ').filter((word) => word.endsWith('.ts'))
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: 'unwritten',
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    jsx: 'automatic',
  })
  return Object.keys(metafile.inputs)
}

/** Lists the files whose changes make turbo run the task again. */
async function listInputs(): Promise<string[]> {
  const args = ['run', 'build:scripts', '--dry=json', '--ui=stream']
  const { stdout } = await promisify(execFile)(bin('turbo'), args, { cwd: root, maxBuffer: 2 ** 26 })
  const { tasks } = JSON.parse(stdout) as { tasks: { taskId: string; inputs: Record<string, string> }[] }
  return Object.keys(tasks.find(({ taskId }) => taskId === '//#build:scripts')?.inputs ?? {})
}

test('the scripts are built again after a change of any file that they contain', async () => {
  const [files, inputs] = [await listBundledFiles(), await listInputs()]
  expect(files).toContain('services/gateway/src/cases/hand-over.ts')
  expect(files.filter((file) => !inputs.includes(file))).toEqual([])
})
