import type { Album } from '@app/contract/photos'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { aPhoto, signedUrl, variantBytes } from '@app/server/testing/photos'
import { describe, expect, test } from 'vitest'
import { setUpTestGateway } from '../testing.ts'

const MINUTE_MS = 60_000
let clockOffsetMs = 0
const { ctx, app, as } = await setUpTestGateway({ now: () => new Date(Date.now() + clockOffsetMs) })

type Viewer = Pick<TestMember, 'accountId' | 'registeredAt'>

const fetchUrl = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

/** Returns whether this viewer can open the picture, with a URL of their own. */
async function canSee(viewer: Viewer, mediaId: string): Promise<boolean> {
  const { statusCode } = await fetchUrl(signedUrl(ctx, viewer, mediaId))
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

test('a picture is served with its type, which browsers must not guess, and an entity tag', async () => {
  const ann = await aMember(ctx.db)
  const mediaId = await aPhoto(ctx, ann)
  const { statusCode, headers, rawPayload } = await fetchUrl(signedUrl(ctx, ann, mediaId))
  expect(statusCode).toBe(200)
  expect(rawPayload).toEqual(variantBytes(mediaId, 0, 'medium'))
  expect(headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    etag: `"${mediaId}-0-medium"`,
  })
})

test('a picture may be cached for a minute', { tags: 'blocks.media' }, async () => {
  const ann = await aMember(ctx.db)
  for (const album of ['PUBLIC', 'PRIVATE', 'VERIFIED'] as const) {
    const { headers } = await fetchUrl(signedUrl(ctx, ann, await aPhoto(ctx, ann, { album })))
    expect(headers['cache-control']).toBe('private, max-age=60')
  }
})

test('responds 304 for a cached picture, and without a body to HEAD', async () => {
  const ann = await aMember(ctx.db)
  const url = signedUrl(ctx, ann, await aPhoto(ctx, ann))
  const { etag } = (await fetchUrl(url)).headers
  const revalidated = await fetchUrl(url, { 'if-none-match': String(etag) })
  expect(revalidated).toMatchObject({ statusCode: 304, body: '' })
  expect(revalidated.headers.etag).toBe(etag)
  const head = await app.inject({ method: 'HEAD', url })
  expect(head).toMatchObject({ statusCode: 200, body: '' })
  expect(head.headers['content-type']).toBe('image/webp')
})

test('a URL older than the last rotation serves the current picture', async () => {
  const ann = await aMember(ctx.db)
  const mediaId = await aPhoto(ctx, ann)
  const url = signedUrl(ctx, ann, mediaId)
  await ctx.photos.put(`variants/${mediaId}/90-medium.webp`, variantBytes(mediaId, 90, 'medium'))
  await ctx.db.updateTable('media').set({ rotation: 90, drawnRotation: 90 }).where('id', '=', mediaId).execute()
  const { rawPayload, headers } = await fetchUrl(url)
  expect(rawPayload).toEqual(variantBytes(mediaId, 90, 'medium'))
  expect(headers.etag).toContain('-90-')
})

