import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<boolean>} whether nobody listens there
 */
export async function isFree(port, host = '127.0.0.1') {
  const server = createServer()
  try {
    server.listen({ port, host, exclusive: true })
    await once(server, 'listening')
    return true
  } catch (error) {
    // Any other refusal (no IPv6 here, no right to a low port) is for the server itself to tell.
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE'
  } finally {
    server.close()
  }
}

/** A free port below those that the system hands out to clients, so that no connection takes it meanwhile. */
export async function freePort() {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port between 20000 and 32000.')
}
