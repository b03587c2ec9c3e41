import { randomUUID } from 'node:crypto'
import { ErrorResponse } from '@app/contract/errors'
import { MediaUrl } from '@app/contract/media'
import type { Encrypted } from '@app/contract/members/profiles'
import type { MovieEntry } from '@app/contract/movie'
import { Photo } from '@app/contract/photos'
import { Suggestion } from '@app/contract/welcome'
import { aGroup, anInvite, anOpenChat } from '@app/server/testing/context'
import { anAnswer, anEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { aPhoto, signedUrl } from '@app/server/testing/photos'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aForm } from '../../photos/testing.ts'
import { decryptHits, decryptResponse } from '../../search/testing.ts'
import { setUpTestGateway, type TestResponse } from '../../testing.ts'
import { registerPictureSigning } from '../picture-signing.ts'

const { app, as, ctx, tokenOf } = await setUpTestGateway()

type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
}
type Operation = { responses?: Record<string, { content?: Record<string, { schema: Schema }> }> }
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } }
const document = app.swagger() as unknown as Document

/** Operations whose URLs are not those of pictures: the support page, the calendar feed and the export archive. */
const OPERATIONS_WITH_OTHER_URLS = [
  'GET /app-config',
  'GET /events/calendar',
  'POST /events/calendar',
  'GET /members/export',
  'POST /members/export',
]

/** Lists the paths of the fields with the URL of a picture, such as `[].photo.smallUrl`. */
function listPictureFields(schema: Schema, path = ''): string[] {
  const { $ref, properties = {}, items, anyOf = [], allOf = [] } = schema
  const referenced = $ref ? document.components.schemas[$ref.split('/').at(-1) ?? ''] : undefined
  return [
    ...(/(?:\.url|Url|\.image)$/.test(path) ? [path] : []),
    ...Object.entries(properties).flatMap(([name, field]) => listPictureFields(field, `${path}.${name}`)),
    ...(items ? listPictureFields(items, `${path}[]`) : []),
    ...[...anyOf, ...allOf, ...(referenced ? [referenced] : [])].flatMap((part) => listPictureFields(part, path)),
  ]
}

const fieldsByOperation = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { responses = {} }]): [operation: string, fields: string[]][] => {
    const operation = `${method.toUpperCase()} ${path.replace('/api/v2', '')}`
    const schemas = Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, { content = {} }]) => Object.values(content).map(({ schema }) => schema))
    const fields = new Set(schemas.flatMap((schema) => listPictureFields(schema)))
    return fields.size === 0 || OPERATIONS_WITH_OTHER_URLS.includes(operation) ? [] : [[operation, [...fields].sort()]]
  }),
)

/** Lists the values in a response, each with the path of its field. */
const listValues = (value: unknown, path = ''): [path: string, value: unknown][] =>
  Array.isArray(value)
    ? value.flatMap((item) => listValues(item, `${path}[]`))
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, field]) => listValues(field, `${path}.${name}`))
      : [[path, value]]

function isSignedFor(reader: TestMember, url: unknown): boolean {
  const { pathname, searchParams } = new URL(String(url), 'http://localhost')
  const [, , id = '', variant = ''] = pathname.split('/')
  const link = ctx.links.verify({ id, variant, v: '', e: '', s: '', ...Object.fromEntries(searchParams) }, ctx.now())
  return link !== null && ctx.links.isIssuedTo(link, { id: reader.accountId, registeredAt: reader.registeredAt })
}

async function aMemberWithPhoto(): Promise<TestMember> {
  const member = await aMember(ctx.db)
  await aPhoto(ctx, member)
  return member
}

const aMessage = () => ({ message: 'Hej på dig', clientId: randomUUID() })
const encodeName = ({ userName }: TestMember) => encodeURIComponent(userName)
const createPair = async () => [await aMemberWithPhoto(), await aMemberWithPhoto()] as const

/** Creates a chat with a message that contains a photo. */
async function aChat() {
  const [ann, bo] = await createPair()
  const { chatId } = await anOpenChat(ctx.db, { ann, bo })
  const photoId = await aPhoto(ctx, ann, { chatId })
  const messageWithPhoto = { ...aMessage(), photoUrl: signedUrl(ctx, ann, photoId) }
  return { ann, bo, chatId, photoId, messageWithPhoto }
}

