import { cpus, totalmem } from 'node:os'

/** Describes the machine on which the figures were measured. */
export const machine = () => ({
  cores: cpus().length,
  processor: cpus()[0]?.model ?? 'unknown',
  memory: totalmem(),
  node: process.version,
})

export const machineLine = ({ cores, processor, memory, node }: ReturnType<typeof machine>): string =>
  `${cores} cores (${processor}), ${Math.round(memory / 2 ** 30)} GiB, Node ${node}; PostgreSQL, Redis, the services and the load generator on the same machine`
