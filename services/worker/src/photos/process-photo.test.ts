import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { HOUR_MS } from '@app/contract/limits'
import type { GroupEnvelope } from '@app/contract/pushes'
import { createPhotoStore, rawKey, variantKey } from '@app/server/photos/photo-store'
import { aGroup, anOpenChat, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { aPhoto } from '@app/server/testing/photos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import type { ImageProcessor } from './image-processor.ts'
import { processPhoto } from './process-photo.ts'
import { removePhoto } from './remove-photo.ts'
import { aJpeg, readCorners } from './testing.ts'

let ctx: TestWorker
let jpeg: Buffer
beforeAll(async () => {
  ctx = await testWorker({})
  jpeg = await aJpeg()
})
afterAll(() => ctx.close())

const runProcessPhoto = (mediaId: string, overrides: Partial<TestWorker> = {}) =>
  processPhoto({ ...ctx, ...overrides }, { mediaId })
const readMediaRow = (mediaId: string) =>
  ctx.db.selectFrom('media').selectAll().where('id', '=', mediaId).executeTakeFirst()

/** Creates a photo whose upload is complete and waits for processing. */
async function anUpload(owner: { id: string }, options: Parameters<typeof aPhoto>[2] = {}, bytes = jpeg) {
  const mediaId = await aPhoto(ctx, owner, { state: 'PROCESSING', createdAt: ctx.now(), ...options })
  await ctx.photos.put(rawKey(mediaId), bytes)
  return mediaId
}

const rotate = (mediaId: string, rotation: number) =>
  ctx.db.updateTable('media').set({ rotation }).where('id', '=', mediaId).execute()

async function listFiles(mediaId: string): Promise<string[]> {
  const store = ctx.config.photoStore
  if (store.kind !== 'FOLDER') return []
  const files = (await readdir(store.folder, { recursive: true })).filter((file) => file.includes(mediaId))
  return files
    .map((file) => file.replaceAll(mediaId, 'ID'))
    .filter((file) => file !== 'variants/ID')
    .sort()
}

const listPushesAbout = async (mediaId: string) =>
  (await listPushes(ctx.db)).filter(({ push }) => push.type === 'photo:ready' && push.photo.id === mediaId)

const listGroupPushes = async (groupId: string) =>
  ((await listPushes(ctx.db)) as unknown as GroupEnvelope[]).filter(({ group }) => group === groupId)

const SIZES = ['large', 'medium', 'small']
const listVariantFiles = (...rotations: number[]) =>
  rotations.flatMap((rotation) => SIZES.map((size) => `variants/ID/${rotation}-${size}.webp`))

const findProfilePhoto = async ({ id }: { id: string }) =>
  (await ctx.db.selectFrom('members').select('profilePhotoId').where('id', '=', id).executeTakeFirst())?.profilePhotoId

test('processes a photo, notifies its owner, and removes the upload', async () => {
  const ann = await aMember(ctx.db)
  const mediaId = await anUpload(ann)
  await runProcessPhoto(mediaId)
  expect(await readMediaRow(mediaId)).toMatchObject({
    state: 'READY',
    drawnRotation: 0,
    width: 600,
    height: 400,
    attempts: 0,
  })
  expect(await listFiles(mediaId)).toEqual(listVariantFiles(0))
  expect(await listPushesAbout(mediaId)).toMatchObject([
    { to: [ann.id], push: { photo: { status: 'READY', width: 600, rotation: 0 }, chat: null } },
  ])
})

test("notifies the owner's chat partners only of the photo that becomes the profile photo", async () => {
  const { ann, bo } = await anOpenChat(ctx.db)
  const listProfilePhotoPushes = async () =>
    (await listPushes(ctx.db)).filter(({ push }) => push.type === 'partner:changed' && push.userName === ann.userName)
  const mediaId = await anUpload(ann)
  await runProcessPhoto(mediaId)
  const referenceFor = (size: string) => `media:${mediaId}/0/${size}`
  const push = { profilePhotoUrl: referenceFor('small'), photoUrl: referenceFor('medium'), badges: [] }
  expect(await listProfilePhotoPushes()).toMatchObject([{ to: [bo.id], push }])
  for (const album of ['PUBLIC', 'PRIVATE'] as const) await runProcessPhoto(await anUpload(ann, { album }))
  expect(await listProfilePhotoPushes()).toHaveLength(1)
})

test('processes a photo correctly when its job runs repeatedly or concurrently', async () => {
  const ann = await aMember(ctx.db)
  const mediaId = await anUpload(ann)
  await Promise.all([runProcessPhoto(mediaId), runProcessPhoto(mediaId)])
  await runProcessPhoto(mediaId)
  expect(await readMediaRow(mediaId)).toMatchObject({ state: 'READY' })
  expect(await listFiles(mediaId)).toEqual(listVariantFiles(0))
})

test('processes a photo in the rotation that its owner chose while it waited', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  await rotate(mediaId, 270)
  await runProcessPhoto(mediaId)
  expect(await readMediaRow(mediaId)).toMatchObject({
    state: 'READY',
    rotation: 270,
    drawnRotation: 270,
    width: 400,
    height: 600,
  })
})

