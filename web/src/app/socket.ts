import { REQUEST_TIMEOUT_MS } from '@app/contract/limits'
import type { Push } from '@app/contract/pushes'
import type { Socket } from 'socket.io-client'
import { loadChunk } from '../lib/device/chunks.ts'
import { setHubConnection } from '../lib/realtime/hub-connection.ts'

const BACKOFF_MIN_MS = 500
const BACKOFF_MAX_MS = 30_000
/** The hub sends heartbeats at shorter intervals, so a connection that has been silent for longer is dead. */
const SILENCE_MAX_MS = 25_000

/** The time after which a pending connection attempt may be restarted. */
const CONNECT_GRACE_MS = 2_000

/** Returns the backoff with 50 % jitter, so that clients do not all reconnect at once after a server restart. */
const computeBackoffMs = (attempt: number): number =>
  Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** attempt) * (0.5 + Math.random() / 2)

type Options = {
  sessionId: string
  onPush: (push: Push) => void
  /** Called when the hub has subscribed the member to all pushes, so that the client can resync. */
  onReady: () => void
  /** Called when the hub rejects the session or closes the connection; only the gateway knows whether it has ended. */
  onRejected: () => void
}

/** Opens the page's only connection to the hub, which reconnects until it is closed. */
export function openSocket({ sessionId, onPush, onReady, onRejected }: Options): { close: () => void } {
  let socketPromise: Promise<Socket> | null = null
  let socket: Socket | null = null
  let closed = false
  let attempt = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let receivedAt = 0
  let startedAt = 0

  function scheduleReconnect(): void {
    clearTimeout(timer)
    if (closed) return
    timer = setTimeout(() => void connect(), computeBackoffMs(attempt))
    attempt += 1
  }

  function onConnectionLost(): void {
    setHubConnection(null)
    scheduleReconnect()
  }

  async function createSocket(): Promise<Socket> {
    const { io } = await loadChunk(() => import('socket.io-client'))
    const newSocket = io({
      transports: ['websocket'],
      auth: { sessionId },
      autoConnect: false,
      reconnection: false,
      timeout: REQUEST_TIMEOUT_MS,
    })
    newSocket.on('connect', () => {
      receivedAt = Date.now()
      // Reconnects if the hub is not ready within the request timeout.
      timer = setTimeout(restart, REQUEST_TIMEOUT_MS)
    })
    newSocket.on('ready', () => {
      clearTimeout(timer)
      attempt = 0
      setHubConnection((frame, ...args) => newSocket.emit(frame, ...args))
      onReady()
    })
    newSocket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') onRejected()
      if (reason !== 'io client disconnect') onConnectionLost()
    })
    newSocket.on('connect_error', ({ message }) => {
      if (message === 'PLEASE_LOGIN') onRejected()
      newSocket.disconnect()
      onConnectionLost()
    })
    newSocket.onAny((_, push: Push | undefined) => {
      receivedAt = Date.now()
      if (push) onPush(push)
    })
    newSocket.io.on('ping', () => {
      receivedAt = Date.now()
    })
    return newSocket
  }

  async function connect(): Promise<void> {
    clearTimeout(timer)
    try {
      socketPromise ??= createSocket()
      socket = await socketPromise
      if (closed || socket.connected) return
      startedAt = Date.now()
      socket.connect()
    } catch {
      // The client library could not be loaded: handled like a failed connection.
      socketPromise = null
      scheduleReconnect()
    }
  }

  function restart(): void {
    socket?.disconnect()
    setHubConnection(null)
    attempt = 0
    void connect()
  }

  /**
   * Reconnects when the member returns to the page, if the connection was silent or an attempt pending for too long.
   */
  function checkConnection(): void {
    const silentMs = Date.now() - (socket?.connected ? receivedAt : startedAt)
    if (!closed && silentMs > (socket?.connected ? SILENCE_MAX_MS : CONNECT_GRACE_MS)) restart()
  }

  function onOffline(): void {
    socket?.disconnect()
    onConnectionLost()
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
      setHubConnection(null)
    },
  }
}
