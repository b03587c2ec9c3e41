import { parseArgs } from 'node:util'
import { wholeNumber } from '../proving/whole-number.ts'

export type LedgerOptions = { seed: number; messages: number; members: number; kills: number; perSecond: number }

/** `--quick` is small enough for a first look; what is said besides wins. */
export function readOptions(args: string[]): LedgerOptions {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      seed: { type: 'string' },
      messages: { type: 'string' },
      members: { type: 'string' },
      kills: { type: 'string' },
      rate: { type: 'string' },
    },
  })
  const whole = (name: 'seed' | 'messages' | 'members' | 'kills' | 'rate', usual: number, least: number): number =>
    wholeNumber(name, values[name], usual, least)
  return {
    seed: whole('seed', 1, 0),
    messages: whole('messages', values.quick ? 300 : 2_000, 1),
    members: whole('members', 20, 4),
    kills: whole('kills', values.quick ? 1 : 3, 0),
    perSecond: whole('rate', values.quick ? 25 : 40, 1),
  }
}
