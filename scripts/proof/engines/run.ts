import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { step } from '../../stack/progress.mjs'
import { selectItems } from '../common/select.ts'
import { startFirefox } from './firefox.ts'
import { FLOWS, type Flow } from './flows.ts'
import type { Engine } from './protocol.ts'
import { startWebKit } from './webkit.ts'
import { createWorld, type Product, startProduct } from './world.ts'

export type EngineName = 'webkit' | 'firefox'

export const ENGINES: Record<EngineName, () => Promise<Engine>> = { webkit: startWebKit, firefox: startFirefox }

/** The version of an engine, and the seconds of each flow, undefined if the flow failed. */
export type EngineResult = { version: string; flows: { name: string; seconds: number | undefined }[] }

type Options = { engines: EngineName[]; flow?: string | undefined }

/** Runs a flow and returns its seconds. If it fails, prints the error and the paths of screenshots. */
async function runFlow(product: Product, name: EngineName, engine: Engine, flow: Flow): Promise<number | undefined> {
  const { world, pages } = createWorld(product, engine)
  const start = performance.now()
  try {
    await step(flow.name, () => flow.run(world))
    return (performance.now() - start) / 1_000
  } catch (error) {
    console.error(`    ${error instanceof Error ? error.message : error}`)
    for (const [index, page] of pages.entries()) {
      const file = join(tmpdir(), `salong-engines-${name}-${flow.name}-${index + 1}.png`)
      await page.saveScreenshot(file).then(
        () => console.error(`    ${file}`),
        () => {},
      )
    }
    return undefined
  } finally {
    for (const page of pages) await page.close().catch(() => {})
  }
}

/** Runs the flows in each engine, one after another. Throws before the first flow if an engine is not available. */
export async function runEngines({ engines, flow }: Options): Promise<EngineResult[]> {
  const selectedFlows = flow ? selectItems('flow', flow, FLOWS, ({ name }) => name === flow) : FLOWS
  const started: { name: EngineName; engine: Engine }[] = []
  for (const name of engines) started.push({ name, engine: await step(`Starting ${name}`, ENGINES[name]) })
  const product = await step('Starting the product', startProduct)
  const results: EngineResult[] = []
  for (const { name, engine } of started) {
    console.log(`\n── ${engine.version}`)
    const flows: EngineResult['flows'] = []
    for (const each of selectedFlows)
      flows.push({ name: each.name, seconds: await runFlow(product, name, engine, each) })
    results.push({ version: engine.version, flows })
    await engine.close()
  }
  return results
}
