// `npm run proof`: runs the slow proofs in sequence, even after one failed, and prints a summary: rolling restarts
// (topology), fault injection (ledger), a small benchmark that only checks that every part runs, the slow tests of
// operation, more random histories and races of blocks than `npm test` runs, every screen on both devices in both languages,
// the main flows in WebKit and Firefox (engines), and the vitals on a slow phone, whose times are printed but do not fail
// the proof. `-- --reduced` shortens the ledger and the histories, checks the screens in two appearances, and
// leaves out the vitals and the engines, which need a large download.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isStopping, run, stopAllChildren, stopOnSignals } from '../child-process.mjs'
import { root } from '../infra/paths.mjs'
import { build } from '../stack/build.mjs'
import { exitWithError, step } from '../stack/progress.mjs'

type Proof = {
  title: string
  args: string[]
  env?: Record<string, string>
  /** The additional arguments and variables with `--reduced`, or `false` if the proof is left out. */
  reduced?: { args?: string[]; env?: Record<string, string> } | false
}

const TEST = '../test.mjs'

const PROOFS: Proof[] = [
  { title: 'Topology', args: ['--disable-warning=Warning', 'topology.ts'] },
  {
    title: 'Ledger',
    args: ['ledger.ts', '--quick'],
    reduced: { args: ['--messages', '100', '--members', '8'] },
  },
  { title: 'Benchmark', args: ['bench.ts', '--quick'] },
  { title: 'Operation', args: [TEST, '--only', 'vitest,e2e', '--project=operation'] },
  {
    title: 'Blocks',
    args: [TEST, '--only', 'vitest', 'blocks/histories', 'blocks/races'],
    env: { GENERATED_HISTORIES: '150', BLOCK_RACES: '84' },
    reduced: { env: { GENERATED_HISTORIES: '60' } },
  },
  {
    title: 'Screens',
    args: [TEST, '--only', 'e2e', '--project=screens'],
    env: { SCREENS: 'all' },
    reduced: { env: { SCREENS: 'phone-swedish,desktop-english' } },
  },
  { title: 'Engines', args: ['engines.ts'], reduced: false },
  { title: 'Vitals', args: ['vitals.ts', '--rounds', '1', '--observe'], reduced: false },
]

const reduce = ({ reduced, ...proof }: Proof): Proof[] =>
  reduced === false
    ? []
    : [{ ...proof, args: [...proof.args, ...(reduced?.args ?? [])], env: { ...proof.env, ...reduced?.env } }]

async function runProof({ title, args, env = {} }: Proof) {
  console.log(`\n── ${title}`)
  const start = performance.now()
  const paths = args.map((arg) => (/\.m?[jt]s$/.test(arg) ? join(import.meta.dirname, arg) : arg))
  const options = { cwd: root, output: 'inherit', env } as const
  const { code } = await run(title, process.execPath, [...process.execArgv, ...paths], options)
  return { title, ok: code === 0, seconds: (performance.now() - start) / 1_000 }
}

async function runProofs(proofs: Proof[]): Promise<boolean> {
  await step('Building what has changed', () => build(['build']))
  const results: Awaited<ReturnType<typeof runProof>>[] = []
  for (const proof of proofs) {
    results.push(await runProof(proof))
    if (isStopping()) return false
  }
  console.log('\n── Summary')
  for (const { title, ok, seconds } of results)
    console.log(`${ok ? '✓' : '✗'} ${title.padEnd(12)}${`${seconds.toFixed(1)} s`.padStart(8)}`)
  return results.every(({ ok }) => ok)
}

stopOnSignals()
try {
  const { values } = parseArgs({ options: { reduced: { type: 'boolean', default: false } } })
  const isSuccessful = await runProofs(values.reduced ? PROOFS.flatMap(reduce) : PROOFS)
  process.exitCode = isSuccessful ? 0 : 1
  await stopAllChildren()
} catch (error) {
  await exitWithError(error)
}
