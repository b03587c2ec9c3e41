import { CALL_TIMEOUT } from '@app/contract/limits'
import type { Push } from '@app/contract/pushes'
import type { Socket } from 'socket.io-client'
import { setLink } from '../lib/link.ts'

const BACKOFF_MIN_MS = 500
const BACKOFF_MAX_MS = 30_000
/** The hub is heard of more often than this; a connection that has been silent for longer is dead. */
const SILENCE_MAX_MS = 25_000

/** A connection that has just been begun is given this long before it is begun anew. */
const CONNECT_GRACE_MS = 2_000

/** Half of it is certain, half is chance, so that a restart does not bring everybody back at the same moment. */
const backoff = (attempt: number): number =>
  Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** attempt) * (0.5 + Math.random() / 2)

type Options = {
  sessionId: string
  onPush: (push: Push) => void
  /** The hub now tells everything, so what was missed can be asked for. */
  onReady: () => void
  /** The hub does not want this login; whether it is over the gateway knows. */
  onRefused: () => void
}

/** The one connection of this page. It comes back by itself until it is closed. */
export function openSocket({ sessionId, onPush, onReady, onRefused }: Options): { close: () => void } {
  let creating: Promise<Socket> | null = null
  let socket: Socket | null = null
  let closed = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let receivedAt = 0
  let startedAt = 0

  function scheduleReconnect(): void {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => void connect(), backoff(attempt))
    attempt += 1
  }

  function onLinkLost(): void {
    setLink(null)
    scheduleReconnect()
  }

  async function createSocket(): Promise<Socket> {
    const { io } = await import('socket.io-client')
    const created = io({
      transports: ['websocket'],
      auth: { sessionId },
      autoConnect: false,
      reconnection: false,
      timeout: CALL_TIMEOUT,
    })
    created.on('connect', () => {
      // Not ready within the time of a call: try anew.
      timer = setTimeout(restart, CALL_TIMEOUT)
    })
    created.on('ready', () => {
      clearTimeout(timer)
      attempt = 0
      setLink((frame, ...args) => created.emit(frame, ...args))
      onReady()
    })
    created.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') onRefused()
      if (reason !== 'io client disconnect') onLinkLost()
    })
    created.on('connect_error', ({ message }) => {
      if (message === 'PLEASE_LOGIN') onRefused()
      created.disconnect()
      onLinkLost()
    })
    created.onAny((_, push: Push | undefined) => {
      receivedAt = Date.now()
      if (push) onPush(push)
    })
    created.io.on('ping', () => {
      receivedAt = Date.now()
    })
    return created
  }

  async function connect(): Promise<void> {
    clearTimeout(timer)
    try {
      creating ??= createSocket()
      socket = await creating
      if (closed || socket.connected) return
      startedAt = Date.now()
      socket.connect()
    } catch {
      // The code could not be fetched: as good as no connection.
      creating = null
      scheduleReconnect()
    }
  }

  function restart(): void {
    socket?.disconnect()
    setLink(null)
    attempt = 0
    void connect()
  }

  /** Something suggests that the network has changed: look at once instead of at the next heartbeat. */
  function checkConnection(): void {
    const silentMs = Date.now() - (socket?.connected ? receivedAt : startedAt)
    if (!closed && silentMs > (socket?.connected ? SILENCE_MAX_MS : CONNECT_GRACE_MS)) restart()
  }

  function onOffline(): void {
    socket?.disconnect()
    onLinkLost()
  }

  const onVisible = () => document.visibilityState === 'visible' && checkConnection()
  window.addEventListener('online', restart)
  window.addEventListener('focus', checkConnection)
  window.addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', onVisible)
  void connect()

  return {
    close() {
      closed = true
      clearTimeout(timer)
      window.removeEventListener('online', restart)
      window.removeEventListener('focus', checkConnection)
      window.removeEventListener('offline', onOffline)
      document.removeEventListener('visibilitychange', onVisible)
      socket?.disconnect()
      setLink(null)
    },
  }
}
