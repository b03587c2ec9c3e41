import { createHash, randomBytes } from 'node:crypto'
import { EARLIER_WORDS_PERIOD_MS } from '@app/contract/limits'
import { evidenceKey, rawKey, variantKey } from '@app/server/photos/photo-store'
import { aMember } from '@app/server/testing/members'
import { aPhoto, variantBytes } from '@app/server/testing/photos'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImageProcessor } from '../photos/image-processor.ts'
import { listOverduePhotoJobs } from '../photos/overdue-jobs.ts'
import { processPhoto } from '../photos/process-photo.ts'
import { removePhoto } from '../photos/remove-photo.ts'
import { aJpeg } from '../photos/testing.ts'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { copyEvidenceFiles } from './copy-evidence-files.ts'
import { listOverdueEvidenceJobs } from './overdue-files.ts'

const SECOND_MS = 1_000

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({})
})
afterAll(() => ctx.close())

/** Stores a report with evidence about these pictures, whose files are due now. */
async function someEvidence(...mediaIds: string[]): Promise<string> {
  const timestamp = ctx.now().toISOString()
  const author = await aMember(ctx.db)
  const { id: caseId } = await ctx.db
    .insertInto('cases')
    .values({
      ...{ subjectKind: 'PROFILE', subjectId: author.id, authorId: author.id, category: 'SPAM', severity: 'MEDIUM' },
      ...{ source: 'REPORT', openedAt: timestamp, dueAt: timestamp },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await ctx.db
    .insertInto('evidence')
    .values({ caseId, content: '{}', sha256: randomBytes(32), takenAt: timestamp, purgeAt: timestamp })
    .returning('id')
    .executeTakeFirstOrThrow()
  const files = mediaIds.map((mediaId) => ({
    ...{ evidenceId: id, mediaId, key: randomBytes(16).toString('base64url'), dueAt: timestamp },
  }))
  await ctx.db.insertInto('evidence_files').values(files).execute()
  return id
}

const copy = (evidenceId: string, overrides: Partial<TestWorker> = {}) =>
  copyEvidenceFiles({ ...ctx, ...overrides }, { evidenceId })
const readFiles = (evidenceId: string) =>
  ctx.db.selectFrom('evidence_files').selectAll().where('evidenceId', '=', evidenceId).orderBy('mediaId').execute()
const markRemoved = (mediaId: string) =>
  ctx.db
    .updateTable('media')
    .set({ state: 'REMOVED', dueAt: ctx.now().toISOString() })
    .where('id', '=', mediaId)
    .execute()
const mediaExists = async (mediaId: string) =>
  (await ctx.db.selectFrom('media').select('id').where('id', '=', mediaId).execute()).length > 0
const listJobsFor = async (evidenceId: string) =>
  (await listOverdueEvidenceJobs(ctx)).filter(
    ({ payload }) => 'evidenceId' in payload && payload.evidenceId === evidenceId,
  )

test('copies the large variant of each picture, with the hash of its bytes', {
  tags: 'reports.copy-files',
}, async () => {
  const owner = await aMember(ctx.db)
  const photos = [await aPhoto(ctx, owner), await aPhoto(ctx, owner)]
  const evidenceId = await someEvidence(...photos)
  expect(await listJobsFor(evidenceId)).toHaveLength(1)
  await copy(evidenceId)
  for (const { mediaId, key, sha256, bytes, copiedAt } of await readFiles(evidenceId)) {
    const expected = variantBytes(mediaId, 0, 'large')
    expect(await ctx.photos.read(evidenceKey(key))).toEqual(expected)
    expect(sha256).toEqual(createHash('sha256').update(expected).digest())
    expect({ bytes, copiedAt }).toEqual({ bytes: expected.length, copiedAt: ctx.now().toISOString() })
  }
  ctx.advanceClock(60 * SECOND_MS)
  expect(await listJobsFor(evidenceId)).toEqual([])
})

test('keeps the files of a removed picture until it is copied', { tags: 'reports.copy-files' }, async () => {
  const photo = await aPhoto(ctx, await aMember(ctx.db))
  const evidenceId = await someEvidence(photo)
  await markRemoved(photo)
  const listRemovals = async () =>
    (await listOverduePhotoJobs(ctx)).filter(({ payload }) => 'mediaId' in payload && payload.mediaId === photo)
  expect(await listRemovals()).toEqual([])
  await removePhoto(ctx, { mediaId: photo })
  expect(await ctx.photos.read(variantKey(photo, 0, 'large'))).not.toBeNull()
  await copy(evidenceId)
  expect(await listRemovals()).toHaveLength(1)
  await removePhoto(ctx, { mediaId: photo })
  expect(await mediaExists(photo)).toBe(false)
  const [file] = await readFiles(evidenceId)
  expect(await ctx.photos.read(evidenceKey(file?.key ?? ''))).toEqual(variantBytes(photo, 0, 'large'))
})

test('waits for a picture that is being processed', { tags: 'reports.copy-files' }, async () => {
  const photo = await aPhoto(ctx, await aMember(ctx.db), { state: 'PROCESSING' })
  const evidenceId = await someEvidence(photo)
  await copy(evidenceId)
  expect(await readFiles(evidenceId)).toMatchObject([{ copiedAt: null, missingAt: null }])
  expect(await listJobsFor(evidenceId)).toEqual([])
  ctx.advanceClock(30 * SECOND_MS)
  expect(await listJobsFor(evidenceId)).toHaveLength(1)
  await ctx.photos.put(variantKey(photo, 90, 'large'), Buffer.from('rotated'))
  await ctx.db
    .updateTable('media')
    .set({ state: 'READY', rotation: 90, drawnRotation: 90, width: 3, height: 4, placeholder: 'x' })
    .where('id', '=', photo)
    .execute()
  await copy(evidenceId)
  expect(await readFiles(evidenceId)).toMatchObject([{ copiedAt: expect.any(String), bytes: 7 }])
})

test('copies the upload of a picture that was removed before it was processed', async () => {
  const photo = await aPhoto(ctx, await aMember(ctx.db), { state: 'PROCESSING' })
  await ctx.photos.put(rawKey(photo), Buffer.from('raw'))
  await markRemoved(photo)
  const evidenceId = await someEvidence(photo)
  await copy(evidenceId)
  expect(await readFiles(evidenceId)).toMatchObject([{ bytes: 3 }])
})

test('copies the upright variant of a picture whose message was deleted while it was processed', {
  tags: 'reports.copy-files',
}, async () => {
  const photo = await aPhoto(ctx, await aMember(ctx.db), { state: 'PROCESSING', attached: true })
  await ctx.photos.put(rawKey(photo), await aJpeg())
  const dueAt = new Date(ctx.now().getTime() + EARLIER_WORDS_PERIOD_MS).toISOString()
  const imageProcessor: ImageProcessor = {
    ...ctx.imageProcessor,
    async process(task) {
      await ctx.db.updateTable('media').set({ state: 'REMOVED', dueAt }).where('id', '=', photo).execute()
      return ctx.imageProcessor.process(task)
    },
  }
  await processPhoto({ ...ctx, imageProcessor }, { mediaId: photo })
  const evidenceId = await someEvidence(photo)
  await copy(evidenceId)
  const [file] = await readFiles(evidenceId)
  expect(file).toMatchObject({ copiedAt: expect.any(String), missingAt: null })
  const shown = await ctx.photos.read(variantKey(photo, 0, 'large'))
  expect(shown).not.toBeNull()
  expect(await ctx.photos.read(evidenceKey(file?.key ?? ''))).toEqual(shown)
})

test('marks a picture without a file as missing, and copies the others', { tags: 'reports.copy-files' }, async () => {
  const owner = await aMember(ctx.db)
  const [missing, present] = [await aPhoto(ctx, owner), await aPhoto(ctx, owner)]
  await ctx.photos.remove(variantKey(missing, 0, 'large'))
  const evidenceId = await someEvidence(missing, present, 'unknown-media')
  await copy(evidenceId)
  const files = Object.fromEntries((await readFiles(evidenceId)).map((file) => [file.mediaId, file]))
  expect(files[missing]).toMatchObject({ copiedAt: null, missingAt: expect.any(String) })
  expect(files['unknown-media']).toMatchObject({ missingAt: expect.any(String) })
  expect(files[present]).toMatchObject({ copiedAt: expect.any(String), missingAt: null })
})

test('copies a file again if the worker stopped before it was marked as copied', async () => {
  const photo = await aPhoto(ctx, await aMember(ctx.db))
  const evidenceId = await someEvidence(photo)
  const photos = {
    ...ctx.photos,
    put: async (key: string, bytes: Uint8Array) => {
      await ctx.photos.put(key, bytes.subarray(0, 1))
      throw new Error('stopped')
    },
  }
  await expect(copy(evidenceId, { photos })).rejects.toThrow('stopped')
  expect(await readFiles(evidenceId)).toMatchObject([{ copiedAt: null }])
  await Promise.all([copy(evidenceId), copy(evidenceId)])
  const [file] = await readFiles(evidenceId)
  expect(await ctx.photos.read(evidenceKey(file?.key ?? ''))).toEqual(variantBytes(photo, 0, 'large'))
})

test('leaves no file of evidence that was deleted meanwhile', async () => {
  const photo = await aPhoto(ctx, await aMember(ctx.db))
  const evidenceId = await someEvidence(photo)
  const [file] = await readFiles(evidenceId)
  const photos = {
    ...ctx.photos,
    put: async (key: string, bytes: Uint8Array) => {
      await ctx.photos.put(key, bytes)
      await ctx.db.deleteFrom('evidence').where('id', '=', evidenceId).execute()
    },
  }
  await copy(evidenceId, { photos })
  expect(await ctx.photos.read(evidenceKey(file?.key ?? ''))).toBeNull()
})
