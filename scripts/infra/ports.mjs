import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * @param {number} port
 * @param {string} [host]
 * @returns {Promise<boolean>} whether no program listens on the port
 */
export async function isFree(port, host = '127.0.0.1') {
  const server = createServer()
  try {
    server.listen({ port, host, exclusive: true })
    await once(server, 'listening')
    return true
  } catch (error) {
    // The service that uses the port reports any other error, such as a missing permission for a low port.
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'EADDRINUSE'
  } finally {
    server.close()
  }
}

/** Returns a free port below the ephemeral range, so that no outgoing connection takes it in the meantime. */
export async function findFreePort() {
  for (let attempt = 0; attempt < 100; attempt++) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port between 20000 and 32000.')
}
