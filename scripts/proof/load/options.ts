import { parseArgs } from 'node:util'
import { parseWholeNumber } from '../common/whole-number.ts'

/** The load on the stack, and its duration. */
export type LoadOptions = {
  sockets: number
  messagesPerSecond: number
  callsPerSecond: number
  seconds: number
  /** Seconds of each step of the ramp after that; 0 for no ramp. */
  stepSeconds: number
  out: string | undefined
}

const FULL = { sockets: 2_000, messagesPerSecond: 40, callsPerSecond: 100, seconds: 600, stepSeconds: 30 }
const QUICK = { sockets: 100, messagesPerSecond: 10, callsPerSecond: 20, seconds: 10, stepSeconds: 0 }

/** Reads the options. `--quick` sets smaller defaults for a short run; explicit options override them. */
export function readOptions(args: string[]): LoadOptions {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      sockets: { type: 'string' },
      messages: { type: 'string' },
      calls: { type: 'string' },
      seconds: { type: 'string' },
      step: { type: 'string' },
      out: { type: 'string' },
    },
  })
  const defaults = values.quick ? QUICK : FULL
  const parseOption = (
    name: 'sockets' | 'messages' | 'calls' | 'seconds' | 'step',
    defaultValue: number,
    min = 1,
  ): number => parseWholeNumber(name, values[name], defaultValue, min)
  return {
    sockets: parseOption('sockets', defaults.sockets, 2),
    messagesPerSecond: parseOption('messages', defaults.messagesPerSecond),
    callsPerSecond: parseOption('calls', defaults.callsPerSecond),
    seconds: parseOption('seconds', defaults.seconds),
    stepSeconds: parseOption('step', defaults.stepSeconds, 0),
    out: values.out,
  }
}
