import type { Ctx } from '@app/server/context'
import { getNodeAddress, getSlot, getSlotOwner } from '@app/server/redis/commands'
import { isCluster } from '@app/server/redis/connections'
import type { Cluster, Redis } from 'ioredis'

/** The interval of pings. A subscriber disconnects after `SILENCE_TIMEOUT_MS` without a reply. */
const HEARTBEAT_MS = 1_000
const SILENCE_TIMEOUT_MS = 2_500

/** A subscriber connection to Redis; a new one has no channels. */
export type Subscriber = {
  /** Subscribes to channels of one slot. */
  subscribe: (channels: string[]) => Promise<unknown>
  unsubscribe: (channel: string) => void
  isUp: () => boolean
  close: () => void
}

/**
 * The subscriber connections of this process: one to a single Redis, or one to each cluster node that owns a needed
 * slot.
 */
export type Subscribers = {
  /** Returns the slot of a channel; channels of one slot always share a subscriber. */
  getSlot: (channel: string) => number
  /** Returns the subscriber at the owner of the slot; connects a new one if there is none. */
  getSubscriber: (slot: number) => Subscriber
  /** Returns false if another node owns the slot now. */
  isSlotOwner: (subscriber: Subscriber, slot: number) => boolean
  /** Reloads the slot owners. */
  refreshSlots: () => Promise<void>
  isUp: () => boolean
  close: () => void
}

type Dependencies = Pick<Ctx, 'log'> & {
  onMessage: (channel: string, text: string) => void
  /** Reports a disconnected subscriber; messages published since the disconnect are lost. */
  onDisconnect: (subscriber: Subscriber) => void
  /** Reports that some slots may have a new owner. */
  onSlotsMoved: () => void
}

const CONNECTION_OPTIONS = {
  autoResubscribe: false,
  autoResendUnfulfilledCommands: false,
  socketTimeout: SILENCE_TIMEOUT_MS,
}

function createSubscriber(
  connection: Redis,
  { log, onMessage, onDisconnect, isSharded = false }: Omit<Dependencies, 'onSlotsMoved'> & { isSharded?: boolean },
): Subscriber {
  let isReady = false
  const subscriber: Subscriber = {
    subscribe: (channels) => (isSharded ? connection.ssubscribe(...channels) : connection.subscribe(...channels)),
    unsubscribe(channel) {
      if (!isReady) return
      const unsubscribed = isSharded ? connection.sunsubscribe(channel) : connection.unsubscribe(channel)
      unsubscribed.catch((error: unknown) => log.debug({ err: error }, 'failed to unsubscribe from a channel'))
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
    log.info('the subscriber connection is ready')
  })
  connection.on('close', () => {
    if (isReady) log.warn('lost the subscriber connection')
    isReady = false
    onDisconnect(subscriber)
  })
  connection.on('error', (error) => log.warn({ err: error }, 'Redis is unreachable'))
  connection.on(isSharded ? 'smessage' : 'message', onMessage)
  connection.connect().catch(() => {})
  const heartbeat = setInterval(() => {
    if (isReady) connection.ping().catch(() => {})
  }, HEARTBEAT_MS)
  return subscriber
}

function createSingleSubscriber(redis: Redis, dependencies: Dependencies): Subscribers {
  const subscriber = createSubscriber(redis.duplicate(CONNECTION_OPTIONS), dependencies)
  return {
    getSlot: () => 0,
    getSubscriber: () => subscriber,
    isSlotOwner: () => true,
    refreshSlots: async () => {},
    isUp: subscriber.isUp,
    close: subscriber.close,
  }
}

/** Keeps a subscriber at each node that owns a needed slot, and replaces a disconnected one when it is needed again. */
function createClusterSubscribers(
  cluster: Cluster,
  { onDisconnect, onSlotsMoved, ...dependencies }: Dependencies,
): Subscribers {
  const subscribers = new Map<string, Subscriber>()

  function openSubscriber(address: string): Subscriber {
    const node = cluster.nodes('master').find((node) => getNodeAddress(node) === address)
    if (!node) throw new Error('no node owns the slot of this channel')
    const connection = node.duplicate({ ...CONNECTION_OPTIONS, retryStrategy: null })
    const subscriber = createSubscriber(connection, {
      ...dependencies,
      isSharded: true,
      onDisconnect: () => {
        if (subscribers.get(address) === subscriber) subscribers.delete(address)
        subscriber.close()
        onDisconnect(subscriber)
      },
    })
    // The node reports a channel whose slot it has moved away or never owned.
    connection.on('moved', () => cluster.refreshSlotsCache())
    subscribers.set(address, subscriber)
    return subscriber
  }

  function onSlotsRefreshed(): void {
    onSlotsMoved()
    const masters = new Set(cluster.nodes('master').map(getNodeAddress))
    for (const [address, subscriber] of subscribers) if (!masters.has(address)) subscriber.close()
  }
  cluster.on('refresh', onSlotsRefreshed)

  return {
    getSlot,
    getSubscriber(slot) {
      const address = getSlotOwner(cluster, slot)
      return subscribers.get(address) ?? openSubscriber(address)
    },
    isSlotOwner: (subscriber, slot) => subscribers.get(getSlotOwner(cluster, slot)) === subscriber,
    refreshSlots: () => new Promise((resolve) => cluster.refreshSlotsCache(() => resolve())),
    isUp: () => cluster.status === 'ready',
    close() {
      cluster.off('refresh', onSlotsRefreshed)
      for (const subscriber of subscribers.values()) subscriber.close()
    },
  }
}

export const createSubscribers = (redis: Ctx['redis'], dependencies: Dependencies): Subscribers =>
  isCluster(redis) ? createClusterSubscribers(redis, dependencies) : createSingleSubscriber(redis, dependencies)