/** Creates a group of two with a message and a comment that contain photos. */
async function aGroupChat() {
  const [ann, bo] = await createPair()
  const { groupId } = await aGroup(ctx.db, { owner: ann, members: [bo] })
  const createMessageWithPhoto = async () => ({
    ...aMessage(),
    photoUrl: signedUrl(ctx, ann, await aPhoto(ctx, ann, { groupId })),
  })
  const path = `/groups/${groupId}/messages`
  const { id } = (await as(ann).post<{ id: string }>(path, await createMessageWithPhoto())).body
  await as(ann).post(`${path}/${id}/comments`, await createMessageWithPhoto())
  return { ann, bo, groupId, path, id, createMessageWithPhoto }
}

async function aGroupInvite() {
  const [ann, bo] = await createPair()
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  const send = () => as(ann).post('/groups/invites', { groupId, recipientName: bo.userName })
  return { ann, bo, groupId, send }
}

const SEARCH_FILTER = { couples: false, person1Selection: { sex: 'FEMALE' } }
const ALL_ADS = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
const anAd = async (author: TestMember) =>
  (await as(author).post<{ id: string }>('/ads', { title: 'Min annons', content: 'Jag söker någon' })).body

async function aCommentedNews() {
  const reader = await aMemberWithPhoto()
  const admin = await aMember(ctx.db, { level: 'ADMIN' })
  const { id } = (await as(admin).post<{ id: string }>('/news', { title: 'Nytt', content: 'Nu är det här' })).body
  const comment = () => as(reader).post(`/news/${id}/comments`, aMessage())
  return { reader, id, comment }
}

/** Decrypts the content of a response. */
async function decrypt(reader: TestMember, response: TestResponse<Encrypted>): Promise<TestResponse<unknown>> {
  return { ...response, body: await decryptHits(response.body, tokenOf(reader)) }
}

type ReadResponse = { reader: TestMember; response: TestResponse<unknown> }
const readBy = async (reader: TestMember, ...responses: Promise<TestResponse<unknown>>[]): Promise<ReadResponse[]> =>
  (await Promise.all(responses)).map((response) => ({ reader, response }))

