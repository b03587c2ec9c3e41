import { randomUUID } from 'node:crypto'
import {
  AD_TITLE_MAX,
  EVENT_PLACE_MAX,
  EVENT_TITLE_MAX,
  MESSAGE_MAX,
  NEWS_TITLE_MAX,
  SAVED_SEARCH_NAME_MAX,
  TEXT_AREA_MAX,
} from '@app/contract/limits'
import { NOTICE_ADDRESS_MAX, NOTICE_NAME_MAX } from '@app/contract/safety/report-rules'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { describe, expect, test } from 'vitest'
import { aCase, aCaseReport, aModerator } from '../../cases/testing.ts'
import { aForm } from '../../events/testing.ts'
import { createNewsHelpers } from '../../news/testing.ts'
import { listOperations, parseOperation, setUpTestGateway } from '../../testing.ts'

const gateway = await setUpTestGateway()
const { app, ctx, as } = gateway
const { db } = ctx
const { publish } = createNewsHelpers(gateway)

type Request = { member: TestMember; path: string; body: unknown }
/** A field that stores a text of at most `maxLength` UTF-16 units. */
type TextField = { maxLength: number; createRequest: (text: string) => Promise<Request> }

const textField = (maxLength: number, createRequest: TextField['createRequest']): TextField => ({
  maxLength,
  createRequest,
})
const anAdmin = () => aMember(db, { level: 'ADMIN' })
const encodeName = ({ userName }: TestMember): string => encodeURIComponent(userName)
let groupCount = 0
const aGroupName = (): string => {
  groupCount += 1
  return `Segling ${groupCount}`
}

/** Creates an open chat; returns the path to send a message, and its sender. */
const aChatTarget = async () => {
  const { ann: member, chatId } = await anOpenChat(db)
  return { member, path: `/chats/${chatId}` }
}
const aGroupTarget = async () => {
  const { groupId, owner: member } = await aGroup(db)
  return { member, path: `/groups/${groupId}/messages` }
}
const aPostTarget = async () => {
  const { member, path } = await aGroupTarget()
  const { body } = await as(member).post<{ id: string }>(path, { message: 'Hej alla' })
  return { member, path: `${path}/${body.id}` }
}

const eventRequest = (field: string) => async (text: string) => ({
  member: await aMember(db),
  path: '/events/public/',
  body: aForm({ [field]: text }),
})
const adRequest = (field: string) => async (text: string) => ({
  member: await aMember(db),
  path: '/ads',
  body: { title: 'Sällskap', content: 'Till fjällen', [field]: text },
})
const noticeRequest = (field: string) => async (text: string) => ({
  member: await aMember(db),
  path: '/notices',
  body: {
    ...{ address: 'https://salong.example/ads', category: 'SPAM', reason: 'Reklam', name: 'Agda' },
    ...{ email: 'agda@example.com', goodFaith: true, language: 'SWEDISH', [field]: text },
  },
})
const newsRequest = (field: string) => async (text: string) => ({
  member: await anAdmin(),
  path: '/news',
  body: { title: 'Nytt', content: 'Läs mer', [field]: text },
})

/** Returns a builder of requests with a question to the reporter of a claimed case about a chat message. */
const caseRequest = (path: string) => async (question: string) => {
  const { ann: reporter, bo: author, chatId, firstMessageId: id } = await anOpenChat(db)
  const subject = { subjectKind: 'CHAT_MESSAGE', subjectId: id, parentId: chatId } as const
  const { id: reportId, caseId } = await aCaseReport(db, await aCase(db, { author, ...subject }), reporter)
  const member = await aModerator(db)
  const { version } = (await as(member).post<{ version: number }>(`/moderation/cases/${caseId}/claim`)).body
  return { member, path: `/moderation/cases/${caseId}/${path}`, body: { version, reportId, question } }
}

