import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import type { GroupEnvelope } from '@app/contract/pushes'
import { createPhotoStore, rawKey, variantKey } from '@app/server/photo-store'
import { aGroup, anOpenChat, pushes } from '@app/server/testing'
import { aMember, type TestMember } from '@app/server/testing-members'
import { anEntry } from '@app/server/testing-movie'
import { aPhoto } from '@app/server/testing-photos'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { findLostPhotos } from './find-lost.ts'
import type { ImageProcessor } from './image-processor.ts'
import { processPhoto } from './process-photo.ts'
import { removePhoto } from './remove-photo.ts'
import { aJpeg, readCorners } from './testing.ts'

const HOUR = 60 * 60_000

let ctx: TestWorker
let jpeg: Buffer
beforeAll(async () => {
  ctx = await testWorker({})
  jpeg = await aJpeg()
})
afterAll(() => ctx.close())

const processOf = (mediaId: string, changes: Partial<TestWorker> = {}) =>
  processPhoto({ ...ctx, ...changes }, { mediaId })
const mediaRow = (mediaId: string) =>
  ctx.db.selectFrom('media').selectAll().where('id', '=', mediaId).executeTakeFirst()

/** An upload that has arrived. */
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
  (await pushes(ctx.db)).filter(({ push }) => push.type === 'photo:ready' && push.photo.id === mediaId)

const listConversationPushes = async (groupId: string) =>
  ((await pushes(ctx.db)) as unknown as GroupEnvelope[]).filter(({ group }) => group === groupId)

const SIZES = ['large', 'medium', 'small']
const variants = (...rotations: number[]) =>
  rotations.flatMap((rotation) => SIZES.map((size) => `variants/ID/${rotation}-${size}.webp`))

const profilePhoto = async ({ id }: { id: string }) =>
  (await ctx.db.selectFrom('members').select('profilePhotoId').where('id', '=', id).executeTakeFirst())?.profilePhotoId

test('a photo is drawn, told to its owner, and its upload is gone', async () => {
  const ann = await aMember(ctx.db)
  const mediaId = await anUpload(ann)
  await processOf(mediaId)
  expect(await mediaRow(mediaId)).toMatchObject({
    state: 'READY',
    drawnRotation: 0,
    width: 600,
    height: 400,
    attempts: 0,
  })
  expect(await listFiles(mediaId)).toEqual(variants(0))
  expect(await listPushesAbout(mediaId)).toMatchObject([
    { to: [ann.id], push: { photo: { status: 'READY', width: 600, rotation: 0 }, chat: null } },
  ])
})

test('those who have a chat with the owner see the first photo as theirs, and hear nothing of a later one', async () => {
  const { ann, bo } = await anOpenChat(ctx.db)
  const listShownPhotos = async () =>
    (await pushes(ctx.db)).filter(({ push }) => push.type === 'partner:changed' && push.userName === ann.userName)
  const mediaId = await anUpload(ann)
  await processOf(mediaId)
  const address = (size: string) => `media:${mediaId}/0/${size}`
  const push = { profilePhotoUrl: address('small'), photoUrl: address('medium'), badges: [] }
  expect(await listShownPhotos()).toMatchObject([{ to: [bo.id], push }])
  for (const album of ['PUBLIC', 'PRIVATE'] as const) await processOf(await anUpload(ann, { album }))
  expect(await listShownPhotos()).toHaveLength(1)
})

test('a job that runs twice, or at two places, draws once more at most and breaks nothing', async () => {
  const ann = await aMember(ctx.db)
  const mediaId = await anUpload(ann)
  await Promise.all([processOf(mediaId), processOf(mediaId)])
  await processOf(mediaId)
  expect(await mediaRow(mediaId)).toMatchObject({ state: 'READY' })
  expect(await listFiles(mediaId)).toEqual(variants(0))
})

test('a photo that was turned while it waited is drawn as it stands now', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  await rotate(mediaId, 270)
  await processOf(mediaId)
  expect(await mediaRow(mediaId)).toMatchObject({
    state: 'READY',
    rotation: 270,
    drawnRotation: 270,
    width: 400,
    height: 600,
  })
})

