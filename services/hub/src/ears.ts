import type { Ctx } from '@app/server/context'
import { isCluster } from '@app/server/redis'
import { addressOf, holderOf, slotOf } from '@app/server/redis-commands'
import type { Cluster, Redis } from 'ioredis'

/** Redis is asked this often whether it still hears us, and given up when it is silent for as long as the second says. */
const HEARTBEAT = 1_000
const SILENCE = 2_500

/** A connection on which this process hears Redis; a new one starts without channels. */
export type Ear = {
  /** Channels of one slot. */
  subscribe: (channels: string[]) => Promise<unknown>
  unsubscribe: (channel: string) => void
  isUp: () => boolean
  close: () => void
}

/** Where the channels of this process are heard: at one Redis, or at each node of a cluster that says something on one. */
export type Ears = {
  /** Channels of the same number are always heard together. */
  slotOf: (channel: string) => number
  earAt: (slot: number) => Ear
  /** False when somebody else says by now what is said there. */
  serves: (ear: Ear, slot: number) => boolean
  /** Asks anew who says what. */
  lookAround: () => Promise<void>
  isUp: () => boolean
  close: () => void
}

type Parts = Pick<Ctx, 'log'> & {
  onMessage: (channel: string, text: string) => void
  /** This ear hears nothing any more; what was said to it meanwhile is lost. */
  onDeaf: (ear: Ear) => void
  /** Some channels may be said by somebody else from now on. */
  onMoved: () => void
}

const OPTIONS = { autoResubscribe: false, autoResendUnfulfilledCommands: false, socketTimeout: SILENCE }

function createEar(connection: Redis, { log, onMessage, onDeaf }: Omit<Parts, 'onMoved'>, sharded = false): Ear {
  let up = false
  const ear: Ear = {
    subscribe: (channels) => (sharded ? connection.ssubscribe(...channels) : connection.subscribe(...channels)),
    unsubscribe(channel) {
      if (!up) return
      const left = sharded ? connection.sunsubscribe(channel) : connection.unsubscribe(channel)
      left.catch((error: unknown) => log.debug({ err: error }, 'a channel stays open'))
    },
    isUp: () => up,
    close() {
      up = false
      clearInterval(heartbeat)
      connection.disconnect()
    },
  }
  connection.on('ready', () => {
    up = true
    log.info('pushes are heard')
  })
  connection.on('close', () => {
    if (up) log.warn('pushes are not heard any more')
    up = false
    onDeaf(ear)
  })
  connection.on('error', (error) => log.warn({ err: error }, 'Redis is out of reach'))
  connection.on(sharded ? 'smessage' : 'message', onMessage)
  connection.connect().catch(() => {})
  const heartbeat = setInterval(() => {
    if (up) connection.ping().catch(() => {})
  }, HEARTBEAT)
  return ear
}

function createOneEar(redis: Redis, parts: Parts): Ears {
  const ear = createEar(redis.duplicate(OPTIONS), parts)
  return {
    slotOf: () => 0,
    earAt: () => ear,
    serves: () => true,
    lookAround: async () => {},
    isUp: ear.isUp,
    close: ear.close,
  }
}

/** An ear at each node that holds a channel of ours; one whose connection ends is replaced when it is needed again. */
function createManyEars(cluster: Cluster, { onDeaf, onMoved, ...parts }: Parts): Ears {
  const ears = new Map<string, Ear>()

  function lend(address: string): Ear {
    const node = cluster.nodes('master').find((node) => addressOf(node) === address)
    if (!node) throw new Error('nobody says by now what is said on this channel')
    const connection = node.duplicate({ ...OPTIONS, retryStrategy: null })
    const ear = createEar(
      connection,
      {
        ...parts,
        onDeaf: () => {
          if (ears.get(address) === ear) ears.delete(address)
          ear.close()
          onDeaf(ear)
        },
      },
      true,
    )
    // The node says so of a channel whose slot it has given away, or does not have.
    connection.on('moved', () => cluster.refreshSlotsCache())
    ears.set(address, ear)
    return ear
  }

  function review(): void {
    onMoved()
    const masters = new Set(cluster.nodes('master').map(addressOf))
    for (const [address, ear] of ears) if (!masters.has(address)) ear.close()
  }
  cluster.on('refresh', review)

  return {
    slotOf,
    earAt(slot) {
      const address = holderOf(cluster, slot)
      return ears.get(address) ?? lend(address)
    },
    serves: (ear, slot) => ears.get(holderOf(cluster, slot)) === ear,
    lookAround: () => new Promise((resolve) => cluster.refreshSlotsCache(() => resolve())),
    isUp: () => cluster.status === 'ready',
    close() {
      cluster.off('refresh', review)
      for (const ear of ears.values()) ear.close()
    },
  }
}

export const createEars = (redis: Ctx['redis'], parts: Parts): Ears =>
  isCluster(redis) ? createManyEars(redis, parts) : createOneEar(redis, parts)