test('renders a rotation from the upright variant, even after several changes', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  await runProcessPhoto(mediaId)
  const upright = await ctx.photos.read(variantKey(mediaId, 0, 'large'))
  for (const rotation of [90, 180, 270, 0, 90]) {
    await rotate(mediaId, rotation)
    await runProcessPhoto(mediaId)
  }
  expect(await readMediaRow(mediaId)).toMatchObject({ rotation: 90, drawnRotation: 90, width: 400, height: 600 })
  expect(await ctx.photos.read(variantKey(mediaId, 0, 'large'))).toEqual(upright)
  const rotated = await ctx.photos.read(variantKey(mediaId, 90, 'medium'))
  expect(await readCorners(rotated!)).toEqual(['light red', 'red', 'light blue', 'blue'])
})

test('renders a rotation that is requested during processing', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  let isFirst = true
  const imageProcessor: ImageProcessor = {
    ...ctx.imageProcessor,
    async process(task) {
      if (isFirst) await rotate(mediaId, 90)
      isFirst = false
      return ctx.imageProcessor.process(task)
    },
  }
  await runProcessPhoto(mediaId, { imageProcessor })
  expect(await readMediaRow(mediaId)).toMatchObject({ rotation: 90, drawnRotation: 90, width: 400 })
})

test('makes the processed photo that is first in the album PUBLIC the profile photo', async () => {
  const ann = await aMember(ctx.db)
  const privatePhoto = await anUpload(ann, { album: 'PRIVATE' })
  const [first, second] = [await anUpload(ann), await anUpload(ann)]
  const profilePhotos: unknown[] = []
  for (const mediaId of [privatePhoto, second, first]) {
    await runProcessPhoto(mediaId)
    profilePhotos.push(await findProfilePhoto(ann))
  }
  expect(profilePhotos).toEqual([null, second, first])
})

test('marks an unreadable photo as failed once, and leaves no file', async () => {
  const ann = await aMember(ctx.db)
  const mediaId = await anUpload(ann, {}, jpeg.subarray(0, 700))
  await runProcessPhoto(mediaId)
  await runProcessPhoto(mediaId)
  expect(await readMediaRow(mediaId)).toMatchObject({ state: 'FAILED' })
  expect(await listFiles(mediaId)).toEqual([])
  expect(await listPushesAbout(mediaId)).toMatchObject([{ to: [ann.id], push: { photo: { status: 'FAILED' } } }])
  expect(await findProfilePhoto(ann)).toBeNull()
})

test('marks a photo as failed after three attempts that crashed the child process', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  let attempts = 0
  const imageProcessor: ImageProcessor = {
    ...ctx.imageProcessor,
    async process() {
      attempts += 1
      throw new Error('killed')
    },
  }
  await expect(runProcessPhoto(mediaId, { imageProcessor })).rejects.toThrow('killed')
  await expect(runProcessPhoto(mediaId, { imageProcessor })).rejects.toThrow('killed')
  await runProcessPhoto(mediaId, { imageProcessor })
  expect(await readMediaRow(mediaId)).toMatchObject({ state: 'FAILED' })
  expect(attempts).toBe(3)
})

test('reverts a rotation that cannot be rendered', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  await runProcessPhoto(mediaId)
  await rotate(mediaId, 90)
  await runProcessPhoto(mediaId, { imageProcessor: { ...ctx.imageProcessor, process: async () => null } })
  expect(await readMediaRow(mediaId)).toMatchObject({ state: 'READY', rotation: 0, drawnRotation: 0 })
  expect((await listPushesAbout(mediaId)).at(-1)).toMatchObject({ push: { photo: { status: 'READY', rotation: 0 } } })
})