test('turning draws anew from the upright one, however often and how quickly it is done', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  await processOf(mediaId)
  const upright = await ctx.photos.read(variantKey(mediaId, 0, 'large'))
  for (const rotation of [90, 180, 270, 0, 90]) {
    await rotate(mediaId, rotation)
    await processOf(mediaId)
  }
  expect(await mediaRow(mediaId)).toMatchObject({ rotation: 90, drawnRotation: 90, width: 400, height: 600 })
  expect(await ctx.photos.read(variantKey(mediaId, 0, 'large'))).toEqual(upright)
  const rotated = await ctx.photos.read(variantKey(mediaId, 90, 'medium'))
  expect(await readCorners(rotated!)).toEqual(['light red', 'red', 'light blue', 'blue'])
})

test('a turn in the middle of a drawing is drawn, too', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  let first = true
  const imageProcessor: ImageProcessor = {
    ...ctx.imageProcessor,
    async process(task) {
      if (first) await rotate(mediaId, 90)
      first = false
      return ctx.imageProcessor.process(task)
    },
  }
  await processOf(mediaId, { imageProcessor })
  expect(await mediaRow(mediaId)).toMatchObject({ rotation: 90, drawnRotation: 90, width: 400 })
})

test('the first drawn photo of PUBLIC becomes the profile photo', async () => {
  const ann = await aMember(ctx.db)
  const closed = await anUpload(ann, { album: 'PRIVATE' })
  const [first, second] = [await anUpload(ann), await anUpload(ann)]
  const seen: unknown[] = []
  for (const mediaId of [closed, second, first]) {
    await processOf(mediaId)
    seen.push(await profilePhoto(ann))
  }
  expect(seen).toEqual([null, second, first])
})

test('what cannot be read fails once, visibly, and leaves no file', async () => {
  const ann = await aMember(ctx.db)
  const mediaId = await anUpload(ann, {}, jpeg.subarray(0, 700))
  await processOf(mediaId)
  await processOf(mediaId)
  expect(await mediaRow(mediaId)).toMatchObject({ state: 'FAILED' })
  expect(await listFiles(mediaId)).toEqual([])
  expect(await listPushesAbout(mediaId)).toMatchObject([{ to: [ann.id], push: { photo: { status: 'FAILED' } } }])
  expect(await profilePhoto(ann)).toBeNull()
})

test('a picture that ends its drawers is given up after three attempts', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  let attempts = 0
  const imageProcessor: ImageProcessor = {
    ...ctx.imageProcessor,
    async process() {
      attempts += 1
      throw new Error('killed')
    },
  }
  await expect(processOf(mediaId, { imageProcessor })).rejects.toThrow('killed')
  await expect(processOf(mediaId, { imageProcessor })).rejects.toThrow('killed')
  await processOf(mediaId, { imageProcessor })
  expect(await mediaRow(mediaId)).toMatchObject({ state: 'FAILED' })
  expect(attempts).toBe(3)
})

test('a turn that cannot be drawn is taken back', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  await processOf(mediaId)
  await rotate(mediaId, 90)
  await processOf(mediaId, { imageProcessor: { ...ctx.imageProcessor, process: async () => null } })
  expect(await mediaRow(mediaId)).toMatchObject({ state: 'READY', rotation: 0, drawnRotation: 0 })
  expect((await listPushesAbout(mediaId)).at(-1)).toMatchObject({ push: { photo: { status: 'READY', rotation: 0 } } })
})

test('while the store is away nothing counts as a failure, and later the photo is drawn', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  const photos = createPhotoStore({ kind: 'FOLDER', folder: '/dev/null/photos' }, ctx.log)
  const full = { ...ctx.photos, put: photos.put }
  for (let n = 0; n < 5; n += 1) await expect(processOf(mediaId, { photos: full })).rejects.toThrow('UNAVAILABLE')
  expect(await mediaRow(mediaId)).toMatchObject({ state: 'PROCESSING', attempts: 0 })
  await processOf(mediaId)
  expect(await mediaRow(mediaId)).toMatchObject({ state: 'READY' })
})

test.each(['put', 'remove'] as const)('a worker that dies at any %s leaves nothing half', async (step) => {
  const mediaId = await anUpload(await aMember(ctx.db))
  for (const crashing of [1, 2, 3]) {
    let count = 0
    const photos = {
      ...ctx.photos,
      async [step](key: string, bytes: Uint8Array) {
        count += 1
        if (count === crashing) throw new Error('killed')
        await ctx.photos[step](key, bytes)
        if (step === 'remove') throw new Error('killed')
      },
    }
    await processOf(mediaId, { photos }).catch(() => {})
    await ctx.db.updateTable('media').set({ attempts: 0 }).where('id', '=', mediaId).execute()
  }
  await processOf(mediaId)
  expect(await mediaRow(mediaId)).toMatchObject({ state: 'READY', width: 600 })
  expect(await listFiles(mediaId)).toEqual(variants(0))
})

