import { parseArgs } from 'node:util'
import { wholeNumber } from '../proving/whole-number.ts'

/** What is put on the stack, and for how long. */
export type LoadOptions = {
  sockets: number
  messagesPerSecond: number
  callsPerSecond: number
  seconds: number
  /** How long each of the growing rates lasts after that; none are tried when it is 0. */
  stepSeconds: number
  out: string | undefined
}

const FULL = { sockets: 2_000, messagesPerSecond: 40, callsPerSecond: 100, seconds: 600, stepSeconds: 30 }
const QUICK = { sockets: 100, messagesPerSecond: 10, callsPerSecond: 20, seconds: 10, stepSeconds: 0 }

/** `--quick` is small enough for a first look; what is said besides wins. */
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
  const usual = values.quick ? QUICK : FULL
  const whole = (name: 'sockets' | 'messages' | 'calls' | 'seconds' | 'step', otherwise: number, least = 1): number =>
    wholeNumber(name, values[name], otherwise, least)
  return {
    sockets: whole('sockets', usual.sockets, 2),
    messagesPerSecond: whole('messages', usual.messagesPerSecond),
    callsPerSecond: whole('calls', usual.callsPerSecond),
    seconds: whole('seconds', usual.seconds),
    stepSeconds: whole('step', usual.stepSeconds, 0),
    out: values.out,
  }
}
