import { setTimeout as pause } from 'node:timers/promises'
import type { Socket } from 'socket.io-client'
import { step } from '../../../stack/progress.mjs'
import type { BenchContext } from '../context.ts'
import { connectAll, runAtRate } from '../delivery.ts'
import { bearer, get, post } from '../http.ts'
import { type Measurement, percentile } from '../measurements.ts'
import { createPhotos } from '../photos/camera.ts'
import { areAllProcessed, upload } from '../photos/uploads.ts'
import { startHub } from '../processes.ts'
import { type Caller, findPairs } from '../world.ts'

const PER_SECOND = 10
const PUSHED_MAX_MS = 1_000
const ARRIVAL_TIMEOUT_MS = 5_000
const POLL_INTERVAL_MS = 20
/** The number of blockers with a photo that the blocked member has seen. */
const PICTURES = 20
const CACHE_MAX_SECONDS = 60

type BlockedPair = { blocker: Caller; blocked: Caller; chatId: string; blockedName: string; blockerName: string }

/** Selects pairs of callers with a chat; no caller is in two of them. */
async function selectPairs({ pool, world }: BenchContext, callers: Caller[]): Promise<BlockedPair[]> {
  const byId = new Map(callers.map((caller) => [caller.id, caller]))
  const names = new Map(world.members.map(({ id, userName }) => [id, userName]))
  const used = new Set<string>()
  return (await findPairs(pool, callers)).flatMap(({ from: blocker, chatId }) => {
    const blocked = byId.get(String(BigInt(blocker.id) + 1n))
    const [blockerName, blockedName] = [names.get(blocker.id), names.get(blocked?.id ?? '')]
    if (!blocked || !blockerName || !blockedName || used.has(blocker.id) || used.has(blocked.id)) return []
    used.add(blocker.id).add(blocked.id)
    return [{ blocker, blocked, chatId, blockedName, blockerName }]
  })
}

/** The effects of a block on devices. */
const EFFECTS = ['the chat disappears', 'the counts change', 'other devices of the blocker change'] as const
type Effect = (typeof EFFECTS)[number]

/** The time when the response to a block arrived, and the times when the devices received each effect. */
type Times = { respondedAt?: number } & Partial<Record<Effect, number>>

/** Records the time at which each effect of a block first arrives. */
function recordArrivals(
  times: Times,
  chatId: string,
  { ofBlocked, ofBlocker }: Record<string, Socket | undefined>,
): void {
  const record = (effect: Effect) => {
    times[effect] ??= performance.now()
  }
  ofBlocked?.on('chat:changed', (push: { chatId: string; chat: unknown }) => {
    if (push.chatId === chatId && push.chat === null) record('the chat disappears')
  })
  ofBlocked?.on('chat:count', () => record('the counts change'))
  ofBlocker?.on('block:changed', () => record('other devices of the blocker change'))
}

/** Blocks members at a steady rate, and measures the milliseconds from each response until the pushes arrive. */
async function measurePushes(hubUrl: string, url: string, pairs: BlockedPair[]): Promise<Measurement[]> {
  const connections: { close: () => void }[] = []
  const connect = async (caller: Caller): Promise<Socket | undefined> => {
    const connection = await connectAll({ hubUrl, getToken: ({ token }) => token }, [caller])
    connections.push(connection)
    return connection.sockets[0]
  }
  const blocks: Times[] = []
  for (const { blocker, blocked, chatId } of pairs) {
    const times: Times = {}
    recordArrivals(times, chatId, { ofBlocked: await connect(blocked), ofBlocker: await connect(blocker) })
    blocks.push(times)
  }
  await runAtRate({ perSecond: PER_SECOND, seconds: pairs.length / PER_SECOND }, async (index) => {
    const [pair, times] = [pairs[index], blocks[index]]
    if (!pair || !times) return
    await post(`${url}/blocks`, { userName: pair.blockedName }, bearer(pair.blocker.token))
    times.respondedAt = performance.now()
  })
  const isMissing = () => blocks.some((times) => EFFECTS.some((effect) => times[effect] === undefined))
  for (const deadline = Date.now() + ARRIVAL_TIMEOUT_MS; isMissing() && Date.now() < deadline; )
    await pause(POLL_INTERVAL_MS)
  for (const { close } of connections) close()
  return EFFECTS.flatMap((effect) => {
    const waits = blocks.map((times) => Math.max(0, (times[effect] ?? Infinity) - (times.respondedAt ?? 0)))
    return [0.5, 0.99].map((quantile) => ({
      label: `block, from the response until ${effect}, p${quantile * 100}`,
      unit: 'ms',
      product: percentile(waits, quantile),
      atMost: PUSHED_MAX_MS,
    }))
  })
}

type SeenPicture = { pair: BlockedPair; address: string }

/** Uploads a photo of each blocker, and opens it as the blocked member. */
async function openPictures({ stack, pool, options }: BenchContext, url: string, pairs: BlockedPair[]) {
  const [file] = await createPhotos(stack.folder, { ...options, cameraPhotos: 1, photoWidth: 1_600 })
  if (!file) throw new Error('There is no photo.')
  for (const { blocker } of pairs) await upload(stack, blocker, file)
  while (!(await areAllProcessed(pool))) await pause(POLL_INTERVAL_MS)
  const seen: SeenPicture[] = []
  const lifetimes: number[] = []
  for (const pair of pairs) {
    const profile = await get(
      `${url}/members/username/${encodeURIComponent(pair.blockerName)}`,
      bearer(pair.blocked.token),
    )
    const path = /"((?:https?:\/\/[^"/]+)?\/media\/[^"]+)"/.exec(profile)?.[1]
    if (!path) throw new Error('The profile of a blocker has no photo.')
    const address = new URL(path, url).href
    const response = await fetch(address)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`A photo was rejected with ${response.status}.`)
    lifetimes.push(Number(/max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1]))
    seen.push({ pair, address })
  }
  return { seen, lifetimes }
}

async function countVisible(seen: SeenPicture[]): Promise<number> {
  let visible = 0
  for (const { address } of seen) {
    const { status } = await fetch(address)
    if (status !== 404) visible++
  }
  return visible
}

/** Measures how soon a block reaches both members' devices, and how soon it hides pictures that the blocked member has seen. */
export async function measureEffects(bench: BenchContext, url: string, callers: Caller[]): Promise<Measurement[]> {
  const pairs = (await selectPairs(bench, callers)).slice(0, bench.options.searches)
  const { seen, lifetimes } = await step('photos of blockers', () => openPictures(bench, url, pairs.slice(0, PICTURES)))
  const hub = await startHub(bench.stack)
  const pushes = await measurePushes(hub.url, url, pairs)
  await hub.stop()
  return [
    ...pushes,
    {
      label: 'seen pictures of blockers, visible at the next request',
      unit: '',
      product: await countVisible(seen),
      atMost: 0,
    },
    {
      label: 'seen pictures of blockers, lifetime in caches',
      unit: 's',
      product: Math.max(...lifetimes),
      atMost: CACHE_MAX_SECONDS,
    },
  ]
}