test('counts no attempt while the store is unavailable, and processes the photo later', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  const photos = createPhotoStore({ kind: 'FOLDER', folder: '/dev/null/photos' }, ctx.log)
  const unavailableStore = { ...ctx.photos, put: photos.put }
  for (let n = 0; n < 5; n += 1)
    await expect(runProcessPhoto(mediaId, { photos: unavailableStore })).rejects.toThrow('UNAVAILABLE')
  expect(await readMediaRow(mediaId)).toMatchObject({ state: 'PROCESSING', attempts: 0 })
  await runProcessPhoto(mediaId)
  expect(await readMediaRow(mediaId)).toMatchObject({ state: 'READY' })
})

test.each(['put', 'remove'] as const)('completes a photo after a worker has died at any %s of a file', async (step) => {
  const mediaId = await anUpload(await aMember(ctx.db))
  for (const crashAt of [1, 2, 3]) {
    let count = 0
    const photos = {
      ...ctx.photos,
      async [step](key: string, bytes: Uint8Array) {
        count += 1
        if (count === crashAt) throw new Error('killed')
        await ctx.photos[step](key, bytes)
        if (step === 'remove') throw new Error('killed')
      },
    }
    await runProcessPhoto(mediaId, { photos }).catch(() => {})
    await ctx.db.updateTable('media').set({ attempts: 0 }).where('id', '=', mediaId).execute()
  }
  await runProcessPhoto(mediaId)
  expect(await readMediaRow(mediaId)).toMatchObject({ state: 'READY', width: 600 })
  expect(await listFiles(mediaId)).toEqual(listVariantFiles(0))
})

test('leaves neither row nor file of a photo that is removed during processing', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  const remove = () => ctx.db.updateTable('media').set({ state: 'REMOVED' }).where('id', '=', mediaId).execute()
  const imageProcessor: ImageProcessor = {
    ...ctx.imageProcessor,
    async process(task) {
      await remove()
      await removePhoto(ctx, { mediaId })
      return ctx.imageProcessor.process(task)
    },
  }
  await runProcessPhoto(mediaId, { imageProcessor })
  expect(await readMediaRow(mediaId)).toBeUndefined()
  expect(await listFiles(mediaId)).toEqual([])
})

test('leaves no file of a photo that another worker has processed and removed during processing', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  const imageProcessor: ImageProcessor = {
    ...ctx.imageProcessor,
    async process(task) {
      const removed = { state: 'REMOVED', drawingUntil: null } as const
      await ctx.db.updateTable('media').set(removed).where('id', '=', mediaId).execute()
      await removePhoto(ctx, { mediaId })
      expect(await readMediaRow(mediaId)).toBeUndefined()
      return ctx.imageProcessor.process(task)
    },
  }
  await runProcessPhoto(mediaId, { imageProcessor })
  expect(await listFiles(mediaId)).toEqual([])
})

test.each([
  ['whose message is deleted', { carried: true }],
  ['that a decision hides', { removedBy: '1' }],
])('keeps the files of a photo %s during processing', async (_, change) => {
  const mediaId = await anUpload(await aMember(ctx.db))
  await runProcessPhoto(mediaId)
  await rotate(mediaId, 90)
  const dueAt = new Date(ctx.now().getTime() + HOUR_MS).toISOString()
  const removed = { state: 'REMOVED', dueAt, ...change } as const
  const imageProcessor: ImageProcessor = {
    ...ctx.imageProcessor,
    async process(task) {
      await ctx.db.updateTable('media').set(removed).where('id', '=', mediaId).execute()
      return ctx.imageProcessor.process(task)
    },
  }
  await runProcessPhoto(mediaId, { imageProcessor })
  expect(await readMediaRow(mediaId)).toMatchObject({ state: 'REMOVED', drawnRotation: 0 })
  expect(await listFiles(mediaId)).toEqual(expect.arrayContaining(listVariantFiles(0)))
})

test('deletes a removed photo with all its files, even if this takes several attempts', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  await runProcessPhoto(mediaId)
  await rotate(mediaId, 180)
  await runProcessPhoto(mediaId)
  await removePhoto(ctx, { mediaId })
  expect(await listFiles(mediaId)).toHaveLength(6)
  await ctx.db.updateTable('media').set({ state: 'REMOVED' }).where('id', '=', mediaId).execute()
  let count = 0
  const photos = {
    ...ctx.photos,
    async remove(key: string) {
      count += 1
      if (count > 3) throw new Error('killed')
      await ctx.photos.remove(key)
    },
  }
  await expect(removePhoto({ ...ctx, photos }, { mediaId })).rejects.toThrow('killed')
  expect(await readMediaRow(mediaId)).toBeDefined()
  await removePhoto(ctx, { mediaId })
  expect(await readMediaRow(mediaId)).toBeUndefined()
  expect(await listFiles(mediaId)).toEqual([])
})

