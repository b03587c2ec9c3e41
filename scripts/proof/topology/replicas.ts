import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type ManagedChild, stopChild } from '../../child-process.mjs'
import { root } from '../../infra/paths.mjs'
import { serviceArguments } from '../../stack/service-arguments.mjs'
import { startOnce } from '../../stack/services.mjs'
import { isErrorLine, PORT_SETTINGS, SERVICE_NAMES, type ServiceName } from '../common/isolated-stack.ts'

const REPLICAS_PER_SERVICE = 2

export type Replica = {
  name: string
  /** Resolves when the replica is ready. */
  start: () => Promise<void>
  /** Stops the replica and returns its exit code. */
  stop: () => Promise<number>
}

export type Replicas = {
  all: Replica[]
  /**
   * A gateway with rate limits that serves the web client itself, as in a setup without a proxy. It is not one of `all`
   * and has the service name `single-gateway`.
   */
  singleGateway: Replica & { url: string }
  /** Returns the addresses of the running replicas of a service. */
  listAddresses: (service: string) => string[]
  errorLines: string[]
}

/** The time until the proxy no longer uses a removed address; it resolves names every second. */
export const NAME_CACHE_MS = 2_000

type Environment = Record<string, string | undefined>

export type ReplicaOptions = {
  env: Environment
  /** The environment of the single gateway, in addition to `env`. */
  singleGatewayEnv: Environment
  isResolvableUntilExit: boolean
}

/**
 * Creates two replicas of each service, like containers: each has its own address, and all use the same port. With
 * `isResolvableUntilExit`, a service's name resolves to a replica until it has exited, as for containers; otherwise
 * only until shortly before it is stopped.
 */
export function createReplicas(
  folder: string,
  { env, singleGatewayEnv, isResolvableUntilExit }: ReplicaOptions,
): Replicas {
  const running = new Map<string, { service: string; host: string; child: ManagedChild }>()
  const errorLines: string[] = []
  const onLine = (name: string, line: string) => void (isErrorLine(line) && errorLines.push(`${name}: ${line}`))

  function createReplica(
    service: ServiceName,
    index: number,
    { resolvesAs = service, additionalEnv = {} }: { resolvesAs?: string; additionalEnv?: Environment } = {},
  ): Replica & { url: string } {
    const [name, host] = [`${service} ${index + 1}`, `127.0.0.${index + 2}`]
    const url = `http://${host}:${env[PORT_SETTINGS[service]]}`
    return {
      name,
      url,
      async start() {
        const { child } = await startOnce(
          {
            name,
            command: process.execPath,
            args: serviceArguments(service),
            cwd: root,
            env: { ...env, ...additionalEnv, HOST: host },
            readyUrl: `${url}/ready`,
            logFile: join(folder, 'logs', `${service}-${index + 1}.log`),
          },
          { log: () => {}, onLine },
        )
        running.set(name, { service: resolvesAs, host, child })
      },
      async stop() {
        const replica = running.get(name)
        if (!replica) return 0
        if (isResolvableUntilExit) await stopChild(replica.child)
        running.delete(name)
        if (!isResolvableUntilExit) await pause(NAME_CACHE_MS).then(() => stopChild(replica.child))
        return replica.child.exited
      },
    }
  }

  return {
    all: SERVICE_NAMES.flatMap((service) =>
      Array.from({ length: REPLICAS_PER_SERVICE }, (_, index) => createReplica(service, index)),
    ),
    singleGateway: createReplica('gateway', REPLICAS_PER_SERVICE, {
      resolvesAs: 'single-gateway',
      additionalEnv: singleGatewayEnv,
    }),
    listAddresses: (service) =>
      [...running.values()].filter((replica) => replica.service === service).map(({ host }) => host),
    errorLines,
  }
}