describe('visibility of albums', () => {
  const ALBUMS: Album[] = ['PUBLIC', 'PRIVATE', 'VERIFIED']
  type CreateScenario = () => Promise<{ owner: TestMember; viewer: TestMember }>
  const anOpenChatScenario = async (viewer?: TestMember) => {
    const { ann, bo, chatId } = await anOpenChat(ctx.db, viewer ? { bo: viewer } : {})
    return { owner: ann, viewer: bo, chatId }
  }
  const aGrantedScenario = async (viewer?: TestMember) => {
    const scenario = await anOpenChatScenario(viewer)
    await grant(scenario.owner, scenario.viewer)
    return scenario
  }
  const cases: [string, Album[], CreateScenario][] = [
    ['the owner', ALBUMS, async () => aMember(ctx.db).then((owner) => ({ owner, viewer: owner }))],
    ['another member', ['PUBLIC'], async () => ({ owner: await aMember(ctx.db), viewer: await aMember(ctx.db) })],
    [
      'a verified member',
      ['PUBLIC', 'VERIFIED'],
      async () => ({ owner: await aMember(ctx.db), viewer: await aVerifiedMember() }),
    ],
    [
      'an admin',
      ['PUBLIC', 'VERIFIED'],
      async () => ({ owner: await aMember(ctx.db), viewer: await aMember(ctx.db, { level: 'ADMIN' }) }),
    ],
    ['a chat partner without a grant', ['PUBLIC'], anOpenChatScenario],
    ['a viewer with a grant', ['PUBLIC', 'PRIVATE'], aGrantedScenario],
    ['a verified viewer with a grant', ALBUMS, async () => aGrantedScenario(await aVerifiedMember())],
    [
      'a viewer who granted access to their own album',
      ['PUBLIC'],
      async () => {
        const { owner, viewer } = await aGrantedScenario()
        return { owner: viewer, viewer: owner }
      },
    ],
    [
      'a viewer with a grant but no chat',
      ['PUBLIC'],
      async () => {
        const [owner, viewer] = [await aMember(ctx.db), await aMember(ctx.db)]
        await grant(owner, viewer)
        return { owner, viewer }
      },
    ],
    [
      'a viewer whose chat with the owner has ended',
      ['PUBLIC'],
      async () => {
        const scenario = await aGrantedScenario()
        await ctx.db.updateTable('chats').set({ state: 'ENDED' }).where('id', '=', scenario.chatId).execute()
        return scenario
      },
    ],
    [
      'a viewer whom the owner ignores',
      ['PUBLIC'],
      async () => {
        const scenario = await aGrantedScenario(await aVerifiedMember())
        await as(scenario.owner).post('/ignore', scenario.viewer.userName)
        return scenario
      },
    ],
    [
      'a viewer who ignores the owner',
      ['PUBLIC', 'VERIFIED'],
      async () => {
        const scenario = await aGrantedScenario(await aVerifiedMember())
        await as(scenario.viewer).post('/ignore', scenario.owner.userName)
        return scenario
      },
    ],
    [
      'a viewer of a deleted owner',
      [],
      async () => {
        const scenario = await aGrantedScenario(await aVerifiedMember())
        await ctx.db
          .updateTable('members')
          .set({ deletedAt: new Date().toISOString() })
          .where('id', '=', scenario.owner.id)
          .execute()
        return scenario
      },
    ],
    [
      'a deleted viewer',
      [],
      async () => {
        const scenario = await aGrantedScenario(await aVerifiedMember())
        await ctx.db
          .updateTable('members')
          .set({ deletedAt: new Date().toISOString() })
          .where('id', '=', scenario.viewer.id)
          .execute()
        return scenario
      },
    ],
    [
      'a viewer who has logged out everywhere',
      [],
      async () => {
        const scenario = await aGrantedScenario(await aVerifiedMember())
        await ctx.db.deleteFrom('sessions').where('memberId', '=', scenario.viewer.id).execute()
        return scenario
      },
    ],
    [
      'an unknown viewer',
      [],
      async () => ({
        owner: await aMember(ctx.db),
        viewer: { ...(await aMember(ctx.db)), accountId: '900000000000000000' },
      }),
    ],
  ]

  test.each(cases)('%s sees only %j', { tags: 'photos.album-visibility' }, async (_, visible, createScenario) => {
    const { owner, viewer } = await createScenario()
    for (const album of ALBUMS)
      expect([album, await canSee(viewer, await aPhoto(ctx, owner, { album }))]).toEqual([
        album,
        visible.includes(album),
      ])
  })

  test('a URL is invalid once the id of its viewer belongs to another member, as after a restore', async () => {
    const { owner, viewer } = await aGrantedScenario()
    const mediaId = await aPhoto(ctx, owner, { album: 'PRIVATE' })
    const url = signedUrl(ctx, viewer, mediaId)
    expect((await fetchUrl(url)).statusCode).toBe(200)
    const registeredAt = new Date(Date.parse(viewer.registeredAt) + 1).toISOString()
    await ctx.db.updateTable('members').set({ registeredAt }).where('id', '=', viewer.id).execute()
    expect((await fetchUrl(url)).statusCode).toBe(404)
    expect(await canSee({ ...viewer, registeredAt }, mediaId)).toBe(true)
  })

  test('a profile lists the photos that the viewer can open, and for the owner also those that are not ready', async () => {
    const { owner, viewer } = await aGrantedScenario()
    for (const album of ALBUMS) await aPhoto(ctx, owner, { album })
    await aPhoto(ctx, owner, { state: 'PROCESSING' })
    await aPhoto(ctx, owner, { state: 'FAILED' })
    const readStatuses = async (member: TestMember) => {
      const path = `/members/username/${encodeURIComponent(owner.userName)}`
      const { body } = await as(member).get<{ photos: { url: string; status: string }[] }>(path)
      const statuses = await Promise.all(body.photos.map(async ({ url }) => (await fetchUrl(url)).statusCode))
      return body.photos.map(({ status }, index) => `${status} ${statuses[index]}`).sort()
    }
    expect(await readStatuses(viewer)).toEqual(['READY 200', 'READY 200'])
    expect(await readStatuses(owner)).toEqual(['FAILED 404', 'PROCESSING 404', 'READY 200', 'READY 200', 'READY 200'])
  })
})

