import { join } from 'node:path'
import { run } from '../../child-process.mjs'
import { root } from '../../infra/paths.mjs'
import { PARTS, type Part } from './options.ts'

/** Measures every part in its own process and on its own stack, even after an earlier part failed. */
export async function runEachPart(args: string[]): Promise<boolean> {
  const failed: Part[] = []
  for (const [index, part] of PARTS.entries()) {
    console.log(`\n${new Date().toISOString().slice(11, 19)} ${part} (${index + 1} of ${PARTS.length})`)
    const program = [...process.execArgv, join(root, 'scripts/proof/bench.ts'), '--only', part, ...args]
    const { code } = await run(`bench ${part}`, process.execPath, program, { cwd: root, output: 'inherit' })
    if (code !== 0) failed.push(part)
  }
  console.log(failed.length === 0 ? '\nAll targets are met.' : `\nMissed targets or errors: ${failed.join(', ')}.`)
  return failed.length === 0
}