/** Requests each operation in situations in which its responses have a value in each field for a picture. */
const REQUESTS: Record<string, () => Promise<ReadResponse[]>> = {
  'GET /members/username/{userName}': async () => {
    const [ann, bo] = await createPair()
    return readBy(bo, as(bo).get(`/members/username/${encodeName(ann)}`))
  },
  'GET /profiles/visits/{userName}': async () => {
    const [ann, bo] = await createPair()
    await as(ann).post(`/profiles/visits/${encodeName(bo)}`)
    return readBy(bo, as(bo).get(`/profiles/visits/${encodeName(bo)}`))
  },
  'GET /verifications/{userName}': async () => {
    const [ann, bo] = await createPair()
    const cia = await aMemberWithPhoto()
    const dag = await aMemberWithPhoto()
    for (const other of [ann, cia, dag]) await anOpenChat(ctx.db, { ann: bo, bo: other })
    const send = (member: TestMember, action: string, other: TestMember) =>
      as(member).post('/verifications/verify', { userName: other.userName, action })
    await send(ann, 'CONFIRM', bo)
    await send(cia, 'ASK', bo)
    await send(bo, 'ASK', dag)
    return readBy(bo, as(bo).get(`/verifications/${encodeName(bo)}`))
  },
  'GET /photos/private': async () => {
    const [ann, bo] = await createPair()
    await anOpenChat(ctx.db, { ann, bo })
    await as(ann).post('/photos/private/grant', { userName: bo.userName })
    return readBy(ann, as(ann).get('/photos/private'))
  },
  'GET /chats': async () => {
    const { ann } = await aChat()
    return readBy(ann, as(ann).get('/chats'))
  },
  'GET /chats/invites': async () => {
    const [ann, bo] = await createPair()
    await anInvite(ctx.db, { ann, bo })
    return readBy(bo, as(bo).get('/chats/invites'))
  },
  'POST /chats/invites': async () => {
    const [ann, bo] = await createPair()
    return readBy(ann, as(ann).post('/chats/invites', { recipientName: bo.userName, message: 'Hej på dig' }))
  },
  'GET /chats/{id}': async () => {
    const { ann, bo, chatId, messageWithPhoto } = await aChat()
    await as(ann).post(`/chats/${chatId}`, messageWithPhoto)
    return readBy(bo, as(bo).get(`/chats/${chatId}`))
  },
  'POST /chats/{id}': async () => {
    const { ann, chatId, messageWithPhoto } = await aChat()
    const send = () => readBy(ann, as(ann).post(`/chats/${chatId}`, messageWithPhoto))
    return [...(await send()), ...(await send())]
  },
  'POST /chats/{id}/{msgId}/edit': async () => {
    const { ann, chatId, messageWithPhoto } = await aChat()
    const { body } = await as(ann).post<{ id: string }>(`/chats/${chatId}`, messageWithPhoto)
    return readBy(ann, as(ann).post(`/chats/${chatId}/${body.id}/edit`, { message: 'Ändrat' }))
  },
  'POST /chats/{id}/{msgId}/react': async () => {
    const { ann, bo, chatId, messageWithPhoto } = await aChat()
    const { body } = await as(ann).post<{ id: string }>(`/chats/${chatId}`, messageWithPhoto)
    return readBy(bo, as(bo).post(`/chats/${chatId}/${body.id}/react`, { reaction: 'WOW' }))
  },
  'POST /chats/{id}/accept': async () => {
    const [ann, bo] = await createPair()
    const { chatId } = await anInvite(ctx.db, { ann, bo })
    return readBy(bo, as(bo).post(`/chats/${chatId}/accept`))
  },
  'POST /chats/{id}/maybe': async () => {
    const [ann, bo] = await createPair()
    const { chatId } = await anInvite(ctx.db, { ann, bo })
    return readBy(bo, as(bo).post(`/chats/${chatId}/maybe`))
  },
  'POST /chats/{id}/photos': async () => {
    const { ann, chatId } = await aChat()
    return readBy(ann, as(ann).post(`/chats/${chatId}/photos`, aForm()))
  },
  'POST /chats/{id}/{photoId}/rotatePhoto': async () => {
    const { ann, chatId, photoId } = await aChat()
    return readBy(ann, as(ann).post(`/chats/${chatId}/${photoId}/rotatePhoto`))
  },
  'GET /groups/invites': async () => {
    const { bo, send } = await aGroupInvite()
    await send()
    return readBy(bo, as(bo).get('/groups/invites'))
  },
  'POST /groups/invites': async () => {
    const { ann, send } = await aGroupInvite()
    return readBy(ann, send())
  },
  'GET /groups/{id}/invites': async () => {
    const { ann, groupId, send } = await aGroupInvite()
    await send()
    return readBy(ann, as(ann).get(`/groups/${groupId}/invites`))
  },
  'GET /groups/{id}/members': async () => {
    const { bo, groupId } = await aGroupChat()
    return readBy(bo, as(bo).get(`/groups/${groupId}/members`))
  },
  'GET /groups/{id}/messages': async () => {
    const { bo, path } = await aGroupChat()
    return readBy(bo, as(bo).get(path))
  },
  'POST /groups/{id}/messages': async () => {
    const { ann, path, createMessageWithPhoto } = await aGroupChat()
    const message = await createMessageWithPhoto()
    const send = () => as(ann).post<{ id: string }>(path, message)
    const firstResponse = await send()
    await as(ann).post(`${path}/${firstResponse.body.id}/comments`, await createMessageWithPhoto())
    return readBy(ann, Promise.resolve(firstResponse), send())
  },
  'GET /groups/{id}/messages/{msgId}': async () => {
    const { bo, path, id } = await aGroupChat()
    return readBy(bo, as(bo).get(`${path}/${id}`))
  },
  'POST /groups/{id}/messages/{msgId}': async () => {
    const { ann, path, id } = await aGroupChat()
    return readBy(ann, as(ann).post(`${path}/${id}`, { message: 'Ändrat' }))
  },
  'POST /groups/{id}/messages/{msgId}/comments': async () => {
    const { ann, path, id, createMessageWithPhoto } = await aGroupChat()
    return readBy(ann, as(ann).post(`${path}/${id}/comments`, await createMessageWithPhoto()))
  },
  'POST /groups/{id}/messages/{msgId}/react': async () => {
    const { bo, path, id } = await aGroupChat()
    return readBy(bo, as(bo).post(`${path}/${id}/react`, { reaction: 'WOW' }))
  },
  'POST /groups/{id}/messages/{msgId}/comments/{cid}/edit': async () => {
    const { ann, path, id, createMessageWithPhoto } = await aGroupChat()
    const { body } = await as(ann).post<{ id: string }>(`${path}/${id}/comments`, await createMessageWithPhoto())
    return readBy(ann, as(ann).post(`${path}/${id}/comments/${body.id}/edit`, { message: 'Ändrat' }))
  },
  'POST /groups/{id}/messages/{msgId}/comments/{cid}/react': async () => {
    const { ann, bo, path, id, createMessageWithPhoto } = await aGroupChat()
    const { body } = await as(ann).post<{ id: string }>(`${path}/${id}/comments`, await createMessageWithPhoto())
    return readBy(bo, as(bo).post(`${path}/${id}/comments/${body.id}/react`, { reaction: 'WOW' }))
  },
  'POST /groups/{id}/photos': async () => {
    const { bo, groupId } = await aGroupChat()
    return readBy(bo, as(bo).post(`/groups/${groupId}/photos`, aForm()))
  },
  'POST /groups/{id}/{photoId}/rotatePhoto': async () => {
    const { ann, groupId } = await aGroupChat()
    const photoId = await aPhoto(ctx, ann, { groupId })
    return readBy(ann, as(ann).post(`/groups/${groupId}/${photoId}/rotatePhoto`))
  },
  'GET /events/{id}/participants': async () => {
    const [ann, bo] = await createPair()
    const event = await anEvent(ctx.db, { author: ann })
    await anAnswer(ctx.db, event, ann)
    return readBy(bo, as(bo).get(`/events/${event.id}/participants`))
  },
  'GET /movie': async () => {
    const [ann, bo] = await createPair()
    await anEntry(ctx, ann)
    return readBy(bo, as(bo).get('/movie'))
  },
  'POST /movie': async () => {
    const ann = await aMemberWithPhoto()
    return readBy(ann, as(ann).post('/movie', aForm()))
  },
  'GET /news/{id}/comments': async () => {
    const { reader, id, comment } = await aCommentedNews()
    await comment()
    return readBy(reader, as(reader).get(`/news/${id}/comments`))
  },
  'POST /news/{id}/comments': async () => {
    const { reader, comment } = await aCommentedNews()
    return readBy(reader, comment())
  },
  'POST /ads': async () => {
    const ann = await aMemberWithPhoto()
    return readBy(ann, as(ann).post('/ads', { title: 'Min annons', content: 'Jag söker någon' }))
  },
  'POST /ads/edit': async () => {
    const ann = await aMemberWithPhoto()
    const { id } = await anAd(ann)
    return readBy(ann, as(ann).post('/ads/edit', { id, title: 'Ändrad', content: 'Jag söker någon' }))
  },
  'GET /ads/{id}': async () => {
    const [ann, bo] = await createPair()
    const { id } = await anAd(ann)
    return readBy(bo, as(bo).get(`/ads/${id}`))
  },
  'POST /messages/search': async () => {
    const { bo } = await aChat()
    return readBy(bo, as(bo).post('/messages/search', { words: 'hej' }))
  },
  'POST /ads/filtered': async () => {
    const [ann, bo] = await createPair()
    await anAd(ann)
    return readBy(bo, as(bo).post('/ads/filtered', ALL_ADS))
  },
  'POST /photos/store': async () => {
    const ann = await aMemberWithPhoto()
    return readBy(ann, as(ann).post('/photos/store', aForm()))
  },
  'POST /photos/rotate': async () => {
    const ann = await aMember(ctx.db)
    return readBy(ann, as(ann).post('/photos/rotate', signedUrl(ctx, ann, await aPhoto(ctx, ann))))
  },
}

