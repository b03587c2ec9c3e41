import type { Group } from '@app/contract/groups'
import type { Push } from '@app/contract/pushes'
import { memberChannel } from '@app/server/delivery/pushes'
import { createRecipientResolver } from '@app/server/delivery/recipients'
import { createBlockingRedis } from '@app/server/redis/connections'
import { afterTest, aGroup } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { setUpTestGateway } from '../../services/gateway/src/testing.ts'
import { FakeGroupChat } from '../../web/src/groups/chat/fake-group-chat.ts'
import { createSeededRandom } from '../../web/src/testing-random.ts'
import { server } from '../../web/src/testing-server.ts'
import { compareServers, type IdAtRank } from './compare-servers.ts'

const STEPS = 80
/** Fields that the fake does not imitate: the group's row in lists, profiles, badges and pictures. */
const OMITTED = [
  ...['groupName', 'description', 'creatorName', 'isOpen', 'memberCount', 'owner', 'lastMessage', 'lastMessageSender'],
  ...['profilePhotoUrl', 'couple', 'badges', 'admin', 'photo', 'photoUrl', 'groupId'],
]
const IDS = { clientId: 'client id', id: 'message', messageId: 'message', myLastRead: 'message' }
const IMITATED_PUSHES: readonly Push['type'][] = [
  'group:message',
  'group:message-changed',
  'group:comment',
  'group:changed',
]

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const resolveRecipients = createRecipientResolver(ctx.db, ctx.redis)

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

async function runRandomSteps(seed: number): Promise<void> {
  const random = createSeededRandom(seed)
  const [owner, member, other] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
  const isAdmin = random.below(2) === 0
  const { groupId } = await aGroup(ctx.db, {
    owner,
    ...(isAdmin ? { admins: [member] } : {}),
    members: isAdmin ? [other] : [member, other],
  })
  const { body: group } = await as(member).get<Group>(`/groups/${groupId}/open`)
  // Pushes to a group are only addressed to members to whose channel a hub is subscribed.
  const hub = createBlockingRedis(ctx.config.redisUrl)
  afterTest(async () => hub.disconnect())
  await hub.connect()
  await hub.subscribe(memberChannel(member.id))
  const fake = new FakeGroupChat(group)
  fake.serve()
  const { requestBoth, requestAs, comparePushes, count, realIdAtRank, fakeIdAtRank, onFakePush } = await compareServers(
    {
      gateway,
      member,
      ids: IDS,
      omitted: OMITTED,
      seed,
      imitatedPushes: IMITATED_PUSHES,
      resolveRecipients,
    },
  )
  fake.onPush = onFakePush

  const base = `groups/${groupId}`
  const aMessageRank = () => random.below(Math.max(count('message'), 1))
  const newClientId = () => `${String(random.below(1e8)).padStart(8, '0')}-0000-4000-8000-000000000000`
  const sometimesTwice = async (act: () => Promise<void>): Promise<void> => {
    await act()
    if (random.below(3) === 0) await act()
  }

  const ownSteps = [
    ...Array.from({ length: 4 }, () => () => {
      const clientId = newClientId()
      return sometimesTwice(() =>
        requestBoth('post', () => `${base}/messages`, { message: `mitt ${clientId}`, clientId }),
      )
    }),
    ...Array.from({ length: 2 }, () => () => {
      const [message, clientId] = [aMessageRank(), newClientId()]
      const path = (idAtRank: IdAtRank) => `${base}/messages/${idAtRank('message', message)}/comments`
      return sometimesTwice(() => requestBoth('post', path, { message: 'min kommentar', clientId }))
    }),
    () => {
      const [message, text] = [aMessageRank(), random.pick(['ändrat', 'igen ändrat'])]
      return requestBoth('post', (idAtRank) => `${base}/messages/${idAtRank('message', message)}`, { message: text })
    },
    () => {
      const message = aMessageRank()
      return requestBoth('post', (idAtRank) => `${base}/messages/${idAtRank('message', message)}/delete`)
    },
    () => {
      const [message, comment] = [aMessageRank(), aMessageRank()]
      const path = (idAtRank: IdAtRank) =>
        `${base}/messages/${idAtRank('message', message)}/comments/${idAtRank('message', comment)}/delete`
      return requestBoth('post', path)
    },
    () => {
      const message = aMessageRank()
      return requestBoth('post', (idAtRank) => `${base}/mark-read/${idAtRank('message', message)}`)
    },
    () => {
      const message = aMessageRank()
      return requestBoth('get', (idAtRank) => `${base}/messages/${idAtRank('message', message)}`)
    },
    () => {
      const [edge, message, limit] = [random.pick(['before', 'after', 'around']), aMessageRank(), random.below(6) + 1]
      return requestBoth('get', (idAtRank) => `${base}/messages?${edge}=${idAtRank('message', message)}&limit=${limit}`)
    },
  ]
  const stepsOfOthers = [
    ...Array.from({ length: 4 }, () => () => {
      const clientId = newClientId()
      const imitate = () => fake.post(other.userName, 'ditt', { clientId })
      return requestAs(other, `${base}/messages`, { message: 'ditt', clientId }, imitate)
    }),
    ...Array.from({ length: 2 }, () => () => {
      const [message, clientId] = [aMessageRank(), newClientId()]
      const imitate = () =>
        fake.comment(fakeIdAtRank('message', message), other.userName, 'din kommentar', { clientId })
      const path = `${base}/messages/${realIdAtRank('message', message)}/comments`
      return requestAs(other, path, { message: 'din kommentar', clientId }, imitate)
    }),
    () => {
      const message = aMessageRank()
      const imitate = () => fake.edit(fakeIdAtRank('message', message), 'andras ändring')
      const path = `${base}/messages/${realIdAtRank('message', message)}`
      return requestAs(other, path, { message: 'andras ändring' }, imitate)
    },
    () => {
      const [author, message] = [random.pick([owner, other]), aMessageRank()]
      const imitate = () => fake.deletePost(fakeIdAtRank('message', message))
      return requestAs(author, `${base}/messages/${realIdAtRank('message', message)}/delete`, undefined, imitate)
    },
    () => {
      const [author, message, comment] = [random.pick([owner, other]), aMessageRank(), aMessageRank()]
      const imitate = () => fake.deleteComment(fakeIdAtRank('message', message), fakeIdAtRank('message', comment))
      const path = `${base}/messages/${realIdAtRank('message', message)}/comments/${realIdAtRank('message', comment)}/delete`
      return requestAs(author, path, undefined, imitate)
    },
  ]
  for (let step = 0; step < STEPS; step += 1) {
    await random.pick(random.below(2) ? ownSteps : stepsOfOthers)()
    await comparePushes()
    if (step % 10 !== 9) continue
    const since = random.below(step)
    for (const query of ['', `?since=${since}`]) await requestBoth('get', () => `${base}/messages${query}`)
  }
}

describe('the fake of a group chat sends the same responses and pushes as the gateway', () => {
  test.each(Array.from({ length: 4 }, (_, seed) => seed + 1))('seed %i', runRandomSteps)
})
