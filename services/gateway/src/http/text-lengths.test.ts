import { randomUUID } from 'node:crypto'
import {
  AD_TITLE_MAX,
  EVENT_PLACE_MAX,
  EVENT_TITLE_MAX,
  MESSAGE_MAX,
  NEWS_TITLE_MAX,
  TEXT_AREA_MAX,
} from '@app/contract/limits'
import { aGroup, anOpenChat } from '@app/server/testing'
import { aMember, type TestMember } from '@app/server/testing-members'
import { describe, expect, test } from 'vitest'
import { aForm } from '../events/testing.ts'
import { newsOf } from '../news/testing.ts'
import { callsOf, gatewayOfThisFile } from '../testing.ts'

const gateway = await gatewayOfThisFile()
const { app, ctx, as } = gateway
const { db } = ctx
const { publish } = newsOf(gateway)

type Request = { who: TestMember; path: string; body: unknown }
/** A call with one of its texts, and how long that may be. */
type Writing = { max: number; write: (text: string) => Promise<Request> }

const words = (max: number, write: Writing['write']): Writing => ({ max, write })
const aTeam = () => aMember(db, { level: 'ADMIN' })
const nameOf = ({ userName }: TestMember): string => encodeURIComponent(userName)
let groups = 0
const aGroupName = (): string => {
  groups += 1
  return `Segling ${groups}`
}

const inChat = async () => {
  const { ann: who, chatId } = await anOpenChat(db)
  return { who, path: `/chats/${chatId}` }
}
const inGroup = async () => {
  const { groupId, owner: who } = await aGroup(db)
  return { who, path: `/groups/${groupId}/messages` }
}
const onMessage = async () => {
  const { who, path } = await inGroup()
  const { body } = await as(who).post<{ id: string }>(path, { message: 'Hej alla' })
  return { who, path: `${path}/${body.id}` }
}

const event = (field: string) => async (text: string) => ({
  who: await aMember(db),
  path: '/events/public/',
  body: aForm({ [field]: text }),
})
const ad = (field: string) => async (text: string) => ({
  who: await aMember(db),
  path: '/ads',
  body: { title: 'Sällskap', content: 'Till fjällen', [field]: text },
})
const news = (field: string) => async (text: string) => ({
  who: await aTeam(),
  path: '/news',
  body: { title: 'Nytt', content: 'Läs mer', [field]: text },
})

/** Every text that members write, with the calls that store it. */
const WRITINGS: Record<string, Writing> = {
  'POST /chats/{id} message': words(MESSAGE_MAX, async (message) => ({ ...(await inChat()), body: { message } })),
  'POST /chats/invites message': words(MESSAGE_MAX, async (message) => ({
    who: await aMember(db),
    path: '/chats/invites',
    body: { recipientName: (await aMember(db)).userName, message },
  })),
  'POST /groups description': words(TEXT_AREA_MAX, async (description) => ({
    who: await aMember(db),
    path: '/groups',
    body: { groupName: aGroupName(), description },
  })),
  'POST /groups/{id} description': words(TEXT_AREA_MAX, async (description) => {
    const { groupId, owner: who } = await aGroup(db)
    return { who, path: `/groups/${groupId}`, body: { groupName: aGroupName(), description } }
  }),
  'POST /groups/invites message': words(TEXT_AREA_MAX, async (message) => {
    const { groupId, owner: who } = await aGroup(db)
    return { who, path: '/groups/invites', body: { groupId, recipientName: (await aMember(db)).userName, message } }
  }),
  'POST /groups/{id}/messages message': words(MESSAGE_MAX, async (message) => ({
    ...(await inGroup()),
    body: { message },
  })),
  'POST /groups/{id}/messages/{msgId} message': words(MESSAGE_MAX, async (message) => ({
    ...(await onMessage()),
    body: { message },
  })),
  'POST /groups/{id}/messages/{msgId}/comments message': words(MESSAGE_MAX, async (message) => {
    const { who, path } = await onMessage()
    return { who, path: `${path}/comments`, body: { message } }
  }),
  'POST /events/public/ title': words(EVENT_TITLE_MAX, event('title')),
  'POST /events/public/ description': words(TEXT_AREA_MAX, event('description')),
  'POST /events/public/ place': words(EVENT_PLACE_MAX, event('place')),
  'POST /ads title': words(AD_TITLE_MAX, ad('title')),
  'POST /ads content': words(TEXT_AREA_MAX, ad('content')),
  'POST /news title': words(NEWS_TITLE_MAX, news('title')),
  'POST /news content': words(TEXT_AREA_MAX, news('content')),
  'POST /news/{id}/comments message': words(MESSAGE_MAX, async (message) => ({
    who: await aMember(db),
    path: `/news/${(await publish()).id}/comments`,
    body: { message, clientId: randomUUID() },
  })),
  'POST /profiles/{userName}/notes notes': words(TEXT_AREA_MAX, async (notes) => ({
    who: await aMember(db),
    path: `/profiles/${nameOf(await aMember(db))}/notes`,
    body: { notes },
  })),
  'POST /members description': words(TEXT_AREA_MAX, async (description) => ({
    who: await aMember(db),
    path: '/members',
    body: { profile: { description } },
  })),
}

test('every call here is one of the API', () => {
  const calls = Object.keys(WRITINGS).map((name) => name.split(' ').slice(0, 2).join(' '))
  expect(callsOf(app)).toEqual(expect.arrayContaining(calls))
})

/** One character on the screen, two UTF-16 units, one character to the database. */
const EMOJI = '😀'

describe.each(Object.entries(WRITINGS))('%s', (_, { max, write }) => {
  const statusOf = async (text: string) => {
    const { who, path, body } = await write(text)
    return (await as(who).post(path, body)).status
  }

  test('is stored with a single emoji, and with as many as fit', async () => {
    for (const text of [EMOJI, EMOJI.repeat(max / 2)]) expect(await statusOf(text)).toBeLessThan(300)
  })

  test('is refused with one more', async () => {
    expect(await statusOf(EMOJI.repeat(max / 2 + 1))).toBe(400)
  })
})
