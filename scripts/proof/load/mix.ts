import { pick, randomFrom } from '../../demo/random.ts'
import type { Caller } from '../bench/world.ts'

/** A call that a member's browser makes, apart from messages. */
export type Call = { what: string; method: 'GET' | 'POST'; path: string; body?: object }

const ANYBODY = { sex: 'FEMALE', orientations: [], minAge: 18, maxAge: 99 }
const ALL_ADS = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }

const get = (what: string, path: string) => ({ what, method: 'GET' as const, path })

/** Calls of members who chat, with weights: mostly chats, occasionally other pages. */
const CALLS: { weight: number; createCall: (caller: Caller, chatId: string, name: string) => Call }[] = [
  { weight: 20, createCall: () => get('chat list', '/chats') },
  { weight: 25, createCall: (_, chatId) => get('chat', `/chats/${chatId}`) },
  { weight: 5, createCall: () => get('counts', '/chats/count') },
  { weight: 10, createCall: (_, __, name) => get('profile', `/members/username/${encodeURIComponent(name)}`) },
  {
    weight: 10,
    createCall: () => ({
      what: 'search',
      method: 'POST',
      path: '/profiles/search-encrypted',
      body: { couples: false, person1Selection: ANYBODY, person2Selection: null, cities: ['Stockholm'], page: 0 },
    }),
  },
  { weight: 5, createCall: () => get('groups', '/groups') },
  { weight: 5, createCall: () => get('events', '/events/public') },
  { weight: 10, createCall: () => get('photo feed', '/movie') },
  { weight: 4, createCall: () => ({ what: 'ads', method: 'POST', path: '/ads/filtered', body: ALL_ADS }) },
  { weight: 4, createCall: () => get('news', '/news') },
  { weight: 2, createCall: () => ({ what: 'last active', method: 'POST', path: '/members/last-active' }) },
]

const WEIGHTED_CALLS = CALLS.flatMap(({ weight, createCall }) => Array.from({ length: weight }, () => createCall))

/** Returns a generator of random calls, the same in every run. */
export function createMix(callers: Caller[], names: string[]): () => { caller: Caller; call: Call } {
  const random = randomFrom(11)
  return () => {
    const caller = pick(random, callers)
    return { caller, call: pick(random, WEIGHTED_CALLS)(caller, pick(random, caller.chatIds), pick(random, names)) }
  }
}
