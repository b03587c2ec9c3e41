import { parseArgs } from 'node:util'
import { parseWholeNumber } from '../common/whole-number.ts'

/** The load on the stack, and its duration. */
export type LoadOptions = {
  sockets: number
  messagesPerSecond: number
  requestsPerSecond: number
  seconds: number
  /** Seconds of each step of the ramp that follows; 0 for no ramp. */
  stepSeconds: number
  out: string | undefined
}

const FULL = { sockets: 2_000, messagesPerSecond: 40, requestsPerSecond: 100, seconds: 600, stepSeconds: 30 }
const QUICK = { sockets: 100, messagesPerSecond: 10, requestsPerSecond: 20, seconds: 10, stepSeconds: 0 }

/** Parses the options. `--quick` sets smaller defaults for a short run; explicit options override them. */
export function parseOptions(args: string[]): LoadOptions {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      sockets: { type: 'string' },
      messages: { type: 'string' },
      requests: { type: 'string' },
      seconds: { type: 'string' },
      step: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const defaults = values.quick ? QUICK : FULL
  const parseOption = (
    name: 'sockets' | 'messages' | 'requests' | 'seconds' | 'step',
    defaultValue: number,
    min = 1,
  ): number => parseWholeNumber(name, values[name], defaultValue, min)
  return {
    sockets: parseOption('sockets', defaults.sockets, 2),
    messagesPerSecond: parseOption('messages', defaults.messagesPerSecond),
    requestsPerSecond: parseOption('requests', defaults.requestsPerSecond),
    seconds: parseOption('seconds', defaults.seconds),
    stepSeconds: parseOption('step', defaults.stepSeconds, 0),
    out: values.out,
  }
}
