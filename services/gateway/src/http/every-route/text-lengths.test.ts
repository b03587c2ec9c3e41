import { randomUUID } from 'node:crypto'
import {
  AD_TITLE_MAX,
  EVENT_PLACE_MAX,
  EVENT_TITLE_MAX,
  MESSAGE_MAX,
  NEWS_TITLE_MAX,
  TEXT_AREA_MAX,
} from '@app/contract/limits'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { aForm } from '../../events/testing.ts'
import { createNewsHelpers } from '../../news/testing.ts'
import { listOperations, setUpTestGateway } from '../../testing.ts'

const gateway = await setUpTestGateway()
const { app, ctx, as } = gateway
const { db } = ctx
const { publish } = createNewsHelpers(gateway)

type Request = { member: TestMember; path: string; body: unknown }
/** A request with a text, and the maximum length of that text. */
type Writing = { max: number; write: (text: string) => Promise<Request> }

const textLimit = (max: number, write: Writing['write']): Writing => ({ max, write })
const aTeam = () => aMember(db, { level: 'ADMIN' })
const encodeName = ({ userName }: TestMember): string => encodeURIComponent(userName)
let groupCount = 0
const aGroupName = (): string => {
  groupCount += 1
  return `Segling ${groupCount}`
}

const inChat = async () => {
  const { ann: member, chatId } = await anOpenChat(db)
  return { member, path: `/chats/${chatId}` }
}
const inGroup = async () => {
  const { groupId, owner: member } = await aGroup(db)
  return { member, path: `/groups/${groupId}/messages` }
}
const onMessage = async () => {
  const { member, path } = await inGroup()
  const { body } = await as(member).post<{ id: string }>(path, { message: 'Hej alla' })
  return { member, path: `${path}/${body.id}` }
}

const event = (field: string) => async (text: string) => ({
  member: await aMember(db),
  path: '/events/public/',
  body: aForm({ [field]: text }),
})
const ad = (field: string) => async (text: string) => ({
  member: await aMember(db),
  path: '/ads',
  body: { title: 'Sällskap', content: 'Till fjällen', [field]: text },
})
const news = (field: string) => async (text: string) => ({
  member: await aTeam(),
  path: '/news',
  body: { title: 'Nytt', content: 'Läs mer', [field]: text },
})

/** Every text that members write, with the routes that store it. */
const WRITINGS: Record<string, Writing> = {
  'POST /chats/{id} message': textLimit(MESSAGE_MAX, async (message) => ({ ...(await inChat()), body: { message } })),
  'POST /chats/invites message': textLimit(MESSAGE_MAX, async (message) => ({
    member: await aMember(db),
    path: '/chats/invites',
    body: { recipientName: (await aMember(db)).userName, message },
  })),
  'POST /groups description': textLimit(TEXT_AREA_MAX, async (description) => ({
    member: await aMember(db),
    path: '/groups',
    body: { groupName: aGroupName(), description },
  })),
  'POST /groups/{id} description': textLimit(TEXT_AREA_MAX, async (description) => {
    const { groupId, owner: member } = await aGroup(db)
    return { member, path: `/groups/${groupId}`, body: { groupName: aGroupName(), description } }
  }),
  'POST /groups/invites message': textLimit(TEXT_AREA_MAX, async (message) => {
    const { groupId, owner: member } = await aGroup(db)
    return {
      member,
      path: '/groups/invites',
      body: { groupId, recipientName: (await aMember(db)).userName, message },
    }
  }),
  'POST /groups/{id}/messages message': textLimit(MESSAGE_MAX, async (message) => ({
    ...(await inGroup()),
    body: { message },
  })),
  'POST /groups/{id}/messages/{msgId} message': textLimit(MESSAGE_MAX, async (message) => ({
    ...(await onMessage()),
    body: { message },
  })),
  'POST /groups/{id}/messages/{msgId}/comments message': textLimit(MESSAGE_MAX, async (message) => {
    const { member, path } = await onMessage()
    return { member, path: `${path}/comments`, body: { message } }
  }),
  'POST /events/public/ title': textLimit(EVENT_TITLE_MAX, event('title')),
  'POST /events/public/ description': textLimit(TEXT_AREA_MAX, event('description')),
  'POST /events/public/ place': textLimit(EVENT_PLACE_MAX, event('place')),
  'POST /ads title': textLimit(AD_TITLE_MAX, ad('title')),
  'POST /ads content': textLimit(TEXT_AREA_MAX, ad('content')),
  'POST /news title': textLimit(NEWS_TITLE_MAX, news('title')),
  'POST /news content': textLimit(TEXT_AREA_MAX, news('content')),
  'POST /news/{id}/comments message': textLimit(MESSAGE_MAX, async (message) => ({
    member: await aMember(db),
    path: `/news/${(await publish()).id}/comments`,
    body: { message, clientId: randomUUID() },
  })),
  'POST /profiles/{userName}/notes notes': textLimit(TEXT_AREA_MAX, async (notes) => ({
    member: await aMember(db),
    path: `/profiles/${encodeName(await aMember(db))}/notes`,
    body: { notes },
  })),
  'POST /members description': textLimit(TEXT_AREA_MAX, async (description) => ({
    member: await aMember(db),
    path: '/members',
    body: { profile: { description } },
  })),
}

test('the table contains only routes of the API', () => {
  const operations = Object.keys(WRITINGS).map((name) => name.split(' ').slice(0, 2).join(' '))
  expect(listOperations(app)).toEqual(expect.arrayContaining(operations))
})

/** One visible character, two UTF-16 units, one character in the database. */
const EMOJI = '😀'

describe.each(Object.entries(WRITINGS))('%s', (_, { max, write }) => {
  const readStatus = async (text: string) => {
    const { member, path, body } = await write(text)
    return (await as(member).post(path, body)).status
  }

  test('stores a single emoji, and as many as fit', async () => {
    for (const text of [EMOJI, EMOJI.repeat(max / 2)]) expect(await readStatus(text)).toBeLessThan(300)
  })

  test('rejects one emoji more', async () => {
    expect(await readStatus(EMOJI.repeat(max / 2 + 1))).toBe(400)
  })
})
