import { createRandom, pick, pickInteger } from '../../demo/random.ts'
import { SERVICE_NAMES, type ServiceName } from '../common/isolated-stack.ts'
import type { LedgerOptions } from './options.ts'

export type Victim = ServiceName | 'redis'

/** The schedule of a run, in milliseconds from its start; members and chats are indexes. */
export type Plan = {
  pairs: [number, number][]
  sends: { at: number; chat: number; side: 0 | 1; text: string; abortAfterMs: number | null }[]
  reads: { at: number; chat: number; side: 0 | 1 }[]
  kills: { at: number; victim: Victim; downtimeMs: number; isEmptied: boolean }[]
}

/** Texts repeat on purpose: messages with the same text are still different messages. */
const MESSAGE_TEXTS = [
  'Hej!',
  'Ja, gärna.',
  'Vi ses på onsdag.',
  'Haha, precis så.',
  '**Nej!** Eller jo.',
  '🙂',
  'Ok då.',
]
/**
 * One in this many sends is aborted 1 to 25 ms after it begins, possibly after the message was stored; a faster
 * response still arrives.
 */
const ABORTED_ONE_IN = 15
const READ_ONE_IN = 12

/** Creates the whole random plan from one seed. */
export function createPlan({ seed, messages, members, kills, perSecond }: LedgerOptions): Plan {
  const random = createRandom(seed)
  const duration = (messages / perSecond) * 1_000
  const pairs = createPairs(members)
  const randomTime = () => Math.floor(random() * duration)
  const side = () => pickInteger(random, 0, 1) as 0 | 1
  const chat = () => pickInteger(random, 0, pairs.length - 1)
  return {
    pairs,
    sends: sortByTime(
      Array.from({ length: messages }, () => ({
        at: randomTime(),
        chat: chat(),
        side: side(),
        text: pick(random, MESSAGE_TEXTS),
        abortAfterMs: pickInteger(random, 1, ABORTED_ONE_IN) === 1 ? pickInteger(random, 1, 25) : null,
      })),
    ),
    reads: sortByTime(
      Array.from({ length: Math.ceil(messages / READ_ONE_IN) }, () => ({
        at: randomTime(),
        chat: chat(),
        side: side(),
      })),
    ),
    kills: sortByTime(
      [...SERVICE_NAMES, 'redis' as const].flatMap((victim) =>
        Array.from({ length: kills }, (_, index) => ({
          at: randomTime(),
          victim,
          downtimeMs: pickInteger(random, 200, 1_500),
          isEmptied: victim === 'redis' && index === 0,
        })),
      ),
    ),
  }
}

const sortByTime = <Item extends { at: number }>(items: Item[]): Item[] => items.sort((a, b) => a.at - b.at)

/**
 * Pairs each member with the next and, if there is one, with the opposite member: with an even number of members, each
 * is in three chats.
 */
export function createPairs(members: number): [number, number][] {
  const all = Array.from({ length: members }, (_, index) => index)
  const ring = all.map((index): [number, number] => [index, (index + 1) % members])
  const half = Math.floor(members / 2)
  const across = all.slice(0, half).map((index): [number, number] => [index, index + half])
  return [...ring, ...across]
}
