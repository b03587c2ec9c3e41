import type { Ctx } from '@app/server/context'
import { createSubscribers, type Subscriber } from './subscribers.ts'

export type Subscriptions = {
  /** Resolves to a function that returns whether all channels have stayed subscribed, once Redis has confirmed them. */
  subscribe: (channels: string[]) => Promise<() => boolean>
  unsubscribe: (channel: string) => void
  isUp: () => boolean
  close: () => void
}

type Listeners = {
  onMessage: (channel: string, text: string) => void
  /** Reports channels whose subscription was interrupted. */
  onLost: (channels: string[]) => void
}

type Subscription = { slot: number; subscriber: Subscriber; confirmed: Promise<unknown> }

/**
 * Manages all Redis subscriptions of this process. Messages published while a subscriber is disconnected or on the
 * wrong node are lost, so the affected clients must reconnect and resync.
 */
export function createSubscriptions(
  { redis, log }: Pick<Ctx, 'redis' | 'log'>,
  { onMessage, onLost }: Listeners,
): Subscriptions {
  const subscriptions = new Map<string, Subscription>()
  let isClosed = false

  function dropSubscriptions(isLost: (subscription: Subscription) => boolean): void {
    const lostChannels = [...subscriptions]
      .filter(([, subscription]) => isLost(subscription))
      .map(([channel]) => channel)
    for (const channel of lostChannels) unsubscribe(channel)
    if (lostChannels.length > 0 && !isClosed) onLost(lostChannels)
  }

  const subscribers = createSubscribers(redis, {
    log,
    onMessage,
    onDisconnect: (subscriber) => dropSubscriptions((subscription) => subscription.subscriber === subscriber),
    onSlotsMoved: () => dropSubscriptions(({ subscriber, slot }) => !subscribers.isSlotOwner(subscriber, slot)),
  })

  function unsubscribe(channel: string): void {
    const subscription = subscriptions.get(channel)
    subscriptions.delete(channel)
    subscription?.subscriber.unsubscribe(channel)
  }

  function subscribeTo(requested: string[]): void {
    for (const slot of new Set(requested.map(subscribers.getSlot))) {
      const subscriber = subscribers.getSubscriber(slot)
      const channels = requested.filter((channel) => subscribers.getSlot(channel) === slot)
      const confirmed = subscriber.subscribe(channels)
      for (const channel of channels) subscriptions.set(channel, { slot, subscriber, confirmed })
      confirmed.catch(() => {
        for (const channel of channels) if (subscriptions.get(channel)?.confirmed === confirmed) unsubscribe(channel)
      })
    }
  }

  async function subscribeOnce(requested: string[]): Promise<() => boolean> {
    subscribeTo(requested.filter((channel) => !subscriptions.has(channel)))
    const currentSubscriptions = requested.map((channel) => subscriptions.get(channel))
    await Promise.all(currentSubscriptions.map((subscription) => subscription?.confirmed))
    return () => requested.every((channel, index) => subscriptions.get(channel) === currentSubscriptions[index])
  }

  return {
    /** Retries once with reloaded slots, since the slot may just have moved to another node. */
    subscribe: (requested) =>
      subscribeOnce(requested).catch(() => subscribers.refreshSlots().then(() => subscribeOnce(requested))),
    unsubscribe,
    isUp: () => !isClosed && subscribers.isUp(),
    close() {
      isClosed = true
      subscribers.close()
    },
  }
}
