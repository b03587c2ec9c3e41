import type { Push } from '@app/contract/pushes'
import { pushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { setUpTestGateway } from '../../services/gateway/src/testing.ts'
import { FakeChats } from '../../web/src/chats/fake-chats.ts'
import { fakeGateway } from '../../web/src/chats/fake-gateway.ts'
import { seeded } from '../../web/src/chats/seeded.ts'
import { NotFound } from '../../web/src/testing-refusals.ts'
import { server } from '../../web/src/testing-server.ts'
import { compareServers } from './compare-servers.ts'

const STEPS = 80
/** Fields that the fake does not imitate: profiles, badges, pictures and the wording of errors. */
const OMITTED = [
  ...['persons', 'cities', 'lastActive', 'photoUrl', 'profilePhotoUrl', 'iGranted', 'badges', 'photo', 'verified'],
  ...['creatorSexYearOrientation', 'requestId', 'problems', 'fields'],
]
const IDS = { chatId: 'chat', clientId: 'client id', id: 'message', lastRead: 'message', myLastRead: 'message' }
const IMITATED: readonly Push['type'][] = [
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

async function live(seed: number): Promise<void> {
  const random = seeded(seed)
  const receiptsOff = random.below(4) === 0
  const me = await aMember(ctx.db, { receiptsOff })
  const partners: TestMember[] = []
  for (let count = 0; count < 6; count += 1) partners.push(await aMember(ctx.db))

  const fake = new FakeChats()
  fake.receipts = !receiptsOff
  fakeGateway(fake)
  let seen = (await pushes(ctx.db)).length
  const { both, byOther, comparePushes, count, realIdOf, fakeIdOf, onFakePush } = compareServers({
    gateway,
    me,
    ids: IDS,
    omitted: OMITTED,
    seed,
    takePushes: async () => {
      const all = await pushes(ctx.db)
      const mine = all.slice(seen).filter(({ to, push }) => to.includes(me.id) && IMITATED.includes(push.type))
      seen = all.length
      return mine.map(({ push }) => push)
    },
  })
  fake.onPush = onFakePush

  /** Makes a call of a partner. What happens in a chat that I have left has no effect on me. */
  const byPartner = (partner: TestMember, path: string, body: unknown, imitate: () => unknown) =>
    byOther(partner, path, body, () => {
      try {
        imitate()
      } catch (error) {
        if (!(error instanceof NotFound)) throw error
      }
    })

  async function compareAll(): Promise<void> {
    for (const list of ['chats', 'chats/invites', 'chats/invites?sent=true', 'chats/count'])
      await both('get', () => list)
    for (let chat = 0; chat < count('chat'); chat += 1) {
      const version = random.below(20)
      await both('get', (idOf) => `chats/${idOf('chat', chat)}`)
      await both('get', (idOf) => `chats/${idOf('chat', chat)}?since=${version}`)
    }
  }

  const aChat = () => random.below(Math.max(count('chat'), 1))
  const aMessage = () => random.below(Math.max(count('message'), 1))
  const partnerOf = (rank: number): TestMember | undefined =>
    partners.find(({ userName }) => userName === fake.chats.get(fakeIdOf('chat', rank))?.partner)
  const newClientId = () => `${String(random.below(1e8)).padStart(8, '0')}-0000-4000-8000-000000000000`

  const ownSteps = [
    () => {
      const { userName } = random.pick(partners)
      return both('post', () => 'chats/invites', { recipientName: userName, message: 'Hej!' })
    },
    ...(['accept', 'accept', 'maybe', 'decline', 'delete'] as const).map((action) => () => {
      const chat = aChat()
      return both('post', (idOf) => `chats/${idOf('chat', chat)}/${action}`)
    }),
    ...Array.from({ length: 5 }, () => async () => {
      const [chat, clientId] = [aChat(), newClientId()]
      for (let times = random.below(2); times >= 0; times -= 1)
        await both('post', (idOf) => `chats/${idOf('chat', chat)}`, { message: `mitt ${clientId}`, clientId })
    }),
    () => {
      const [chat, message] = [aChat(), aMessage()]
      return both('post', (idOf) => `chats/${idOf('chat', chat)}/${idOf('message', message)}/delete`)
    },
    () => {
      const [chat, message] = [aChat(), aMessage()]
      return both('post', (idOf) => `chats/${idOf('chat', chat)}/mark-read/${idOf('message', message)}`)
    },
    () => {
      const path = random.below(3) ? 'ignore/remove' : 'ignore'
      return both('post', () => path, random.pick(partners).userName)
    },
    () => {
      const [list, chat] = [random.pick(['chats?', 'chats/invites?', 'chats/invites?sent=true&']), aChat()]
      return both('get', (idOf) => `${list}before=${idOf('chat', chat)}&limit=2`)
    },
    () => {
      const [chat, message, limit] = [aChat(), aMessage(), random.below(5) + 1]
      const edge = random.pick(['before', 'after'])
      return both('get', (idOf) => `chats/${idOf('chat', chat)}?${edge}=${idOf('message', message)}&limit=${limit}`)
    },
  ]
  const partnerSteps = [
    () => {
      const partner = random.pick(partners)
      const invite = () => fake.invite(partner.userName, 'Hallå!')
      return byPartner(partner, 'chats/invites', { recipientName: me.userName, message: 'Hallå!' }, invite)
    },
    ...Array.from({ length: 5 }, () => async () => {
      const [chat, clientId] = [aChat(), newClientId()]
      const partner = partnerOf(chat)
      if (!partner) return
      await byPartner(partner, `chats/${realIdOf('chat', chat)}`, { message: 'ditt', clientId }, () =>
        fake.send(fakeIdOf('chat', chat), false, 'ditt', clientId),
      )
    }),
    async () => {
      const chat = aChat()
      const partner = random.below(3) ? undefined : partnerOf(chat)
      const declineUnnoticed = () => undefined
      if (partner) await byPartner(partner, `chats/${realIdOf('chat', chat)}/decline`, undefined, declineUnnoticed)
    },
    async () => {
      const chat = aChat()
      const partner = partnerOf(chat)
      const imitate = () => fake.accept(fakeIdOf('chat', chat), false)
      if (partner) await byPartner(partner, `chats/${realIdOf('chat', chat)}/accept`, undefined, imitate)
    },
    async () => {
      const [chat, message] = [aChat(), aMessage()]
      const partner = partnerOf(chat)
      const path = `chats/${realIdOf('chat', chat)}/${realIdOf('message', message)}/delete`
      const imitate = () => fake.deleteMessage(fakeIdOf('chat', chat), fakeIdOf('message', message), false)
      if (partner) await byPartner(partner, path, undefined, imitate)
    },
    async () => {
      const [chat, message] = [aChat(), aMessage()]
      const partner = partnerOf(chat)
      const path = `chats/${realIdOf('chat', chat)}/mark-read/${realIdOf('message', message)}`
      const imitate = () => fake.read(fakeIdOf('chat', chat), false, fakeIdOf('message', message))
      if (partner) await byPartner(partner, path, undefined, imitate)
    },
    () => {
      const [partner, on] = [random.pick(partners), random.below(3) === 0]
      const imitate = () => fake.ignoreByName(partner.userName, 'theyIgnore', on)
      return byPartner(partner, on ? 'ignore' : 'ignore/remove', me.userName, imitate)
    },
    async () => {
      const chat = aChat()
      const partner = random.below(3) ? undefined : partnerOf(chat)
      const imitate = () => fake.partnerLeaves(fakeIdOf('chat', chat))
      if (partner) await byPartner(partner, `chats/${realIdOf('chat', chat)}/delete`, undefined, imitate)
    },
  ]
  for (let step = 0; step < STEPS; step += 1) {
    await random.pick(random.below(2) ? ownSteps : partnerSteps)()
    await comparePushes()
    if (step % 10 === 9) await compareAll()
  }
}

describe('the fake of the chats responds and pushes as the gateway does', () => {
  test.each(Array.from({ length: 4 }, (_, seed) => seed + 1))('seed %i', live)
})