test('the table covers every operation that responds with pictures', () => {
  const operations = fieldsByOperation.map(([operation]) => operation)
  expect(Object.keys(REQUESTS).toSorted()).toEqual(operations.toSorted())
})

test.each(fieldsByOperation)('%s signs the URL of each picture for its reader', async (operation, fields) => {
  const responses = (await REQUESTS[operation]?.()) ?? []
  const urls = responses.flatMap(({ reader, response: { body } }) =>
    listValues(body).flatMap(([path, url]) =>
      fields.includes(path) && url !== null ? [{ path, url, isSigned: isSignedFor(reader, url) }] : [],
    ),
  )
  expect([...new Set(urls.map(({ path }) => path))].toSorted()).toEqual(fields)
  expect(urls.filter(({ isSigned }) => !isSigned)).toEqual([])
})

test.each([
  [
    'by name',
    (reader: TestMember, { userName }: TestMember) =>
      as(reader).get<Encrypted>(`/profiles/search-user-encrypted/${encodeURIComponent(userName)}`),
  ],
  ['by filter', (reader: TestMember) => as(reader).post<Encrypted>('/profiles/search-encrypted', SEARCH_FILTER)],
])('an encrypted search %s signs the URL of each picture for its reader', async (_, search) => {
  const [ann, bo] = await createPair()
  const { body } = await decrypt(bo, await search(bo, ann))
  const urls = listValues(body).filter(([path, value]) => /url$/i.test(path) && value !== null)
  expect(urls.length).toBeGreaterThan(0)
  expect(urls.filter(([, url]) => !isSignedFor(bo, url))).toEqual([])
})

