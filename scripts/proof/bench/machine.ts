import { cpus, totalmem } from 'node:os'

/** Describes the machine that runs the measurements. */
export const describeMachine = () => ({
  cores: cpus().length,
  processor: cpus()[0]?.model ?? 'unknown',
  memory: totalmem(),
  node: process.version,
})

export const formatMachine = ({ cores, processor, memory, node }: ReturnType<typeof describeMachine>): string =>
  `${cores} cores (${processor}), ${Math.round(memory / 2 ** 30)} GiB, Node ${node}; PostgreSQL, Redis, the services and the load generator on the same machine`
