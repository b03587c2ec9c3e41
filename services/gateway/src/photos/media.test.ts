import { type MediaSize, mediaReference } from '@app/contract/media'
import type { Album } from '@app/contract/photos'
import { accountOf } from '@app/server/identity'
import { anOpenChat } from '@app/server/testing'
import { aMember, type TestMember } from '@app/server/testing-members'
import { aPhoto, variantBytes } from '@app/server/testing-photos'
import { describe, expect, test } from 'vitest'
import { gatewayOfThisFile } from '../testing.ts'

const MINUTE = 60_000
let ahead = 0
const { ctx, app, as } = await gatewayOfThisFile({ now: () => new Date(Date.now() + ahead) })

type Viewer = Pick<TestMember, 'accountId' | 'registeredAt'>

const addressFor = (viewer: Viewer, mediaId: string, size: MediaSize = 'medium'): string =>
  JSON.parse(ctx.links.sign(JSON.stringify({ url: mediaReference(mediaId, 0, size) }), accountOf(viewer), ctx.now()))
    .url

const fetchAt = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

/** Whether this viewer is shown the picture, with an address of their own. */
async function sees(viewer: Viewer, mediaId: string): Promise<boolean> {
  const { statusCode } = await fetchAt(addressFor(viewer, mediaId))
  expect([200, 404]).toContain(statusCode)
  return statusCode === 200
}

const aVerifiedMember = async (): Promise<TestMember> => {
  const member = await aMember(ctx.db)
  await ctx.db
    .updateTable('members')
    .set({ badges: ['VERIFIED'] })
    .where('id', '=', member.id)
    .execute()
  return member
}

const grant = (owner: TestMember, viewer: TestMember) =>
  ctx.db
    .insertInto('private_grants')
    .values({ ownerId: owner.id, viewerId: viewer.id, grantedAt: new Date().toISOString() })
    .execute()

test('a picture comes with what a browser needs to know, and nothing else', async () => {
  const ann = await aMember(ctx.db)
  const mediaId = await aPhoto(ctx, ann)
  const { statusCode, headers, rawPayload } = await fetchAt(addressFor(ann, mediaId))
  expect(statusCode).toBe(200)
  expect(rawPayload).toEqual(variantBytes(mediaId, 0, 'medium'))
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    etag: `"${mediaId}-0-medium"`,
  })
  const kept = /^private, max-age=(\d+)$/.exec(String(headers['cache-control']))?.[1]
  expect(Number(kept)).toBeGreaterThan(25 * 60)
  expect(Number(kept)).toBeLessThanOrEqual(60 * 60)
})

test('what is not for everybody is asked for again after a minute', async () => {
  const ann = await aMember(ctx.db)
  for (const album of ['PRIVATE', 'VERIFIED'] as const) {
    const { headers } = await fetchAt(addressFor(ann, await aPhoto(ctx, ann, { album })))
    expect(headers['cache-control']).toBe('private, max-age=60')
  }
})

test('a browser that has it is told so, and HEAD has no body', async () => {
  const ann = await aMember(ctx.db)
  const url = addressFor(ann, await aPhoto(ctx, ann))
  const { etag } = (await fetchAt(url)).headers
  const again = await fetchAt(url, { 'if-none-match': String(etag) })
  expect(again).toMatchObject({ statusCode: 304, body: '' })
  expect(again.headers.etag).toBe(etag)
  const head = await app.inject({ method: 'HEAD', url })
  expect(head).toMatchObject({ statusCode: 200, body: '' })
  expect(head.headers['content-type']).toBe('image/webp')
})

test('an address that is older than the last turn shows what is drawn now', async () => {
  const ann = await aMember(ctx.db)
  const mediaId = await aPhoto(ctx, ann)
  const url = addressFor(ann, mediaId)
  await ctx.photos.put(`variants/${mediaId}/90-medium.webp`, variantBytes(mediaId, 90, 'medium'))
  await ctx.db.updateTable('media').set({ rotation: 90, drawnRotation: 90 }).where('id', '=', mediaId).execute()
  const { rawPayload, headers } = await fetchAt(url)
  expect(rawPayload).toEqual(variantBytes(mediaId, 90, 'medium'))
  expect(headers.etag).toContain('-90-')
})