test('notifies both chat members of a photo, and increments the version of the chat for a resync', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const mediaId = await anUpload(ann, { chatId, attached: true })
  const { id: messageId } = await ctx.db
    .insertInto('chat_messages')
    .values({ chatId, senderId: ann.id, clientId: randomUUID(), mediaId, sentAt: new Date().toISOString(), version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await runProcessPhoto(mediaId)
  const [envelope, ...otherPushes] = await listPushesAbout(mediaId)
  expect(otherPushes).toEqual([])
  expect([...(envelope?.to ?? [])].sort()).toEqual([ann.id, bo.id].sort())
  expect(envelope?.push).toMatchObject({ chat: { chatId, messageId, version: 2 } })
  const { version } = await ctx.db
    .selectFrom('chats')
    .select('version')
    .where('id', '=', chatId)
    .executeTakeFirstOrThrow()
  expect(version).toBe(2)
})

test('notifies only the owner of a photo in a chat of a blocked pair', async () => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  await ctx.db.updateTable('chats').set({ invitedIgnores: true }).where('id', '=', chatId).execute()
  const mediaId = await anUpload(ann, { chatId, attached: true })
  await ctx.db
    .insertInto('chat_messages')
    .values({ chatId, senderId: ann.id, clientId: randomUUID(), mediaId, sentAt: new Date().toISOString(), version: 1 })
    .execute()
  await runProcessPhoto(mediaId)
  expect((await listPushesAbout(mediaId)).map(({ to }) => to)).toEqual([[ann.id]])
})

test('notifies only the owner of a photo that was uploaded to a chat but not sent', async () => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const mediaId = await anUpload(ann, { chatId })
  await runProcessPhoto(mediaId)
  expect(await listPushesAbout(mediaId)).toMatchObject([{ to: [ann.id], push: { chat: null } }])
})

