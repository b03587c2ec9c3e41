import { step } from '../../../stack/progress.mjs'
import type { Bench } from '../bench.ts'
import { CALLS, compareCall } from '../compare-calls.ts'
import { compareDelivery } from '../compare-delivery.ts'
import type { Figure } from '../figures.ts'
import { socketMemory } from '../memory.ts'
import { startBareHub, startBareServer, startGateway, startHub } from '../processes.ts'
import { recordStatements } from '../record-statements.ts'
import { webSizes } from '../web-sizes.ts'

const MEMORY_ROUNDS = 3

async function compareServers({ stack, pool, world: { callers }, options }: Bench): Promise<Figure[]> {
  const { file, figures } = await step('statements per call', () => recordStatements(pool, stack, callers))
  const [gateway, hub] = [await startGateway(stack), await startHub(stack)]
  const [bareServer, bareHub] = [await startBareServer(stack, file), await startBareHub(stack)]
  const setting = {
    urls: { ours: gateway.url, bare: bareServer.url },
    callers: callers.slice(0, options.callers),
    options,
  }
  for (const call of CALLS) figures.push(...(await step(call.what, () => compareCall(call, setting))))
  const urls = { gateway: gateway.url, hub: hub.url, bareServer: bareServer.url, bareHub: bareHub.url }
  const connected = callers.slice(0, options.sockets)
  figures.push(...(await step('send to receive', () => compareDelivery(urls, pool, connected, options))))
  for (const server of [gateway, hub, bareServer, bareHub]) await server.stop()
  return figures
}

/**
 * Measures the most frequent calls, delivery times, memory per connection, and the size of the scripts that a browser
 * loads.
 */
export async function compareChats(bench: Bench): Promise<Figure[]> {
  const { stack, world, options } = bench
  const figures = await compareServers(bench)
  const many = world.callers.slice(0, options.memorySockets)
  const times = { rounds: Math.min(options.rounds, MEMORY_ROUNDS), settling: options.settling }
  const start = { ours: () => startHub(stack), bare: () => startBareHub(stack) }
  figures.push(...(await step('hub memory', () => socketMemory(many, times, start))))
  figures.push(...(await step('script sizes', () => webSizes(stack.url, world.everybody[0]))))
  return figures
}