describe('who sees which album', () => {
  const ALBUMS: Album[] = ['PUBLIC', 'PRIVATE', 'VERIFIED']
  type Make = () => Promise<{ owner: TestMember; viewer: TestMember }>
  const inOpenChat = async (viewer?: TestMember) => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db, viewer ? { bo: viewer } : {})
    return { owner: ann, viewer: bo, chatId }
  }
  const granted = async (viewer?: TestMember) => {
    const made = await inOpenChat(viewer)
    await grant(made.owner, made.viewer)
    return made
  }
  const cases: [string, Album[], Make][] = [
    ['the owner', ALBUMS, async () => aMember(ctx.db).then((owner) => ({ owner, viewer: owner }))],
    ['a member', ['PUBLIC'], async () => ({ owner: await aMember(ctx.db), viewer: await aMember(ctx.db) })],
    [
      'a verified member',
      ['PUBLIC', 'VERIFIED'],
      async () => ({ owner: await aMember(ctx.db), viewer: await aVerifiedMember() }),
    ],
    [
      'an ADMIN',
      ['PUBLIC', 'VERIFIED'],
      async () => ({ owner: await aMember(ctx.db), viewer: await aMember(ctx.db, { level: 'ADMIN' }) }),
    ],
    ['a partner in a chat', ['PUBLIC'], inOpenChat],
    ['one who was granted it', ['PUBLIC', 'PRIVATE'], granted],
    ['one who was granted it and is verified', ALBUMS, async () => granted(await aVerifiedMember())],
    [
      'one who granted theirs',
      ['PUBLIC'],
      async () => {
        const { owner, viewer } = await granted()
        return { owner: viewer, viewer: owner }
      },
    ],
    [
      'one who was granted it without a chat',
      ['PUBLIC'],
      async () => {
        const [owner, viewer] = [await aMember(ctx.db), await aMember(ctx.db)]
        await grant(owner, viewer)
        return { owner, viewer }
      },
    ],
    [
      'one whose chat with the owner has ended',
      ['PUBLIC'],
      async () => {
        const made = await granted()
        await ctx.db.updateTable('chats').set({ state: 'ENDED' }).where('id', '=', made.chatId).execute()
        return made
      },
    ],
    [
      'one whom the owner ignores',
      ['PUBLIC'],
      async () => {
        const made = await granted(await aVerifiedMember())
        await as(made.owner).post('/ignore', made.viewer.userName)
        return made
      },
    ],
    [
      'one who ignores the owner',
      ['PUBLIC', 'VERIFIED'],
      async () => {
        const made = await granted(await aVerifiedMember())
        await as(made.viewer).post('/ignore', made.owner.userName)
        return made
      },
    ],
    [
      'a member of an owner who is on the way out',
      [],
      async () => {
        const made = await granted(await aVerifiedMember())
        await ctx.db
          .updateTable('members')
          .set({ deletedAt: new Date().toISOString() })
          .where('id', '=', made.owner.id)
          .execute()
        return made
      },
    ],
    [
      'one who is on the way out',
      [],
      async () => {
        const made = await granted(await aVerifiedMember())
        await ctx.db
          .updateTable('members')
          .set({ deletedAt: new Date().toISOString() })
          .where('id', '=', made.viewer.id)
          .execute()
        return made
      },
    ],
    [
      'one who has logged out everywhere',
      [],
      async () => {
        const made = await granted(await aVerifiedMember())
        await ctx.db.deleteFrom('sessions').where('memberId', '=', made.viewer.id).execute()
        return made
      },
    ],
    [
      'nobody',
      [],
      async () => ({
        owner: await aMember(ctx.db),
        viewer: { ...(await aMember(ctx.db)), accountId: '900000000000000000' },
      }),
    ],
  ]

  test.each(cases)('%s: %j', async (_, visible, make) => {
    const { owner, viewer } = await make()
    for (const album of ALBUMS)
      expect([album, await sees(viewer, await aPhoto(ctx, owner, { album }))]).toEqual([album, visible.includes(album)])
  })

  test('an address is dead when its number belongs to another member, as after a restore', async () => {
    const { owner, viewer } = await granted()
    const mediaId = await aPhoto(ctx, owner, { album: 'PRIVATE' })
    const url = addressFor(viewer, mediaId)
    expect((await fetchAt(url)).statusCode).toBe(200)
    const registeredAt = new Date(Date.parse(viewer.registeredAt) + 1).toISOString()
    await ctx.db.updateTable('members').set({ registeredAt }).where('id', '=', viewer.id).execute()
    expect((await fetchAt(url)).statusCode).toBe(404)
    expect(await sees({ ...viewer, registeredAt }, mediaId)).toBe(true)
  })

  test('what is listed is what can be seen', async () => {
    const { owner, viewer } = await granted()
    for (const album of ALBUMS) await aPhoto(ctx, owner, { album })
    await aPhoto(ctx, owner, { state: 'PROCESSING' })
    await aPhoto(ctx, owner, { state: 'FAILED' })
    const seen = async (who: TestMember) => {
      const path = `/members/username/${encodeURIComponent(owner.userName)}`
      const { body } = await as(who).get<{ photos: { url: string; status: string }[] }>(path)
      const statuses = await Promise.all(body.photos.map(async ({ url }) => (await fetchAt(url)).statusCode))
      return body.photos.map(({ status }, index) => `${status} ${statuses[index]}`).sort()
    }
    expect(await seen(viewer)).toEqual(['READY 200', 'READY 200'])
    expect(await seen(owner)).toEqual(['FAILED 404', 'PROCESSING 404', 'READY 200', 'READY 200', 'READY 200'])
  })
})

