import type { Ctx } from '@app/server/context'
import { createEars, type Ear } from './ears.ts'

export type Subscriptions = {
  /** Resolves once Redis has confirmed every one of these channels, to whether all of them have been heard ever since. */
  hear: (channels: string[]) => Promise<() => boolean>
  forget: (channel: string) => void
  isUp: () => boolean
  close: () => void
}

type Listeners = {
  onMessage: (channel: string, text: string) => void
  /** These channels were not heard for a moment at least. */
  onLost: (channels: string[]) => void
}

type Place = { slot: number; ear: Ear; confirmed: Promise<unknown> }

/**
 * All that this process hears of Redis. What is said while an ear is deaf or at the wrong node is lost: whoever listened has
 * to come again and fetch what it missed.
 */
export function createSubscriptions(
  { redis, log }: Pick<Ctx, 'redis' | 'log'>,
  { onMessage, onLost }: Listeners,
): Subscriptions {
  const places = new Map<string, Place>()
  let closed = false

  function loseWhere(isLost: (place: Place) => boolean): void {
    const lost = [...places].filter(([, place]) => isLost(place)).map(([channel]) => channel)
    for (const channel of lost) forget(channel)
    if (lost.length > 0 && !closed) onLost(lost)
  }

  const ears = createEars(redis, {
    log,
    onMessage,
    onDeaf: (ear) => loseWhere((place) => place.ear === ear),
    onMoved: () => loseWhere(({ ear, slot }) => !ears.serves(ear, slot)),
  })

  function forget(channel: string): void {
    const place = places.get(channel)
    places.delete(channel)
    place?.ear.unsubscribe(channel)
  }

  function subscribe(wanted: string[]): void {
    for (const slot of new Set(wanted.map(ears.slotOf))) {
      const ear = ears.earAt(slot)
      const channels = wanted.filter((channel) => ears.slotOf(channel) === slot)
      const confirmed = ear.subscribe(channels)
      for (const channel of channels) places.set(channel, { slot, ear, confirmed })
      confirmed.catch(() => {
        for (const channel of channels) if (places.get(channel)?.confirmed === confirmed) forget(channel)
      })
    }
  }

  async function hearOnce(wanted: string[]): Promise<() => boolean> {
    subscribe(wanted.filter((channel) => !places.has(channel)))
    const heard = wanted.map((channel) => places.get(channel))
    await Promise.all(heard.map((place) => place?.confirmed))
    return () => wanted.every((channel, index) => places.get(channel) === heard[index])
  }

  return {
    /** Whoever was asked may have given the channel away a moment ago. */
    hear: (wanted) => hearOnce(wanted).catch(() => ears.lookAround().then(() => hearOnce(wanted))),
    forget,
    isUp: () => !closed && ears.isUp(),
    close() {
      closed = true
      ears.close()
    },
  }
}
