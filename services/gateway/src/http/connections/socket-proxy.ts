import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { proxyUpgrade } from 'httpxy'
import type { App } from '../app.ts'

const UPGRADE_TIMEOUT_MS = 5_000
/** The time from a failed upgrade to the closing of the socket, in which a rejection by the hub reaches the client. */
const REJECTION_DELAY_MS = 1_000

/** Closes each side when the other one closes. */
function closeTogether(socket: Duplex, upstream: Duplex): void {
  upstream.once('close', () => socket.end())
  socket.once('close', () => upstream.destroy())
  if (socket.destroyed) upstream.destroy()
}

/** Proxies WebSockets to the hub, for installations where the gateway owns the public port. */
export function registerSocketProxy(app: App, hubUrl: string): void {
  const openSockets = new Set<Duplex>()
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    openSockets.add(socket)
    socket.once('close', () => openSockets.delete(socket))
    if (!request.url?.startsWith('/socket.io/')) return void socket.destroy()
    proxyUpgrade(hubUrl, request, socket, head, { upgradeTimeout: UPGRADE_TIMEOUT_MS }).then(
      (upstream) => closeTogether(socket, upstream),
      () => setTimeout(() => socket.destroy(), REJECTION_DELAY_MS).unref(),
    )
  })
  // Shutdown waits for every connection, and these would stay open for hours.
  app.addHook('preClose', async () => {
    for (const socket of openSockets) socket.destroy()
  })
}
