import { parseArgs } from 'node:util'

/** How large the world is, and how long and how often each thing is measured. */
export type BenchOptions = {
  members: number
  chatsEach: number
  messagesEach: number
  callers: number
  sockets: number
  memorySockets: number
  perSecond: number
  rounds: number
  seconds: number
  out: string | undefined
}

const FULL = {
  members: 5_000,
  chatsEach: 40,
  messagesEach: 50,
  callers: 1_000,
  sockets: 1_000,
  memorySockets: 4_000,
  perSecond: 200,
  rounds: 5,
  seconds: 5,
}

const QUICK = { ...FULL, members: 1_000, chatsEach: 8, memorySockets: 1_000, rounds: 2, seconds: 3 }

export function readOptions(args: string[]): BenchOptions {
  const { values } = parseArgs({
    args,
    options: { quick: { type: 'boolean', default: false }, out: { type: 'string' } },
  })
  return { ...(values.quick ? QUICK : FULL), out: values.out }
}