/** Creates a message, or a comment on it, with a photo that waits for processing. */
async function aGroupPhoto(owner: TestMember, groupId: string, parentId?: string) {
  const mediaId = await anUpload(owner, { groupId, attached: true })
  const sentAt = new Date().toISOString()
  const { id } = await ctx.db
    .insertInto('group_messages')
    .values({
      ...{ groupId, mediaId, parentId: parentId ?? null, authorId: owner.id, clientId: randomUUID() },
      ...{ sentAt, lastUpdate: sentAt, version: 1 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { mediaId, id }
}

const readVersions = async (groupId: string) => {
  const { version } = await ctx.db
    .selectFrom('groups')
    .select('version')
    .where('id', '=', groupId)
    .executeTakeFirstOrThrow()
  const messages = await ctx.db
    .selectFrom('group_messages')
    .select('version')
    .where('groupId', '=', groupId)
    .orderBy('id')
    .execute()
  return [version, ...messages.map((message) => message.version)]
}

test('notifies the owner of a photo in a group, and the group of the change to its message', async () => {
  const ann = await aMember(ctx.db)
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  const { mediaId, id } = await aGroupPhoto(ann, groupId)
  await runProcessPhoto(mediaId)
  expect(await readVersions(groupId)).toEqual([2, 2])
  expect(await listPushesAbout(mediaId)).toMatchObject([
    { to: [ann.id], push: { photo: { status: 'READY' }, chat: null } },
  ])
  expect(await listGroupPushes(groupId)).toMatchObject([
    {
      author: ann.id,
      push: { type: 'group:message-changed', version: 2, message: { id, photo: { id: mediaId, status: 'READY' } } },
    },
  ])
})

test('increments the versions of a comment with a processed photo and of its message, for a resync', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const { groupId } = await aGroup(ctx.db, { owner: ann, members: [bo] })
  const parent = await aGroupPhoto(ann, groupId)
  const { mediaId, id } = await aGroupPhoto(bo, groupId, parent.id)
  await runProcessPhoto(mediaId)
  expect(await readVersions(groupId)).toEqual([2, 2, 2])
  const comment = { id, photo: { id: mediaId, status: 'READY', width: 600 } }
  expect(await listGroupPushes(groupId)).toMatchObject([
    { author: bo.id, push: { type: 'group:comment', messageId: parent.id, version: 2, comment } },
  ])
})

test('notifies no member of a photo that was removed before it was processed', async () => {
  const ann = await aMember(ctx.db)
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  const { mediaId, id } = await aGroupPhoto(ann, groupId)
  const deletedColumns = { mediaId: null, deletedAt: new Date().toISOString() }
  await ctx.db.updateTable('group_messages').set(deletedColumns).where('id', '=', id).execute()
  await ctx.db.updateTable('media').set({ state: 'REMOVED' }).where('id', '=', mediaId).execute()
  await runProcessPhoto(mediaId)
  expect([await listPushesAbout(mediaId), await listGroupPushes(groupId), await readVersions(groupId)]).toEqual([
    [],
    [],
    [1, 1],
  ])
})

test('notifies only the owner of a photo that was uploaded to a group but not sent', async () => {
  const ann = await aMember(ctx.db)
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  const mediaId = await anUpload(ann, { groupId })
  await runProcessPhoto(mediaId)
  expect(await listPushesAbout(mediaId)).toMatchObject([{ to: [ann.id], push: { chat: null } }])
  expect([await listGroupPushes(groupId), await readVersions(groupId)]).toEqual([[], [1]])
})

describe('a photo in the feed', () => {
  const CROP = { zoom: 100, offsetX: -1, offsetY: 1 }
  const listFeedPushes = async () => (await listPushes(ctx.db)).filter(({ push }) => push.type === 'movie:changed')
  async function anUploadedEntry(owner: TestMember, bytes = jpeg) {
    const entry = await anEntry(ctx, owner, { state: 'PROCESSING', crop: CROP, createdAt: ctx.now() })
    await ctx.photos.put(rawKey(entry.mediaId), bytes)
    return entry
  }

  test('is cropped as its author chose, and announced to the author and to all members', async () => {
    const ann = await aMember(ctx.db)
    const countBefore = (await listFeedPushes()).length
    const { mediaId } = await anUploadedEntry(ann)
    await runProcessPhoto(mediaId)
    await runProcessPhoto(mediaId)
    expect(await readMediaRow(mediaId)).toMatchObject({ state: 'READY', width: 200, height: 133 })
    expect(await readCorners((await ctx.photos.read(variantKey(mediaId, 0, 'large')))!)).toEqual(
      Array(4).fill('light red'),
    )
    expect(await listFiles(mediaId)).toEqual(listVariantFiles(0))
    expect(await listPushesAbout(mediaId)).toMatchObject([
      { to: [ann.id], push: { photo: { status: 'READY' }, chat: null } },
    ])
    expect((await listFeedPushes()).slice(countBefore)).toEqual([
      { everybody: true, push: { type: 'movie:changed', gone: null } },
    ])
  })

  test('that is unreadable is announced only to its author', async () => {
    const ann = await aMember(ctx.db)
    const countBefore = (await listFeedPushes()).length
    const { mediaId } = await anUploadedEntry(ann, jpeg.subarray(0, 700))
    await runProcessPhoto(mediaId)
    expect(await readMediaRow(mediaId)).toMatchObject({ state: 'FAILED' })
    expect(await listFiles(mediaId)).toEqual([])
    expect(await listPushesAbout(mediaId)).toMatchObject([{ to: [ann.id], push: { photo: { status: 'FAILED' } } }])
    expect(await listFeedPushes()).toHaveLength(countBefore)
  })

  test('is not cropped twice when a worker dies after the upload is removed', async () => {
    const { mediaId } = await anUploadedEntry(await aMember(ctx.db))
    const photos = {
      ...ctx.photos,
      async remove(key: string) {
        await ctx.photos.remove(key)
        throw new Error('killed')
      },
    }
    await expect(runProcessPhoto(mediaId, { photos })).rejects.toThrow('killed')
    await runProcessPhoto(mediaId)
    expect(await readMediaRow(mediaId)).toMatchObject({ state: 'READY', width: 200 })
  })

  test('leaves no row, file or push if its entry is deleted during processing', async () => {
    const { id, mediaId } = await anUploadedEntry(await aMember(ctx.db))
    const countBefore = (await listFeedPushes()).length
    const imageProcessor: ImageProcessor = {
      ...ctx.imageProcessor,
      async process(task) {
        await ctx.db.deleteFrom('movie_entries').where('id', '=', id).execute()
        await ctx.db.updateTable('media').set({ state: 'REMOVED' }).where('id', '=', mediaId).execute()
        return ctx.imageProcessor.process(task)
      },
    }
    await runProcessPhoto(mediaId, { imageProcessor })
    expect([await readMediaRow(mediaId), await listFiles(mediaId)]).toEqual([undefined, []])
    expect(await listFeedPushes()).toHaveLength(countBefore)
  })
})
