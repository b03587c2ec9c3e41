import type { Group } from '@app/contract/groups'
import type { Push } from '@app/contract/pushes'
import { memberChannel } from '@app/server/delivery/pushes'
import { createRecipientResolver } from '@app/server/delivery/recipients'
import { createBlockingRedis } from '@app/server/redis/connections'
import { afterTest, aGroup, pushes } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { setUpTestGateway } from '../../services/gateway/src/testing.ts'
import { seeded } from '../../web/src/chats/seeded.ts'
import { FakeGroupChat } from '../../web/src/groups/chat/fake-group-chat.ts'
import { server } from '../../web/src/testing-server.ts'
import { compareServers, type IdOf } from './compare-servers.ts'

const STEPS = 80
/** Fields that the fake does not imitate: the group's row in lists, profiles, badges and pictures. */
const OMITTED = [
  ...['groupName', 'description', 'creatorName', 'isOpen', 'memberCount', 'owner', 'lastMessage', 'lastMessageSender'],
  ...['profilePhotoUrl', 'couple', 'badges', 'admin', 'photo', 'photoUrl', 'groupId'],
]
const IDS = { clientId: 'client id', id: 'message', messageId: 'message', myLastRead: 'message' }
const IMITATED: readonly Push['type'][] = ['group:message', 'group:message-changed', 'group:comment', 'group:changed']

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const resolveRecipients = createRecipientResolver(ctx.db, ctx.redis)

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

async function live(seed: number): Promise<void> {
  const random = seeded(seed)
  const [owner, me, other] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
  const isAdmin = random.below(2) === 0
  const { groupId } = await aGroup(ctx.db, {
    owner,
    ...(isAdmin ? { admins: [me] } : {}),
    members: isAdmin ? [other] : [me, other],
  })
  const { body: group } = await as(me).get<Group>(`/groups/${groupId}/open`)
  // Pushes to a group are only written for members whose hub is subscribed to their channel.
  const hub = createBlockingRedis(ctx.config.redisUrl)
  afterTest(async () => hub.disconnect())
  await hub.connect()
  await hub.subscribe(memberChannel(me.id))
  const fake = new FakeGroupChat(group)
  fake.serve()
  let seen = (await pushes(ctx.db)).length
  const { both, byOther, comparePushes, count, realIdOf, fakeIdOf, onFakePush } = compareServers({
    gateway,
    me,
    ids: IDS,
    omitted: OMITTED,
    seed,
    takePushes: async () => {
      const all = await pushes(ctx.db)
      const resolved = await resolveRecipients(all.slice(seen))
      seen = all.length
      return resolved
        .filter(({ to, push }) => to.includes(me.id) && IMITATED.includes(push.type))
        .map(({ push }) => push)
    },
  })
  fake.onPush = onFakePush

  const base = `groups/${groupId}`
  const aMessage = () => random.below(Math.max(count('message'), 1))
  const newClientId = () => `${String(random.below(1e8)).padStart(8, '0')}-0000-4000-8000-000000000000`
  const twiceAtTimes = async (act: () => Promise<void>): Promise<void> => {
    await act()
    if (random.below(3) === 0) await act()
  }

  const ownSteps = [
    ...Array.from({ length: 4 }, () => () => {
      const clientId = newClientId()
      return twiceAtTimes(() => both('post', () => `${base}/messages`, { message: `mitt ${clientId}`, clientId }))
    }),
    ...Array.from({ length: 2 }, () => () => {
      const [message, clientId] = [aMessage(), newClientId()]
      const path = (idOf: IdOf) => `${base}/messages/${idOf('message', message)}/comments`
      return twiceAtTimes(() => both('post', path, { message: 'min kommentar', clientId }))
    }),
    () => {
      const [message, text] = [aMessage(), random.pick(['ändrat', 'igen ändrat'])]
      return both('post', (idOf) => `${base}/messages/${idOf('message', message)}`, { message: text })
    },
    () => {
      const message = aMessage()
      return both('post', (idOf) => `${base}/messages/${idOf('message', message)}/delete`)
    },
    () => {
      const [message, comment] = [aMessage(), aMessage()]
      const path = (idOf: IdOf) =>
        `${base}/messages/${idOf('message', message)}/comments/${idOf('message', comment)}/delete`
      return both('post', path)
    },
    () => {
      const message = aMessage()
      return both('post', (idOf) => `${base}/mark-read/${idOf('message', message)}`)
    },
    () => {
      const message = aMessage()
      return both('get', (idOf) => `${base}/messages/${idOf('message', message)}`)
    },
    () => {
      const [edge, message, limit] = [random.pick(['before', 'after', 'around']), aMessage(), random.below(6) + 1]
      return both('get', (idOf) => `${base}/messages?${edge}=${idOf('message', message)}&limit=${limit}`)
    },
  ]
  const othersSteps = [
    ...Array.from({ length: 4 }, () => () => {
      const clientId = newClientId()
      const imitate = () => fake.post(other.userName, 'ditt', { clientId })
      return byOther(other, `${base}/messages`, { message: 'ditt', clientId }, imitate)
    }),
    ...Array.from({ length: 2 }, () => () => {
      const [message, clientId] = [aMessage(), newClientId()]
      const imitate = () => fake.comment(fakeIdOf('message', message), other.userName, 'din kommentar', { clientId })
      const path = `${base}/messages/${realIdOf('message', message)}/comments`
      return byOther(other, path, { message: 'din kommentar', clientId }, imitate)
    }),
    () => {
      const message = aMessage()
      const imitate = () => fake.edit(fakeIdOf('message', message), 'andras ändring')
      const path = `${base}/messages/${realIdOf('message', message)}`
      return byOther(other, path, { message: 'andras ändring' }, imitate)
    },
    () => {
      const [author, message] = [random.pick([owner, other]), aMessage()]
      const imitate = () => fake.remove(fakeIdOf('message', message))
      return byOther(author, `${base}/messages/${realIdOf('message', message)}/delete`, undefined, imitate)
    },
    () => {
      const [author, message, comment] = [random.pick([owner, other]), aMessage(), aMessage()]
      const imitate = () => fake.removeComment(fakeIdOf('message', message), fakeIdOf('message', comment))
      const path = `${base}/messages/${realIdOf('message', message)}/comments/${realIdOf('message', comment)}/delete`
      return byOther(author, path, undefined, imitate)
    },
  ]
  for (let step = 0; step < STEPS; step += 1) {
    await random.pick(random.below(2) ? ownSteps : othersSteps)()
    await comparePushes()
    if (step % 10 !== 9) continue
    const since = random.below(step)
    for (const query of ['', `?since=${since}`]) await both('get', () => `${base}/messages${query}`)
  }
}

describe('the fake of a group chat responds and pushes as the gateway does', () => {
  test.each(Array.from({ length: 4 }, (_, seed) => seed + 1))('seed %i', live)
})
