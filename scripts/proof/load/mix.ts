import { createRandom, pick } from '../../demo/random.ts'
import type { Caller } from '../bench/world.ts'

/** A request of a member's browser other than sending a message. */
type PlannedRequest = { label: string; method: 'GET' | 'POST'; path: string; body?: object }

const ANY_WOMAN = { sex: 'FEMALE', orientations: [], minAge: 18, maxAge: 99 }
const ALL_ADS = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }

const get = (label: string, path: string) => ({ label, method: 'GET' as const, path })

/** Requests of members who mostly chat and sometimes open other pages. */
const REQUESTS: {
  weight: number
  createRequest: (chatId: string, userName: string) => PlannedRequest
}[] = [
  { weight: 20, createRequest: () => get('chat list', '/chats') },
  { weight: 25, createRequest: (chatId) => get('chat', `/chats/${chatId}`) },
  { weight: 5, createRequest: () => get('counts', '/chats/count') },
  {
    weight: 10,
    createRequest: (_, userName) => get('profile', `/members/username/${encodeURIComponent(userName)}`),
  },
  {
    weight: 10,
    createRequest: () => ({
      label: 'search',
      method: 'POST',
      path: '/profiles/search-encrypted',
      body: { couples: false, person1Selection: ANY_WOMAN, person2Selection: null, cities: ['Stockholm'], page: 0 },
    }),
  },
  { weight: 5, createRequest: () => get('groups', '/groups') },
  { weight: 5, createRequest: () => get('events', '/events/public') },
  { weight: 10, createRequest: () => get('photo feed', '/movie') },
  { weight: 4, createRequest: () => ({ label: 'ads', method: 'POST', path: '/ads/filtered', body: ALL_ADS }) },
  { weight: 4, createRequest: () => get('news', '/news') },
  { weight: 2, createRequest: () => ({ label: 'last active', method: 'POST', path: '/members/last-active' }) },
]

const WEIGHTED_REQUESTS = REQUESTS.flatMap(({ weight, createRequest }) =>
  Array.from({ length: weight }, () => createRequest),
)

/** Returns a generator of pseudorandom requests, the same in every run. */
export function createMix(callers: Caller[], userNames: string[]): () => { caller: Caller; planned: PlannedRequest } {
  const random = createRandom(11)
  return () => {
    const caller = pick(random, callers)
    const createRequest = pick(random, WEIGHTED_REQUESTS)
    return { caller, planned: createRequest(pick(random, caller.chatIds), pick(random, userNames)) }
  }
}