describe('a URL becomes invalid immediately', () => {
  const aViewedPhoto = async (album: Album) => {
    const { ann, bo } = await anOpenChat(ctx.db)
    const mediaId = await aPhoto(ctx, ann, { album })
    if (album === 'PRIVATE') await grant(ann, bo)
    const url = signedUrl(ctx, bo, mediaId)
    expect((await fetchUrl(url)).statusCode).toBe(200)
    return { ann, bo, mediaId, url }
  }

  test('when the photo is deleted', async () => {
    const { ann, mediaId, url } = await aViewedPhoto('PUBLIC')
    expect((await as(ann).post('/photos/delete', { url: signedUrl(ctx, ann, mediaId) })).status).toBe(204)
    expect((await fetchUrl(url)).statusCode).toBe(404)
    expect((await fetchUrl(signedUrl(ctx, ann, mediaId))).statusCode).toBe(404)
  })

  test('when the photo moves to another album', async () => {
    const { ann, mediaId, url } = await aViewedPhoto('PUBLIC')
    const photos = [{ url: signedUrl(ctx, ann, mediaId), album: 'PRIVATE' }]
    expect((await as(ann).post('/members', { photos })).status).toBe(200)
    expect((await fetchUrl(url)).statusCode).toBe(404)
  })

  test('when the grant is revoked', { tags: 'photos.revoked-grant' }, async () => {
    const { ann, bo, url } = await aViewedPhoto('PRIVATE')
    expect((await as(ann).post('/photos/private/withdraw', { userName: bo.userName })).status).toBe(204)
    expect((await fetchUrl(url)).statusCode).toBe(404)
  })

  test('when the viewer leaves the chat, which also revokes the grant', async () => {
    const { ann, bo, url } = await aViewedPhoto('PRIVATE')
    const { chatId } = (await as(bo).get<{ chatId: string }>(`/chats/status/${encodeURIComponent(ann.userName)}`)).body
    await as(bo).post(`/chats/${chatId}/delete`)
    expect((await fetchUrl(url)).statusCode).toBe(404)
    expect((await as(ann).get('/photos/private')).body).toEqual([])
  })
})

test('a URL expires within an hour', async () => {
  const ann = await aMember(ctx.db)
  const url = signedUrl(ctx, ann, await aPhoto(ctx, ann))
  clockOffsetMs = 29 * MINUTE_MS
  expect((await fetchUrl(url)).statusCode).toBe(200)
  clockOffsetMs = 60 * MINUTE_MS
  expect((await fetchUrl(url)).statusCode).toBe(404)
  clockOffsetMs = 0
})

