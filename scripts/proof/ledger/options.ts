import { parseArgs } from 'node:util'
import { parseWholeNumber } from '../common/whole-number.ts'

export type LedgerOptions = { seed: number; messages: number; members: number; kills: number; perSecond: number }

/** Parses the options. `--quick` sets smaller defaults for a short run; explicit options override them. */
export function parseOptions(args: string[]): LedgerOptions {
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
  const parseOption = (
    name: 'seed' | 'messages' | 'members' | 'kills' | 'rate',
    defaultValue: number,
    min: number,
  ): number => parseWholeNumber(name, values[name], defaultValue, min)
  return {
    seed: parseOption('seed', 1, 0),
    messages: parseOption('messages', values.quick ? 300 : 2_000, 1),
    members: parseOption('members', 20, 4),
    kills: parseOption('kills', values.quick ? 1 : 3, 0),
    perSecond: parseOption('rate', values.quick ? 25 : 40, 1),
  }
}