test('a photo that is removed while it is drawn leaves neither row nor file', async () => {
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
  await processOf(mediaId, { imageProcessor })
  expect(await mediaRow(mediaId)).toBeUndefined()
  expect(await listFiles(mediaId)).toEqual([])
})

test('a removed photo goes with all its files, also when that takes several attempts', async () => {
  const mediaId = await anUpload(await aMember(ctx.db))
  await processOf(mediaId)
  await rotate(mediaId, 180)
  await processOf(mediaId)
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
  expect(await mediaRow(mediaId)).toBeDefined()
  await removePhoto(ctx, { mediaId })
  expect(await mediaRow(mediaId)).toBeUndefined()
  expect(await listFiles(mediaId)).toEqual([])
})

test('a photo in a chat is told to both, and the chat moves on so that a reload brings it', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  const mediaId = await anUpload(ann, { chatId, attached: true })
  const { id: messageId } = await ctx.db
    .insertInto('chat_messages')
    .values({ chatId, senderId: ann.id, clientId: randomUUID(), mediaId, sentAt: new Date().toISOString(), version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await processOf(mediaId)
  const [sentPushes, ...others] = await listPushesAbout(mediaId)
  expect(others).toEqual([])
  expect([...(sentPushes?.to ?? [])].sort()).toEqual([ann.id, bo.id].sort())
  expect(sentPushes?.push).toMatchObject({ chat: { chatId, messageId, version: 2 } })
  const { version } = await ctx.db
    .selectFrom('chats')
    .select('version')
    .where('id', '=', chatId)
    .executeTakeFirstOrThrow()
  expect(version).toBe(2)
})

test('one in a chat between members who ignore each other is told to its owner alone', async () => {
  const { ann, bo, chatId } = await anOpenChat(ctx.db)
  await ctx.db.updateTable('chats').set({ invitedIgnores: true }).where('id', '=', chatId).execute()
  const mediaId = await anUpload(ann, { chatId, attached: true })
  await ctx.db
    .insertInto('chat_messages')
    .values({ chatId, senderId: ann.id, clientId: randomUUID(), mediaId, sentAt: new Date().toISOString(), version: 1 })
    .execute()
  await processOf(mediaId)
  const [sentPushes] = await listPushesAbout(mediaId)
  expect(sentPushes?.to).toEqual([ann.id])
  expect(sentPushes?.to).not.toContain(bo.id)
})

test('one that no message carries yet is told to its owner', async () => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const mediaId = await anUpload(ann, { chatId })
  await processOf(mediaId)
  expect(await listPushesAbout(mediaId)).toMatchObject([{ to: [ann.id], push: { chat: null } }])
})

