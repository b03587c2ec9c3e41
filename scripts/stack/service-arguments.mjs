import { join } from 'node:path'
import { root } from '../infra/paths.mjs'

/**
 * Node's options for single services. In a container with 512 MiB, Node by default collects garbage after each megabyte
 * of new objects, which takes a third of a gateway's CPU time. Hubs keep the default, because memory is their limit.
 * @type {Record<string, string[]>}
 */
const NODE_OPTIONS = { gateway: ['--max-semi-space-size=32'] }

/**
 * Returns the arguments with which Node runs a built service, as in docker-compose.yml.
 * @param {string} name
 */
export const serviceArguments = (name) => [
  '--enable-source-maps',
  ...(NODE_OPTIONS[name] ?? []),
  join(root, 'services', name, 'dist/main.js'),
]