/** Texts that members, admins and visitors write, by the operation and the field that store them. */
const TEXT_FIELDS: Record<string, TextField> = {
  'POST /chats/{id} message': textField(MESSAGE_MAX, async (message) => ({
    ...(await aChatTarget()),
    body: { message },
  })),
  'POST /chats/{id}/{msgId}/edit message': textField(MESSAGE_MAX, async (message) => {
    const { member, path } = await aChatTarget()
    const { body } = await as(member).post<{ id: string }>(path, { message: 'Hej hej' })
    return { member, path: `${path}/${body.id}/edit`, body: { message } }
  }),
  'POST /chats/invites message': textField(MESSAGE_MAX, async (message) => ({
    member: await aMember(db),
    path: '/chats/invites',
    body: { recipientName: (await aMember(db)).userName, message },
  })),
  'POST /groups description': textField(TEXT_AREA_MAX, async (description) => ({
    member: await aMember(db),
    path: '/groups',
    body: { groupName: aGroupName(), description },
  })),
  'POST /groups/{id} description': textField(TEXT_AREA_MAX, async (description) => {
    const { groupId, owner: member } = await aGroup(db)
    return { member, path: `/groups/${groupId}`, body: { groupName: aGroupName(), description } }
  }),
  'POST /groups/invites message': textField(TEXT_AREA_MAX, async (message) => {
    const { groupId, owner: member } = await aGroup(db)
    return {
      member,
      path: '/groups/invites',
      body: { groupId, recipientName: (await aMember(db)).userName, message },
    }
  }),
  'POST /groups/{id}/messages message': textField(MESSAGE_MAX, async (message) => ({
    ...(await aGroupTarget()),
    body: { message },
  })),
  'POST /groups/{id}/messages/{msgId} message': textField(MESSAGE_MAX, async (message) => ({
    ...(await aPostTarget()),
    body: { message },
  })),
  'POST /groups/{id}/messages/{msgId}/comments message': textField(MESSAGE_MAX, async (message) => {
    const { member, path } = await aPostTarget()
    return { member, path: `${path}/comments`, body: { message } }
  }),
  'POST /groups/{id}/messages/{msgId}/comments/{cid}/edit message': textField(MESSAGE_MAX, async (message) => {
    const { member, path } = await aPostTarget()
    const { body } = await as(member).post<{ id: string }>(`${path}/comments`, { message: 'Hej hej' })
    return { member, path: `${path}/comments/${body.id}/edit`, body: { message } }
  }),
  'POST /events/public/ title': textField(EVENT_TITLE_MAX, eventRequest('title')),
  'POST /events/public/ description': textField(TEXT_AREA_MAX, eventRequest('description')),
  'POST /events/public/ place': textField(EVENT_PLACE_MAX, eventRequest('place')),
  'POST /searches name': textField(SAVED_SEARCH_NAME_MAX, async (name) => ({
    ...{ member: await aMember(db), path: '/searches' },
    body: { name, filter: { couples: false, person1Selection: { sex: 'FEMALE' } }, inDigest: true },
  })),
  'POST /ads title': textField(AD_TITLE_MAX, adRequest('title')),
  'POST /ads content': textField(TEXT_AREA_MAX, adRequest('content')),
  'POST /news title': textField(NEWS_TITLE_MAX, newsRequest('title')),
  'POST /news content': textField(TEXT_AREA_MAX, newsRequest('content')),
  'POST /news/{id}/comments message': textField(MESSAGE_MAX, async (message) => ({
    member: await aMember(db),
    path: `/news/${(await publish()).id}/comments`,
    body: { message, clientId: randomUUID() },
  })),
  'POST /reports words': textField(TEXT_AREA_MAX, async (words) => ({
    member: await aMember(db),
    path: '/reports',
    body: { subject: { kind: 'PROFILE', id: (await aMember(db)).userName }, category: 'OTHER', words },
  })),
  'POST /notices reason': textField(TEXT_AREA_MAX, noticeRequest('reason')),
  'POST /notices address': textField(NOTICE_ADDRESS_MAX, noticeRequest('address')),
  'POST /notices name': textField(NOTICE_NAME_MAX, noticeRequest('name')),
  'POST /moderation/cases reference': textField(200, async (reference) => ({
    member: await aModerator(db),
    path: '/moderation/cases',
    body: {
      ...{ subject: { kind: 'PROFILE', id: (await aMember(db)).userName }, category: 'SPAM', source: 'AUTHORITY' },
      reference,
    },
  })),
  'POST /moderation/cases/{id}/ask question': textField(TEXT_AREA_MAX, caseRequest('ask')),
  'POST /moderation/cases/{id}/wider question': textField(TEXT_AREA_MAX, caseRequest('wider')),
  'POST /profiles/{userName}/notes notes': textField(TEXT_AREA_MAX, async (notes) => ({
    member: await aMember(db),
    path: `/profiles/${encodeName(await aMember(db))}/notes`,
    body: { notes },
  })),
  'POST /members description': textField(TEXT_AREA_MAX, async (description) => ({
    member: await aMember(db),
    path: '/members',
    body: { profile: { description } },
  })),
}

test('the table contains only routes of the API', () => {
  const operations = Object.keys(TEXT_FIELDS).map(parseOperation)
  expect(listOperations(app)).toEqual(expect.arrayContaining(operations))
})

/** One visible character, two UTF-16 units, one character in the database. */
const EMOJI = '😀'

describe.each(Object.entries(TEXT_FIELDS))('%s', (_, { maxLength, createRequest }) => {
  const sendText = async (text: string) => {
    const { member, path, body } = await createRequest(text)
    return (await as(member).post(path, body)).status
  }

  test('accepts a single emoji, and as many as fit', async () => {
    for (const text of [EMOJI, EMOJI.repeat(maxLength / 2)]) expect(await sendText(text)).toBeLessThan(300)
  })

  test('rejects one emoji more than fit', async () => {
    expect(await sendText(EMOJI.repeat(maxLength / 2 + 1))).toBe(400)
  })
})
