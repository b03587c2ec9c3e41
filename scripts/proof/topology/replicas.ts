import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ManagedChild, stopChild } from '../../child-process.mjs'
import { root } from '../../infra/paths.mjs'
import { startOnce } from '../../stack/services.mjs'
import { isComplaint, SERVICE_NAMES, type ServiceName } from '../common/own-stack.ts'

const REPLICAS_PER_SERVICE = 2
const PORTS = { gateway: 'PORT', hub: 'HUB_PORT', worker: 'WORKER_PORT' } as const

export type Replica = {
  name: string
  /** Resolves when the replica is ready. */
  start: () => Promise<void>
  /** Asks the replica to stop; returns its exit code. */
  stop: () => Promise<number>
}

export type Replicas = {
  all: Replica[]
  /** Returns the addresses of the running replicas of a service. */
  addressesOf: (service: string) => string[]
  complaints: string[]
}

/** Milliseconds until the proxy has noticed a removed name; it resolves names every second. */
const NAME_CACHE_TIME = 2_000

/**
 * Creates two replicas of each service, each at its own address and all at the same port, as containers are. A name
 * resolves to a replica until it has exited, as for a container, or (`keepsNameUntilExit` is false) only until shortly
 * before it is asked to stop.
 */
export function createReplicas(
  folder: string,
  env: Record<string, string | undefined>,
  keepsNameUntilExit: boolean,
): Replicas {
  const running = new Map<string, { service: ServiceName; host: string; child: ManagedChild }>()
  const complaints: string[] = []
  const onLine = (name: string, line: string) => void (isComplaint(line) && complaints.push(`${name}: ${line}`))

  function aReplica(service: ServiceName, index: number): Replica {
    const [name, host] = [`${service} ${index + 1}`, `127.0.0.${index + 2}`]
    return {
      name,
      async start() {
        const { child } = await startOnce(
          {
            name,
            command: process.execPath,
            args: ['--enable-source-maps', join(root, 'services', service, 'dist/main.js')],
            cwd: root,
            env: { ...env, HOST: host },
            readyUrl: `http://${host}:${env[PORTS[service]]}/ready`,
            logFile: join(folder, 'logs', `${service}-${index + 1}.log`),
          },
          { log: () => {}, onLine },
        )
        running.set(name, { service, host, child })
      },
      async stop() {
        const replica = running.get(name)
        if (!replica) return 0
        if (keepsNameUntilExit) await stopChild(replica.child)
        running.delete(name)
        if (!keepsNameUntilExit) await pause(NAME_CACHE_TIME).then(() => stopChild(replica.child))
        return replica.child.exited
      },
    }
  }

  return {
    all: SERVICE_NAMES.flatMap((service) =>
      Array.from({ length: REPLICAS_PER_SERVICE }, (_, index) => aReplica(service, index)),
    ),
    addressesOf: (service) =>
      [...running.values()].filter((replica) => replica.service === service).map(({ host }) => host),
    complaints,
  }
}
