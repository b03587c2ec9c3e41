import { REQUEST_TIMEOUT_MS } from '@app/contract/limits'
import type { PushOf, ServerFrames } from '@app/contract/pushes'
import { io, type Socket } from 'socket.io-client'

const BACKOFF_MIN_MS = 500
const BACKOFF_MAX_MS = 30_000

type Listeners = {
  onReady: () => void
  onMessage: (push: PushOf<'chat:message'>) => void
  onRead: (push: PushOf<'chat:read'>) => void
}

export type Connection = {
  isUp: () => boolean
  /** Resolves when the connection is ready again, not at once if it is ready now. */
  waitForReconnect: () => Promise<void>
  close: () => void
}

/** Opens a socket that reconnects with the same backoff as the web client. */
export function connectWithRetry(url: string, token: string, { onReady, onMessage, onRead }: Listeners): Connection {
  let attempt = 0
  let isUp = false
  let timer: NodeJS.Timeout | undefined
  const socket: Socket<ServerFrames> = io(url, {
    transports: ['websocket'],
    auth: { sessionId: token },
    reconnection: false,
    forceNew: true,
    timeout: REQUEST_TIMEOUT_MS,
    // The library verifies certificates by default, even if Node is configured not to.
    rejectUnauthorized: process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0',
  })
  let resolveReady = () => {}
  const nextReady = () =>
    new Promise<void>((resolve) => {
      resolveReady = resolve
    })
  let ready = nextReady()

  function reconnect(): void {
    isUp = false
    clearTimeout(timer)
    const delayMs = Math.min(BACKOFF_MAX_MS, BACKOFF_MIN_MS * 2 ** attempt) * (0.5 + Math.random() / 2)
    attempt += 1
    timer = setTimeout(() => socket.connect(), delayMs)
  }

  socket.on('ready', () => {
    attempt = 0
    isUp = true
    onReady()
    resolveReady()
    ready = nextReady()
  })
  socket.on('chat:message', onMessage)
  socket.on('chat:read', onRead)
  socket.on('disconnect', (reason) => reason === 'io client disconnect' || reconnect())
  socket.on('connect_error', () => {
    socket.disconnect()
    reconnect()
  })

  return {
    isUp: () => isUp,
    waitForReconnect: () => ready,
    close() {
      clearTimeout(timer)
      socket.disconnect()
    },
  }
}
