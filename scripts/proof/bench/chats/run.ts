import { step } from '../../../stack/progress.mjs'
import { compareDelivery } from '../compare-delivery.ts'
import { compareRequest, FREQUENT_REQUESTS } from '../compare-requests.ts'
import type { BenchContext } from '../context.ts'
import type { Measurement } from '../measurements.ts'
import { measureSocketMemory } from '../memory.ts'
import { startBaselineHub, startBaselineServer, startGateway, startHub } from '../processes.ts'
import { recordStatements } from '../record-statements.ts'
import { measureWebSizes } from '../web-sizes.ts'

const MEMORY_ROUNDS = 3

async function compareServers({ stack, pool, world: { callers }, options }: BenchContext): Promise<Measurement[]> {
  const { file, measurements } = await step('statements per request', () => recordStatements(pool, stack, callers))
  const [gateway, hub] = [await startGateway(stack), await startHub(stack)]
  const [baselineServer, baselineHub] = [await startBaselineServer(stack, file), await startBaselineHub(stack)]
  const comparison = {
    urls: { product: gateway.url, baseline: baselineServer.url },
    callers: callers.slice(0, options.callers),
    options,
  }
  for (const request of FREQUENT_REQUESTS)
    measurements.push(...(await step(request.label, () => compareRequest(request, comparison))))
  const urls = { gateway: gateway.url, hub: hub.url, baselineServer: baselineServer.url, baselineHub: baselineHub.url }
  const connected = callers.slice(0, options.sockets)
  measurements.push(...(await step('send to receive', () => compareDelivery(urls, pool, connected, options))))
  for (const server of [gateway, hub, baselineServer, baselineHub]) await server.stop()
  return measurements
}

/**
 * Measures the most frequent requests, delivery times, memory per connection, and the size of the scripts that a
 * browser loads.
 */
export async function compareChats(bench: BenchContext): Promise<Measurement[]> {
  const { stack, world, options } = bench
  const measurements = await compareServers(bench)
  const connected = world.callers.slice(0, options.memorySockets)
  const timing = { rounds: Math.min(options.rounds, MEMORY_ROUNDS), settleMs: options.settleMs }
  const start = { product: () => startHub(stack), baseline: () => startBaselineHub(stack) }
  measurements.push(...(await step('hub memory', () => measureSocketMemory(connected, timing, start))))
  measurements.push(...(await step('script sizes', () => measureWebSizes(stack.url, world.members[0]))))
  return measurements
}
