import type { Caller } from '../bench/world.ts'
import { pick, randomFrom } from '../demo/random.ts'

/** A call as a member's browser makes it, beside the messages. */
export type Call = { what: string; method: 'GET' | 'POST'; path: string; body?: object }

const ANYBODY = { sex: 'FEMALE', orientations: [], minAge: 18, maxAge: 99 }
const ALL_ADS = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }

const get = (what: string, path: string) => ({ what, method: 'GET' as const, path })

/** What members open while they chat: mostly chats, now and then everything else. */
const CALLS: { often: number; of: (caller: Caller, chatId: string, name: string) => Call }[] = [
  { often: 20, of: () => get('chat list', '/chats') },
  { often: 25, of: (_, chatId) => get('chat', `/chats/${chatId}`) },
  { often: 5, of: () => get('counts', '/chats/count') },
  { often: 10, of: (_, __, name) => get('profile', `/members/username/${encodeURIComponent(name)}`) },
  {
    often: 10,
    of: () => ({
      what: 'search',
      method: 'POST',
      path: '/profiles/search-encrypted',
      body: { couples: false, person1Selection: ANYBODY, person2Selection: null, cities: ['Stockholm'], page: 0 },
    }),
  },
  { often: 5, of: () => get('groups', '/groups') },
  { often: 5, of: () => get('events', '/events/public') },
  { often: 10, of: () => get('photo feed', '/movie') },
  { often: 4, of: () => ({ what: 'ads', method: 'POST', path: '/ads/filtered', body: ALL_ADS }) },
  { often: 4, of: () => get('news', '/news') },
  { often: 2, of: () => ({ what: 'last active', method: 'POST', path: '/members/last-active' }) },
]

const DEALT = CALLS.flatMap(({ often, of }) => Array.from({ length: often }, () => of))

/** Draws calls, the same ones in every run. */
export function createMix(callers: Caller[], names: string[]): () => { caller: Caller; call: Call } {
  const random = randomFrom(11)
  return () => {
    const caller = pick(random, callers)
    return { caller, call: pick(random, DEALT)(caller, pick(random, caller.chatIds), pick(random, names)) }
  }
}
