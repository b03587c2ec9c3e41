// `npm run engines`: runs the main flows of members in WebKit and Firefox at the width of a phone, through WebDriver,
// since the other browser tests run only in Chromium. `-- --only webkit|firefox` runs one engine; `-- --flow NAME` runs
// one flow. Exits with a nonzero code if a flow fails or an engine is not available.
import { parseArgs } from 'node:util'
import { stopAllChildren, stopOnSignals } from '../child-process.mjs'
import { exitWithError } from '../stack/progress.mjs'
import { printTable } from './common/print-table.ts'
import { ENGINES, type EngineName, type EngineResult, runEngines } from './engines/run.ts'

const isEngine = (name: string): name is EngineName => name in ENGINES

function parseEngines(only: string | undefined): EngineName[] {
  if (only === undefined) return Object.keys(ENGINES).filter(isEngine)
  if (isEngine(only)) return [only]
  throw new Error(`--only must be one of ${Object.keys(ENGINES).join(', ')}, not ${only}.`)
}

const formatSeconds = (seconds: number | undefined): string =>
  seconds === undefined ? 'failed' : `${seconds.toFixed(1)} s`

function printResults(results: EngineResult[]): void {
  console.log()
  const [first] = results
  const rows = (first?.flows ?? []).map(({ name }, index) => [
    name,
    ...results.map(({ flows }) => formatSeconds(flows[index]?.seconds)),
  ])
  printTable([['', ...results.map(({ version }) => version)], ...rows])
}

stopOnSignals()
try {
  const { values } = parseArgs({ options: { only: { type: 'string' }, flow: { type: 'string' } } })
  const results = await runEngines({ engines: parseEngines(values.only), flow: values.flow })
  printResults(results)
  const flows = results.flatMap((result) => result.flows)
  process.exitCode = flows.every(({ seconds }) => seconds !== undefined) ? 0 : 1
  await stopAllChildren()
} catch (error) {
  await exitWithError(error)
}
