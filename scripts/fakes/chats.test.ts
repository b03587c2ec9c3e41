import type { Push } from '@app/contract/pushes'
import { aMember, type TestMember } from '@app/server/testing/members'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { setUpTestGateway } from '../../services/gateway/src/testing.ts'
import { FakeChats } from '../../web/src/chats/fakes/fake-chats.ts'
import { fakeGateway } from '../../web/src/chats/fakes/fake-gateway.ts'
import { createSeededRandom } from '../../web/src/testing-random.ts'
import { NotFound } from '../../web/src/testing-rejections.ts'
import { server } from '../../web/src/testing-server.ts'
import { compareServers } from './compare-servers.ts'

const STEPS = 80
/** Fields that the fake does not imitate: profiles, badges, pictures and the wording of errors. */
const OMITTED = [
  ...['persons', 'cities', 'lastActive', 'photoUrl', 'profilePhotoUrl', 'iGranted', 'badges', 'photo', 'verified'],
  ...['creatorSexYearOrientation', 'requestId', 'problems', 'fields'],
]
const IDS = { chatId: 'chat', clientId: 'client id', id: 'message', lastRead: 'message', myLastRead: 'message' }
const IMITATED_PUSHES: readonly Push['type'][] = [
  'chat:message',
  'chat:message-deleted',
  'chat:read',
  'chat:changed',
  'invite:new',
  'invite:answered',
]

const gateway = await setUpTestGateway()
const { ctx } = gateway

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