describe('an address is dead at once', () => {
  const shared = async (album: Album) => {
    const { ann, bo } = await anOpenChat(ctx.db)
    const mediaId = await aPhoto(ctx, ann, { album })
    if (album === 'PRIVATE') await grant(ann, bo)
    const url = addressFor(bo, mediaId)
    expect((await fetchAt(url)).statusCode).toBe(200)
    return { ann, bo, mediaId, url }
  }

  test('when the photo is deleted', async () => {
    const { ann, mediaId, url } = await shared('PUBLIC')
    expect((await as(ann).post('/photos/delete', { url: addressFor(ann, mediaId) })).status).toBe(204)
    expect((await fetchAt(url)).statusCode).toBe(404)
    expect((await fetchAt(addressFor(ann, mediaId))).statusCode).toBe(404)
  })

  test('when the album changes', async () => {
    const { ann, mediaId, url } = await shared('PUBLIC')
    const photos = [{ url: addressFor(ann, mediaId), album: 'PRIVATE' }]
    expect((await as(ann).post('/members', { photos })).status).toBe(200)
    expect((await fetchAt(url)).statusCode).toBe(404)
  })

  test('when the grant is withdrawn', async () => {
    const { ann, bo, url } = await shared('PRIVATE')
    expect((await as(ann).post('/photos/private/withdraw', { userName: bo.userName })).status).toBe(204)
    expect((await fetchAt(url)).statusCode).toBe(404)
  })

  test('when the chat is left, also for one who was still offered it', async () => {
    const { ann, bo, url } = await shared('PRIVATE')
    const { chatId } = (await as(bo).get<{ chatId: string }>(`/chats/status/${encodeURIComponent(ann.userName)}`)).body
    await as(bo).post(`/chats/${chatId}/delete`)
    expect((await fetchAt(url)).statusCode).toBe(404)
    expect((await as(ann).get('/photos/private')).body).toEqual([])
  })
})

test('an address ends within the hour', async () => {
  const ann = await aMember(ctx.db)
  const url = addressFor(ann, await aPhoto(ctx, ann))
  ahead = 29 * MINUTE
  expect((await fetchAt(url)).statusCode).toBe(200)
  ahead = 60 * MINUTE
  expect((await fetchAt(url)).statusCode).toBe(404)
  ahead = 0
})

describe('whatever is wrong has one and the same answer', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const mediaId = await aPhoto(ctx, ann, { album: 'PRIVATE' })
  const good = addressFor(ann, mediaId)
  const other = addressFor(ann, await aPhoto(ctx, ann))
  const neverUsed = addressFor(ann, 'A'.repeat(22))

  test.each<[string, string]>([
    ['a private photo', addressFor(bo, mediaId)],
    ['another viewer', good.replace(`v=${ann.id}`, `v=${bo.id}`)],
    ['another photo', good.replace(mediaId, other.split('/')[2] ?? '')],
    ['another size', good.replace('medium', 'large')],
    ['another signature', good.replace(/s=.*/, other.split('&').at(-1) ?? '')],
    ['no signature', good.replace(/&s=.*/, '')],
    ['two signatures', `${good}&s=x`],
    ['no parameters', good.split('?')[0] ?? ''],
    ['more time', good.replace(/e=\d+/, 'e=99999999999')],
    ['a path', '/media/..%2F..%2Fraw/0-medium.webp?v=1&e=1&s=1'],
    ['a variant that is none', good.replace('medium.webp', 'medium.png')],
    ['an id that is none', '/media/x/0-medium.webp?v=1&e=1&s=1'],
    ['bytes that are no text', good.replace('s=', 's=%ff%00')],
    ['one that is not drawn', addressFor(ann, await aPhoto(ctx, ann, { state: 'PROCESSING' }))],
    ['one that failed', addressFor(ann, await aPhoto(ctx, ann, { state: 'FAILED' }))],
    ['one that is being uploaded', addressFor(ann, await aPhoto(ctx, ann, { state: 'UPLOADING' }))],
  ])('%s', async (_, url) => {
    const without = ({ 'x-request-id': __, date: ___, ...headers }: Record<string, unknown>) => headers
    const [answer, expected] = [await fetchAt(url), await fetchAt(neverUsed)]
    expect(expected.statusCode).toBe(404)
    expect({ ...answer.json(), headers: without(answer.headers) }).toEqual({
      ...expected.json(),
      headers: without(expected.headers),
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('a file that is lost', async () => {
    const lost = await aPhoto(ctx, ann)
    await ctx.photos.remove(`variants/${lost}/0-medium.webp`)
    expect((await fetchAt(addressFor(ann, lost))).statusCode).toBe(404)
  })
})

test('a photo in a chat is for its two members, as long as they have the chat', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const [unsent, sent] = [await aPhoto(ctx, ann, { chatId }), await aPhoto(ctx, ann, { chatId, carried: true })]
  const stranger = await aMember(ctx.db, { level: 'ADMIN' })
  const views = async (mediaId: string) => [
    await sees(ann, mediaId),
    await sees(bo, mediaId),
    await sees(stranger, mediaId),
  ]
  expect(await views(unsent)).toEqual([true, false, false])
  expect(await views(sent)).toEqual([true, true, false])
  await as(bo).post('/ignore', ann.userName)
  expect(await views(sent)).toEqual([true, true, false])
  await as(ann).post(`/chats/${chatId}/delete`)
  expect(await views(sent)).toEqual([false, true, false])
})