test('encrypted suggestions sign the URL of each picture for their reader', async () => {
  const [, bo] = await createPair()
  const { body } = await as(bo).get<Encrypted>('/getting-started/suggestions')
  const suggestions = await decryptResponse(z.array(Suggestion), body, tokenOf(bo))
  const urls = suggestions.flatMap(({ profilePhotoUrl }) => profilePhotoUrl ?? [])
  expect(urls.length).toBeGreaterThan(0)
  expect(urls.filter((url) => !isSignedFor(bo, url))).toEqual([])
})

test("pictures are signed for an admin's own account, although the admin acts as the team", async () => {
  const ann = await aMemberWithPhoto()
  const admin = await aMember(ctx.db, { level: 'ADMIN' })
  const { body } = await as(admin).get(`/members/username/${encodeName(ann)}`)
  const urls = listValues(body).filter(([path, value]) => /url$/i.test(path) && value !== null)
  expect(urls.length).toBeGreaterThan(0)
  expect(urls.filter(([, url]) => !isSignedFor(admin, url))).toEqual([])
})

test('a signature in a response is valid for all variants of its picture, but not for another picture, viewer or expiry', async () => {
  const [ann, bo] = await createPair()
  for (const author of [ann, bo]) await anEntry(ctx, author)
  const [forAnn = [], forBo = []] = await Promise.all(
    [ann, bo].map(async (reader) => (await as(reader).get<MovieEntry[]>('/movie?limit=2')).body),
  )
  const listUrls = (entry?: MovieEntry) => (entry ? [entry.photo.smallUrl, entry.image, entry.photo.largeUrl] : [])
  const ownUrls = listUrls(forAnn[0])
  expect(ownUrls).toHaveLength(3)
  const [ownUrl = '', otherPicture = '', otherViewer = ''] = [forAnn[0]?.image, forAnn[1]?.image, forBo[0]?.image]
  const open = async (url: string) => (await app.inject({ url })).statusCode
  const withSignatureOf = (url: string, other: string) => url.replace(/s=.*/, other.slice(other.indexOf('s=')))
  for (const url of ownUrls) {
    expect(await open(url)).toBe(200)
    expect(await open(withSignatureOf(url, ownUrl))).toBe(200)
    expect(await open(withSignatureOf(url, otherPicture))).toBe(404)
    expect(await open(withSignatureOf(url, otherViewer))).toBe(404)
    expect(await open(url.replace(/e=(\d+)/, (_, expiry) => `e=${Number(expiry) + 1_800}`))).toBe(404)
    expect(await open(url.replace(/e=(\d+)/, (_, expiry) => `e=${Number(expiry) - 1_800}`))).toBe(404)
  }
})

const registerRoute = (response: Record<string, unknown>, policy: 'visitor' | 'member' = 'member') => {
  const bareApp = fastify()
  registerPictureSigning(bareApp)
  bareApp.get('/new', { config: { policy }, schema: { response } }, async () => null)
}

test('startup fails if a route shows pictures to visitors', () => {
  expect(() => registerRoute({ 200: Photo }, 'visitor')).toThrow('/new shows pictures to visitors')
  expect(() => registerRoute({ 200: Photo })).not.toThrow()
})

test.each([
  ['for a range of statuses', { '2xx': Photo }],
  ['for the default status', { default: z.array(Photo) }],
  ['with a content type', { 200: { content: { 'application/json': { schema: Photo } } } }],
  ['as a bare URL', { 200: MediaUrl }],
  ['as a bare URL or null', { 200: z.nullable(MediaUrl) }],
])('startup fails if a route responds with pictures %s, which would stay unsigned', (_, response) => {
  expect(() => registerRoute(response)).toThrow('/new responds with pictures')
})

test('a response without pictures may have a range of statuses or a content type, or be a bare text', () => {
  const content = { 'text/markdown': { schema: z.string() }, 'text/plain': {} }
  expect(() => registerRoute({ 200: { content }, 201: z.string(), '4xx': ErrorResponse })).not.toThrow()
})