async function runRandomSteps(seed: number): Promise<void> {
  const random = createSeededRandom(seed)
  const receiptsOff = random.below(4) === 0
  const member = await aMember(ctx.db, { receiptsOff })
  const partners: TestMember[] = []
  for (let count = 0; count < 6; count += 1) partners.push(await aMember(ctx.db))

  const fake = new FakeChats()
  fake.receipts = !receiptsOff
  fakeGateway(fake)
  const { requestBoth, requestAs, comparePushes, count, realIdAtRank, fakeIdAtRank, onFakePush } = await compareServers(
    {
      gateway,
      member,
      ids: IDS,
      omitted: OMITTED,
      seed,
      imitatedPushes: IMITATED_PUSHES,
    },
  )
  fake.onPush = onFakePush

  /** Sends a request as a partner. In a chat that the member has left, it has no effect on the member. */
  const requestAsPartner = (partner: TestMember, path: string, body: unknown, imitate: () => unknown) =>
    requestAs(partner, path, body, () => {
      try {
        imitate()
      } catch (error) {
        if (!(error instanceof NotFound)) throw error
      }
    })

  async function compareAll(): Promise<void> {
    for (const list of ['chats', 'chats/invites', 'chats/invites?sent=true', 'chats/count'])
      await requestBoth('get', () => list)
    for (let chat = 0; chat < count('chat'); chat += 1) {
      const version = random.below(20)
      await requestBoth('get', (idAtRank) => `chats/${idAtRank('chat', chat)}`)
      await requestBoth('get', (idAtRank) => `chats/${idAtRank('chat', chat)}?since=${version}`)
    }
  }

  const aChatRank = () => random.below(Math.max(count('chat'), 1))
  const aMessageRank = () => random.below(Math.max(count('message'), 1))
  const partnerOf = (rank: number): TestMember | undefined =>
    partners.find(({ userName }) => userName === fake.chats.get(fakeIdAtRank('chat', rank))?.partner)
  const newClientId = () => `${String(random.below(1e8)).padStart(8, '0')}-0000-4000-8000-000000000000`

  const ownSteps = [
    () => {
      const { userName } = random.pick(partners)
      return requestBoth('post', () => 'chats/invites', { recipientName: userName, message: 'Hej!' })
    },
    ...(['accept', 'accept', 'maybe', 'decline', 'delete'] as const).map((action) => () => {
      const chat = aChatRank()
      return requestBoth('post', (idAtRank) => `chats/${idAtRank('chat', chat)}/${action}`)
    }),
    ...Array.from({ length: 5 }, () => async () => {
      const [chat, clientId] = [aChatRank(), newClientId()]
      for (let times = random.below(2); times >= 0; times -= 1)
        await requestBoth('post', (idAtRank) => `chats/${idAtRank('chat', chat)}`, {
          message: `mitt ${clientId}`,
          clientId,
        })
    }),
    () => {
      const [chat, message] = [aChatRank(), aMessageRank()]
      return requestBoth('post', (idAtRank) => `chats/${idAtRank('chat', chat)}/${idAtRank('message', message)}/delete`)
    },
    () => {
      const [chat, message] = [aChatRank(), aMessageRank()]
      return requestBoth(
        'post',
        (idAtRank) => `chats/${idAtRank('chat', chat)}/mark-read/${idAtRank('message', message)}`,
      )
    },
    () => {
      const path = random.below(3) ? 'ignore/remove' : 'ignore'
      return requestBoth('post', () => path, random.pick(partners).userName)
    },
    () => {
      const [list, chat] = [random.pick(['chats?', 'chats/invites?', 'chats/invites?sent=true&']), aChatRank()]
      return requestBoth('get', (idAtRank) => `${list}before=${idAtRank('chat', chat)}&limit=2`)
    },
    () => {
      const [chat, message, limit] = [aChatRank(), aMessageRank(), random.below(5) + 1]
      const edge = random.pick(['before', 'after'])
      return requestBoth(
        'get',
        (idAtRank) => `chats/${idAtRank('chat', chat)}?${edge}=${idAtRank('message', message)}&limit=${limit}`,
      )
    },
  ]
  const partnerSteps = [
    () => {
      const partner = random.pick(partners)
      const invite = () => fake.invite(partner.userName, 'Hallå!')
      return requestAsPartner(partner, 'chats/invites', { recipientName: member.userName, message: 'Hallå!' }, invite)
    },
    ...Array.from({ length: 5 }, () => async () => {
      const [chat, clientId] = [aChatRank(), newClientId()]
      const partner = partnerOf(chat)
      if (!partner) return
      await requestAsPartner(partner, `chats/${realIdAtRank('chat', chat)}`, { message: 'ditt', clientId }, () =>
        fake.send(fakeIdAtRank('chat', chat), false, 'ditt', clientId),
      )
    }),
    async () => {
      const chat = aChatRank()
      const partner = random.below(3) ? undefined : partnerOf(chat)
      // The inviter is not notified when an invite is declined.
      const imitate = () => undefined
      if (partner) await requestAsPartner(partner, `chats/${realIdAtRank('chat', chat)}/decline`, undefined, imitate)
    },
    async () => {
      const chat = aChatRank()
      const partner = partnerOf(chat)
      const imitate = () => fake.accept(fakeIdAtRank('chat', chat), false)
      if (partner) await requestAsPartner(partner, `chats/${realIdAtRank('chat', chat)}/accept`, undefined, imitate)
    },
    async () => {
      const [chat, message] = [aChatRank(), aMessageRank()]
      const partner = partnerOf(chat)
      const path = `chats/${realIdAtRank('chat', chat)}/${realIdAtRank('message', message)}/delete`
      const imitate = () => fake.deleteMessage(fakeIdAtRank('chat', chat), fakeIdAtRank('message', message), false)
      if (partner) await requestAsPartner(partner, path, undefined, imitate)
    },
    async () => {
      const [chat, message] = [aChatRank(), aMessageRank()]
      const partner = partnerOf(chat)
      const path = `chats/${realIdAtRank('chat', chat)}/mark-read/${realIdAtRank('message', message)}`
      const imitate = () => fake.read(fakeIdAtRank('chat', chat), false, fakeIdAtRank('message', message))
      if (partner) await requestAsPartner(partner, path, undefined, imitate)
    },
    () => {
      const [partner, on] = [random.pick(partners), random.below(3) === 0]
      const imitate = () => fake.ignoreByName(partner.userName, 'theyIgnore', on)
      return requestAsPartner(partner, on ? 'ignore' : 'ignore/remove', member.userName, imitate)
    },
    async () => {
      const chat = aChatRank()
      const partner = random.below(3) ? undefined : partnerOf(chat)
      const imitate = () => fake.partnerLeaves(fakeIdAtRank('chat', chat))
      if (partner) await requestAsPartner(partner, `chats/${realIdAtRank('chat', chat)}/delete`, undefined, imitate)
    },
  ]
  for (let step = 0; step < STEPS; step += 1) {
    await random.pick(random.below(2) ? ownSteps : partnerSteps)()
    await comparePushes()
    if (step % 10 === 9) await compareAll()
  }
}

describe('the fake of chats sends the same responses and pushes as the gateway', () => {
  test.each(Array.from({ length: 4 }, (_, seed) => seed + 1))('seed %i', runRandomSteps)
})