describe('a URL without a visible picture', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const mediaId = await aPhoto(ctx, ann, { album: 'PRIVATE' })
  const validUrl = signedUrl(ctx, ann, mediaId)
  const otherUrl = signedUrl(ctx, ann, await aPhoto(ctx, ann))
  const unusedIdUrl = signedUrl(ctx, ann, 'A'.repeat(22))

  test.each<[string, string]>([
    ['a private photo', signedUrl(ctx, bo, mediaId)],
    ['another viewer', validUrl.replace(`v=${ann.id}`, `v=${bo.id}`)],
    ['another photo', validUrl.replace(mediaId, otherUrl.split('/')[2] ?? '')],
    ['another rotation', validUrl.replace('0-medium', '90-medium')],
    ['another signature', validUrl.replace(/s=.*/, otherUrl.split('&').at(-1) ?? '')],
    ['no signature', validUrl.replace(/&s=.*/, '')],
    ['two signatures', `${validUrl}&s=x`],
    ['no parameters', validUrl.split('?')[0] ?? ''],
    ['a later expiry time', validUrl.replace(/e=\d+/, 'e=99999999999')],
    ['a path', '/media/..%2F..%2Fraw/0-medium.webp?v=1&e=1&s=1'],
    ['an unknown variant', validUrl.replace('medium.webp', 'medium.png')],
    ['an invalid id', '/media/x/0-medium.webp?v=1&e=1&s=1'],
    ['bytes that are not text', validUrl.replace('s=', 's=%ff%00')],
    ['a photo that is not processed', signedUrl(ctx, ann, await aPhoto(ctx, ann, { state: 'PROCESSING' }))],
    ['a photo that failed', signedUrl(ctx, ann, await aPhoto(ctx, ann, { state: 'FAILED' }))],
    ['a photo that is being uploaded', signedUrl(ctx, ann, await aPhoto(ctx, ann, { state: 'UPLOADING' }))],
  ])('gets the same response as an unknown photo: %s', async (_, url) => {
    const removeVolatileHeaders = ({ 'x-request-id': __, date: ___, ...headers }: Record<string, unknown>) => headers
    const [response, expected] = [await fetchUrl(url), await fetchUrl(unusedIdUrl)]
    expect(expected.statusCode).toBe(404)
    expect({ ...response.json(), headers: removeVolatileHeaders(response.headers) }).toEqual({
      ...expected.json(),
      headers: removeVolatileHeaders(expected.headers),
    })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('gets NOT_FOUND if the photo store has lost the file', async () => {
    const lostPhoto = await aPhoto(ctx, ann)
    await ctx.photos.remove(`variants/${lostPhoto}/0-medium.webp`)
    expect((await fetchUrl(signedUrl(ctx, ann, lostPhoto))).statusCode).toBe(404)
  })
})

test('a sent photo is visible to the two members of its chat until they leave it, and an unsent one only to its owner', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const [unsent, sent] = [await aPhoto(ctx, ann, { chatId }), await aPhoto(ctx, ann, { chatId, attached: true })]
  const stranger = await aMember(ctx.db, { level: 'ADMIN' })
  const readVisibility = async (mediaId: string) => [
    await canSee(ann, mediaId),
    await canSee(bo, mediaId),
    await canSee(stranger, mediaId),
  ]
  expect(await readVisibility(unsent)).toEqual([true, false, false])
  expect(await readVisibility(sent)).toEqual([true, true, false])
  await as(bo).post('/ignore', ann.userName)
  expect(await readVisibility(sent)).toEqual([true, true, false])
  await as(ann).post(`/chats/${chatId}/delete`)
  expect(await readVisibility(sent)).toEqual([false, true, false])
})

test('a block hides the pictures of each from the other, but chat photos only from the blocked member, and group photos not from admins of the group', {
  tags: 'blocks.media',
}, async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const admin = await aMember(ctx.db)
  const { groupId } = await aGroup(ctx.db, { admins: [admin], members: [ann, bo] })
  const photosOf = async (owner: TestMember) => {
    const { mediaId: movie } = await anEntry(ctx, owner)
    const group = await aPhoto(ctx, owner, { groupId, attached: true })
    return { album: await aPhoto(ctx, owner), movie, group, chat: await aPhoto(ctx, owner, { chatId, attached: true }) }
  }
  const [byAnn, byBo] = [await photosOf(ann), await photosOf(bo)]
  const listVisible = async (viewer: TestMember, photos: Record<string, string>) => {
    const visible = await Promise.all(
      Object.entries(photos).map(async ([key, id]) => ((await canSee(viewer, id)) ? [key] : [])),
    )
    return visible.flat()
  }
  expect(await listVisible(bo, byAnn)).toEqual(['album', 'movie', 'group', 'chat'])
  await as(ann).post('/blocks', { userName: bo.userName })
  expect(await listVisible(bo, byAnn)).toEqual([])
  expect(await listVisible(ann, byBo)).toEqual(['chat'])
  expect(await listVisible(ann, byAnn)).toEqual(['album', 'movie', 'group', 'chat'])
  expect(await listVisible(bo, byBo)).toEqual(['album', 'movie', 'group'])
  expect(await listVisible(admin, byAnn)).toEqual(['album', 'movie', 'group'])
  await as(bo).post('/blocks', { userName: admin.userName })
  expect(await listVisible(admin, byBo)).toEqual(['group'])
})
