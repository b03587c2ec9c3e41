import { cpus, totalmem } from 'node:os'

/** What figures were taken on. */
export const machine = () => ({
  cores: cpus().length,
  processor: cpus()[0]?.model ?? 'unknown',
  memory: totalmem(),
  node: process.version,
})
