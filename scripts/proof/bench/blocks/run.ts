import { randomUUID } from 'node:crypto'
import { step } from '../../../stack/progress.mjs'
import type { BenchContext } from '../context.ts'
import { bearer, get, post } from '../http.ts'
import { alternate, type Measurement, percentile } from '../measurements.ts'
import { startGateway } from '../processes.ts'
import { measureTimes } from '../search/measure.ts'
import type { Caller } from '../world.ts'
import { measureEffects } from './effects.ts'
import { fillGroups, insertBlocks, OWNERS } from './fill.ts'

/** The numbers of blocks that callers have, each with the maximum ratio of the request times to those without blocks. */
const BLOCKS = [
  { count: 10, atMost: 1.1 },
  { count: 1_000, atMost: 1.1 },
  { count: 5_000, atMost: 1.15 },
]
const CONTACT_RULE_AT_MOST = 1.15
const GROUPS = 40
const WARM_UP = 40
const INVITES_EACH = 4

type BlockRequest = { label: string; send: (url: string, caller: Caller, groupId: string) => Promise<string> }

const SEARCH = { couples: false, person1Selection: { sex: 'FEMALE' } }

export const BLOCK_REQUESTS: BlockRequest[] = [
  { label: 'search', send: (url, { token }) => post(`${url}/profiles/search-encrypted`, SEARCH, bearer(token)) },
  { label: 'chat list', send: (url, { token }) => get(`${url}/chats`, bearer(token)) },
  { label: 'group list', send: (url, { token }) => get(`${url}/groups`, bearer(token)) },
  { label: 'group page', send: (url, { token }, groupId) => get(`${url}/groups/${groupId}/messages`, bearer(token)) },
  {
    label: 'group post',
    send: (url, { token }, groupId) =>
      post(
        `${url}/groups/${groupId}/messages`,
        { message: 'Vi ses på torsdag', clientId: randomUUID() },
        bearer(token),
      ),
  },
]

type Times = { product: number[][]; baseline: number[][] }

const compareTimes = (label: string, { product, baseline }: Times, atMost: number): Measurement[] =>
  [0.5, 0.99].map((quantile) => ({
    label: `${label}, p${quantile * 100}`,
    unit: 'ms',
    product: percentile(product.flat(), quantile),
    baseline: percentile(baseline.flat(), quantile),
    atMost,
  }))

/** Compares requests of members who have blocks with those of a member who has none, in the same groups. */
async function compareBlocks({ pool, world, options }: BenchContext, url: string): Promise<Measurement[]> {
  const { rounds, searches } = options
  const [without, ...withBlocks] = world.callers.slice(0, BLOCKS.length + 1)
  if (!without || withBlocks.length < BLOCKS.length) throw new Error('There are too few members.')
  const ids = [without, ...withBlocks].map(({ id }) => id)
  const groupId = await step('groups', () => fillGroups(pool, ids, GROUPS))
  const measurements: Measurement[] = []
  const countsToMeasure = BLOCKS.filter(({ count }) => count <= world.members.length - ids.length - OWNERS)
  for (const [index, { count, atMost }] of countsToMeasure.entries()) {
    const caller = withBlocks[index]
    if (!caller) throw new Error('There are too few members.')
    await step(`${count.toLocaleString('en')} blocks`, () => insertBlocks(pool, caller.id, count))
    for (const { label, send } of BLOCK_REQUESTS) {
      const measure = (requester: Caller) => () => measureTimes(searches, () => send(url, requester, groupId))
      for (const requester of [without, caller]) await measureTimes(WARM_UP, () => send(url, requester, groupId))
      const times = await alternate(rounds, measure(caller), measure(without))
      measurements.push(...compareTimes(`${label}, ${count.toLocaleString('en')} blocks`, times, atMost))
    }
  }
  return measurements
}

/** Compares invites to members whose contact rule has needs with invites to members who let everyone write first. */
async function compareContactRule({ pool, world, options }: BenchContext, url: string): Promise<Measurement[]> {
  const senders = world.callers.slice(BLOCKS.length + 1)
  const { rows } = await pool.query<{ userName: string }>(
    `select "userName" from members where id > 0 and id <> all($1::bigint[])
    and not exists (select from ignores where "ignorerId" = members.id and "ignoredId" = any($1::bigint[])) order by id`,
    [world.callers.map(({ id }) => id)],
  )
  const names = rows.map(({ userName }) => userName)
  const invitesPerRound = Math.min(options.searches, Math.floor((senders.length * INVITES_EACH) / options.rounds / 2))
  if (names.length < 2 * options.rounds * invitesPerRound) throw new Error('There are too few members to invite.')
  const withNeeds = names.filter((_, index) => index % 2 === 0)
  await pool.query(
    `update members set "contactNeeds" = '{PHOTO,VERIFIED}', "contactOthers" = 'PUT_ASIDE' where "userName" = any($1)`,
    [withNeeds],
  )
  const open = names.filter((_, index) => index % 2 === 1)
  let sent = 0
  const invite = async (recipientName: string | undefined) => {
    const sender = senders[sent++ % senders.length]
    if (!sender || !recipientName) throw new Error('There are too few members to invite.')
    const body = { recipientName, message: `Hej, hur är det med dig? ${sent}` }
    return post(`${url}/chats/invites`, body, bearer(sender.token))
  }
  const times = await alternate(
    options.rounds,
    () => measureTimes(invitesPerRound, () => invite(withNeeds.shift())),
    () => measureTimes(invitesPerRound, () => invite(open.shift())),
  )
  return compareTimes('invite through the contact rule', times, CONTACT_RULE_AT_MOST)
}

/**
 * Measures how much blocks slow down frequent requests, how much the contact rule slows down invites, and how soon a
 * block takes effect.
 */
export async function measureBlocks(bench: BenchContext): Promise<Measurement[]> {
  const gateway = await startGateway(bench.stack)
  const url = `${gateway.url}/api/v2`
  const measurements = [
    ...(await step('blocks', () => compareBlocks(bench, url))),
    ...(await step('contact rule', () => compareContactRule(bench, url))),
    ...(await step('effects of a block', () =>
      measureEffects(bench, url, bench.world.callers.slice(BLOCKS.length + 1)),
    )),
  ]
  await gateway.stop()
  return measurements
}
