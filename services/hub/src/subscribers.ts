import type { Ctx } from '@app/server/context'
import { isCluster } from '@app/server/redis'
import { addressOf, slotOf, slotOwnerOf } from '@app/server/redis-commands'
import type { Cluster, Redis } from 'ioredis'

/** Redis is asked this often whether it still hears us, and given up when it is silent for as long as the second says. */
const HEARTBEAT_MS = 1_000
const SILENCE_TIMEOUT_MS = 2_500

/** A connection on which this process hears Redis; a new one starts without channels. */
export type Subscriber = {
  /** Channels of one slot. */
  subscribe: (channels: string[]) => Promise<unknown>
  unsubscribe: (channel: string) => void
  isUp: () => boolean
  close: () => void
}

/** Where the channels of this process are heard: at one Redis, or at each node of a cluster that says something on one. */
export type Subscribers = {
  /** Channels of the same number are always heard together. */
  slotOf: (channel: string) => number
  subscriberFor: (slot: number) => Subscriber
  /** False when somebody else says by now what is said there. */
  isSlotOwner: (subscriber: Subscriber, slot: number) => boolean
  /** Asks anew who says what. */
  refreshSlots: () => Promise<void>
  isUp: () => boolean
  close: () => void
}

type Dependencies = Pick<Ctx, 'log'> & {
  onMessage: (channel: string, text: string) => void
  /** This ear hears nothing any more; what was said to it meanwhile is lost. */
  onDisconnect: (subscriber: Subscriber) => void
  /** Some channels may be said by somebody else from now on. */
  onSlotsMoved: () => void
}

const OPTIONS = { autoResubscribe: false, autoResendUnfulfilledCommands: false, socketTimeout: SILENCE_TIMEOUT_MS }

function createSubscriber(
  connection: Redis,
  { log, onMessage, onDisconnect }: Omit<Dependencies, 'onSlotsMoved'>,
  sharded = false,
): Subscriber {
  let isReady = false
  const subscriber: Subscriber = {
    subscribe: (channels) => (sharded ? connection.ssubscribe(...channels) : connection.subscribe(...channels)),
    unsubscribe(channel) {
      if (!isReady) return
      const unsubscribed = sharded ? connection.sunsubscribe(channel) : connection.unsubscribe(channel)
      unsubscribed.catch((error: unknown) => log.debug({ err: error }, 'a channel stays open'))
    },
    isUp: () => isReady,
    close() {
      isReady = false
      clearInterval(heartbeat)
      connection.disconnect()
    },
  }
  connection.on('ready', () => {
    isReady = true
    log.info('pushes are heard')
  })
  connection.on('close', () => {
    if (isReady) log.warn('pushes are not heard any more')
    isReady = false
    onDisconnect(subscriber)
  })
  connection.on('error', (error) => log.warn({ err: error }, 'Redis is out of reach'))
  connection.on(sharded ? 'smessage' : 'message', onMessage)
  connection.connect().catch(() => {})
  const heartbeat = setInterval(() => {
    if (isReady) connection.ping().catch(() => {})
  }, HEARTBEAT_MS)
  return subscriber
}

function createSingleSubscriber(redis: Redis, dependencies: Dependencies): Subscribers {
  const subscriber = createSubscriber(redis.duplicate(OPTIONS), dependencies)
  return {
    slotOf: () => 0,
    subscriberFor: () => subscriber,
    isSlotOwner: () => true,
    refreshSlots: async () => {},
    isUp: subscriber.isUp,
    close: subscriber.close,
  }
}

/** An ear at each node that holds a channel of ours; one whose connection ends is replaced when it is needed again. */
function createClusterSubscribers(
  cluster: Cluster,
  { onDisconnect, onSlotsMoved, ...dependencies }: Dependencies,
): Subscribers {
  const subscribers = new Map<string, Subscriber>()

  function openSubscriber(address: string): Subscriber {
    const node = cluster.nodes('master').find((node) => addressOf(node) === address)
    if (!node) throw new Error('nobody says by now what is said on this channel')
    const connection = node.duplicate({ ...OPTIONS, retryStrategy: null })
    const subscriber = createSubscriber(
      connection,
      {
        ...dependencies,
        onDisconnect: () => {
          if (subscribers.get(address) === subscriber) subscribers.delete(address)
          subscriber.close()
          onDisconnect(subscriber)
        },
      },
      true,
    )
    // The node says so of a channel whose slot it has given away, or does not have.
    connection.on('moved', () => cluster.refreshSlotsCache())
    subscribers.set(address, subscriber)
    return subscriber
  }

  function closeFormerOwners(): void {
    onSlotsMoved()
    const masters = new Set(cluster.nodes('master').map(addressOf))
    for (const [address, subscriber] of subscribers) if (!masters.has(address)) subscriber.close()
  }
  cluster.on('refresh', closeFormerOwners)

  return {
    slotOf,
    subscriberFor(slot) {
      const address = slotOwnerOf(cluster, slot)
      return subscribers.get(address) ?? openSubscriber(address)
    },
    isSlotOwner: (subscriber, slot) => subscribers.get(slotOwnerOf(cluster, slot)) === subscriber,
    refreshSlots: () => new Promise((resolve) => cluster.refreshSlotsCache(() => resolve())),
    isUp: () => cluster.status === 'ready',
    close() {
      cluster.off('refresh', closeFormerOwners)
      for (const subscriber of subscribers.values()) subscriber.close()
    },
  }
}

export const createSubscribers = (redis: Ctx['redis'], dependencies: Dependencies): Subscribers =>
  isCluster(redis) ? createClusterSubscribers(redis, dependencies) : createSingleSubscriber(redis, dependencies)
