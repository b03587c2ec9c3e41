import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a port on which nothing listens. */
export async function findFreePort(): Promise<string> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return String(address && typeof address === 'object' && address.port)
}
