import type { Ctx } from '@app/server/context'

/** Redis is asked this often whether it still hears us, and given up when it is silent for as long as the second says. */
const HEARTBEAT = 1_000
const SILENCE = 2_500

export type Subscriptions = {
  /** Resolves once Redis has confirmed every one of these channels. */
  hear: (channels: string[]) => Promise<void>
  forget: (channel: string) => void
  isUp: () => boolean
  close: () => void
}

type Listeners = { onMessage: (channel: string, text: string) => void; onLost: () => void }

/**
 * The one connection on which this process hears Redis. What is said while it is away is lost, so a new connection
 * starts without channels: whoever listened has to come again and fetch what it missed.
 */
export function createSubscriptions(
  { redis, log }: Pick<Ctx, 'redis' | 'log'>,
  { onMessage, onLost }: Listeners,
): Subscriptions {
  const channels = new Map<string, Promise<unknown>>()
  const subscriber = redis.duplicate({
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    socketTimeout: SILENCE,
  })
  let up = false

  subscriber.on('ready', () => {
    up = true
    log.info('pushes are heard')
  })
  subscriber.on('close', () => {
    if (!up) return
    up = false
    channels.clear()
    log.warn('pushes are not heard any more')
    onLost()
  })
  subscriber.on('error', (error) => log.warn({ err: error }, 'Redis is out of reach'))
  subscriber.on('message', onMessage)
  subscriber.connect().catch(() => {})
  const heartbeat = setInterval(() => {
    if (up) subscriber.ping().catch(() => {})
  }, HEARTBEAT)

  function forget(channel: string): void {
    if (!channels.delete(channel) || !up) return
    subscriber.unsubscribe(channel).catch((error: unknown) => log.debug({ err: error }, 'a channel stays open'))
  }

  return {
    async hear(wanted) {
      const unheard = wanted.filter((channel) => !channels.has(channel))
      if (unheard.length > 0) {
        const confirmed = subscriber.subscribe(...unheard)
        for (const channel of unheard) channels.set(channel, confirmed)
        confirmed.catch(() => {
          for (const channel of unheard) if (channels.get(channel) === confirmed) forget(channel)
        })
      }
      await Promise.all(wanted.map((channel) => channels.get(channel)))
    },
    forget,
    isUp: () => up,
    close() {
      up = false
      clearInterval(heartbeat)
      subscriber.disconnect()
    },
  }
}