/** A message of this member with a photo that waits to be drawn, or a comment on it. */
async function aGroupPhoto(owner: TestMember, groupId: string, parentId?: string) {
  const mediaId = await anUpload(owner, { groupId, attached: true })
  const at = new Date().toISOString()
  const { id } = await ctx.db
    .insertInto('group_messages')
    .values({
      ...{ groupId, mediaId, parentId: parentId ?? null, authorId: owner.id, clientId: randomUUID() },
      ...{ sentAt: at, lastUpdate: at, version: 1 },
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

test('a photo in a group is told to the group as a change of its message, and to its owner', async () => {
  const ann = await aMember(ctx.db)
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  const { mediaId, id } = await aGroupPhoto(ann, groupId)
  await processOf(mediaId)
  expect(await readVersions(groupId)).toEqual([2, 2])
  expect(await listPushesAbout(mediaId)).toMatchObject([
    { to: [ann.id], push: { photo: { status: 'READY' }, chat: null } },
  ])
  expect(await listConversationPushes(groupId)).toMatchObject([
    {
      author: ann.id,
      push: { type: 'group:message-changed', version: 2, message: { id, photo: { id: mediaId, status: 'READY' } } },
    },
  ])
})

test('one on a comment takes the message along, so that a reload brings it', async () => {
  const [ann, bo] = [await aMember(ctx.db), await aMember(ctx.db)]
  const { groupId } = await aGroup(ctx.db, { owner: ann, members: [bo] })
  const parent = await aGroupPhoto(ann, groupId)
  const { mediaId, id } = await aGroupPhoto(bo, groupId, parent.id)
  await processOf(mediaId)
  expect(await readVersions(groupId)).toEqual([2, 2, 2])
  const comment = { id, photo: { id: mediaId, status: 'READY', width: 600 } }
  expect(await listConversationPushes(groupId)).toMatchObject([
    { author: bo.id, push: { type: 'group:comment', messageId: parent.id, version: 2, comment } },
  ])
})

test('one that was taken away while it was drawn is told to nobody', async () => {
  const ann = await aMember(ctx.db)
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  const { mediaId, id } = await aGroupPhoto(ann, groupId)
  const deletedComment = { mediaId: null, deletedAt: new Date().toISOString() }
  await ctx.db.updateTable('group_messages').set(deletedComment).where('id', '=', id).execute()
  await ctx.db.updateTable('media').set({ state: 'REMOVED' }).where('id', '=', mediaId).execute()
  await processOf(mediaId)
  expect([await listPushesAbout(mediaId), await listConversationPushes(groupId), await readVersions(groupId)]).toEqual([
    [],
    [],
    [1, 1],
  ])
})

test('one that no message of the group carries yet is told to its owner', async () => {
  const ann = await aMember(ctx.db)
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  const mediaId = await anUpload(ann, { groupId })
  await processOf(mediaId)
  expect(await listPushesAbout(mediaId)).toMatchObject([{ to: [ann.id], push: { chat: null } }])
  expect([await listConversationPushes(groupId), await readVersions(groupId)]).toEqual([[], [1]])
})

describe('in the feed', () => {
  const CROP = { zoom: 100, offsetX: -1, offsetY: 1 }
  const listFeedPushes = async () => (await pushes(ctx.db)).filter(({ push }) => push.type === 'movie:changed')
  async function anUploadedEntry(owner: TestMember, bytes = jpeg) {
    const entry = await anEntry(ctx, owner, { state: 'PROCESSING', crop: CROP, createdAt: ctx.now() })
    await ctx.photos.put(rawKey(entry.mediaId), bytes)
    return entry
  }

  test('a photo is cut as its author wants it, told to them, and everybody hears that there is something new', async () => {
    const ann = await aMember(ctx.db)
    const before = (await listFeedPushes()).length
    const { mediaId } = await anUploadedEntry(ann)
    await processOf(mediaId)
    await processOf(mediaId)
    expect(await mediaRow(mediaId)).toMatchObject({ state: 'READY', width: 133, height: 133 })
    expect(await readCorners((await ctx.photos.read(variantKey(mediaId, 0, 'large')))!)).toEqual(
      Array(4).fill('light red'),
    )
    expect(await listFiles(mediaId)).toEqual(variants(0))
    expect(await listPushesAbout(mediaId)).toMatchObject([
      { to: [ann.id], push: { photo: { status: 'READY' }, chat: null } },
    ])
    expect((await listFeedPushes()).slice(before)).toEqual([
      { everybody: true, push: { type: 'movie:changed', gone: null } },
    ])
  })

  test('one that cannot be read concerns its author alone', async () => {
    const ann = await aMember(ctx.db)
    const before = (await listFeedPushes()).length
    const { mediaId } = await anUploadedEntry(ann, jpeg.subarray(0, 700))
    await processOf(mediaId)
    expect(await mediaRow(mediaId)).toMatchObject({ state: 'FAILED' })
    expect(await listFiles(mediaId)).toEqual([])
    expect(await listPushesAbout(mediaId)).toMatchObject([{ to: [ann.id], push: { photo: { status: 'FAILED' } } }])
    expect(await listFeedPushes()).toHaveLength(before)
  })

  test('a worker that dies when the upload is gone cuts no second time', async () => {
    const { mediaId } = await anUploadedEntry(await aMember(ctx.db))
    const photos = {
      ...ctx.photos,
      async remove(key: string) {
        await ctx.photos.remove(key)
        throw new Error('killed')
      },
    }
    await expect(processOf(mediaId, { photos })).rejects.toThrow('killed')
    await processOf(mediaId)
    expect(await mediaRow(mediaId)).toMatchObject({ state: 'READY', width: 133 })
  })

  test('an entry that is deleted while it is drawn leaves neither row nor file, and nobody hears of it', async () => {
    const { id, mediaId } = await anUploadedEntry(await aMember(ctx.db))
    const before = (await listFeedPushes()).length
    const imageProcessor: ImageProcessor = {
      ...ctx.imageProcessor,
      async process(task) {
        await ctx.db.deleteFrom('movie_entries').where('id', '=', id).execute()
        await ctx.db.updateTable('media').set({ state: 'REMOVED' }).where('id', '=', mediaId).execute()
        return ctx.imageProcessor.process(task)
      },
    }
    await processOf(mediaId, { imageProcessor })
    expect([await mediaRow(mediaId), await listFiles(mediaId)]).toEqual([undefined, []])
    expect(await listFeedPushes()).toHaveLength(before)
  })
})

test('the sweep finds what was lost, and only that', async () => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const old = { createdAt: new Date(ctx.now().getTime() - 25 * HOUR) }
  const due = async (mediaId: string) => {
    await ctx.db.updateTable('media').set({ dueAt: old.createdAt.toISOString() }).where('id', '=', mediaId).execute()
    return mediaId
  }
  const waiting = await due(await aPhoto(ctx, ann, { state: 'PROCESSING' }))
  const rotated = await due(await aPhoto(ctx, ann))
  await rotate(rotated, 90)
  const removed = await due(await aPhoto(ctx, ann, { state: 'REMOVED' }))
  const lostUpload = await due(await aPhoto(ctx, ann, { state: 'UPLOADING', ...old }))
  const unsent = await due(await aPhoto(ctx, ann, { chatId, ...old }))
  const orphan = await due(await aPhoto(ctx, ann, {}))
  await ctx.db.updateTable('media').set({ ownerId: null }).where('id', '=', orphan).execute()
  const abandoned = await anOpenChat(ctx.db, { ann })
  const abandonedUpload = await due(await aPhoto(ctx, ann, { chatId: abandoned.chatId, attached: true }))
  await ctx.db.deleteFrom('chats').where('id', '=', abandoned.chatId).execute()
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  const ended = await aGroup(ctx.db, { owner: ann })
  const unsentInGroup = await due(await aPhoto(ctx, ann, { groupId, ...old }))
  const abandonedByGroup = await due(await aPhoto(ctx, ann, { groupId: ended.groupId, attached: true }))
  await ctx.db.deleteFrom('groups').where('id', '=', ended.groupId).execute()
  const entryWaiting = await due((await anEntry(ctx, ann, { state: 'PROCESSING' })).mediaId)
  const lostEntry = await due(await aPhoto(ctx, ann, { movie: true, state: 'UPLOADING', ...old }))
  await due((await anEntry(ctx, ann, old)).mediaId)
  await due((await anEntry(ctx, ann, { state: 'FAILED', ...old })).mediaId)
  await due(await aPhoto(ctx, ann, { groupId, createdAt: ctx.now() }))
  await due(await aPhoto(ctx, ann, { groupId, attached: true, ...old }))
  await due(await aPhoto(ctx, ann))
  await due(await aPhoto(ctx, ann, { state: 'FAILED' }))
  await due(await aPhoto(ctx, ann, { state: 'UPLOADING', createdAt: ctx.now() }))
  await due(await aPhoto(ctx, ann, { chatId, createdAt: ctx.now() }))
  await due(await aPhoto(ctx, ann, { chatId, attached: true, ...old }))
  await rotate(await aPhoto(ctx, ann), 90)
  await ctx.db
    .updateTable('media')
    .set({ dueAt: new Date(ctx.now().getTime() + HOUR).toISOString() })
    .where('rotation', '=', 90)
    .where('id', '<>', rotated)
    .execute()
  const found = new Map((await findLostPhotos(ctx)).map(({ name, payload }) => [Object.values(payload)[0], name]))
  expect(found).toEqual(
    new Map([
      ...[waiting, rotated, entryWaiting].map((id) => [id, 'photos:draw'] as const),
      ...[removed, lostUpload, lostEntry, unsent, orphan, abandonedUpload, unsentInGroup, abandonedByGroup].map(
        (id) => [id, 'photos:remove'] as const,
      ),
    ]),
  )
})
