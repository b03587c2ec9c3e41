import { HOUR_MS } from '@app/contract/limits'
import { aGroup, anOpenChat } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { aPhoto } from '@app/server/testing/photos'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestWorker, testWorker } from '../testing-worker.ts'
import { listOverduePhotoJobs } from './overdue-jobs.ts'
import { removePhoto } from './remove-photo.ts'

let ctx: TestWorker
beforeAll(async () => {
  ctx = await testWorker({})
})
afterAll(() => ctx.close())

const rotate = (mediaId: string, rotation: number) =>
  ctx.db.updateTable('media').set({ rotation }).where('id', '=', mediaId).execute()

test('keeps the files of a hidden photo until the appeal against its removal is answered', async () => {
  const ann = await aMember(ctx.db)
  const now = ctx.now()
  const mediaId = await aPhoto(ctx, ann, { state: 'REMOVED' })
  const { rows } = await sql<{ id: string }>`
    with opened as (
      insert into cases ("subjectKind", "subjectId", "authorId", category, severity, source, state, "openedAt", "dueAt")
      values ('PHOTO', ${mediaId}, ${ann.id}, 'SPAM', 'MEDIUM', 'REPORT', 'APPEALED', ${now}, ${now}) returning id)
    insert into decisions ("caseId", "byId", reason, facts, kind, evidence, "decidedAt", "appealBy")
    select id, 1, 'TERMS_SPAM', 'Reklam.', 'ACTED', '{}', ${now}, ${now} from opened returning id`.execute(ctx.db)
  const decisionId = rows[0]?.id ?? ''
  await ctx.db.insertInto('appeals').values({ decisionId, words: 'Nej.', at: now.toISOString() }).execute()
  const dueAt = new Date(now.getTime() - HOUR_MS).toISOString()
  await ctx.db.updateTable('media').set({ removedBy: decisionId, dueAt }).where('id', '=', mediaId).execute()
  const job = { name: 'photos:remove', payload: { mediaId } }
  expect(await listOverduePhotoJobs(ctx)).not.toContainEqual(job)
  const answer = { outcome: 'OVERTURNED' as const, decidedAt: now.toISOString() }
  await ctx.db.updateTable('appeals').set(answer).where('decisionId', '=', decisionId).execute()
  expect(await listOverduePhotoJobs(ctx)).toContainEqual(job)
  await removePhoto(ctx, { mediaId })
  expect(await ctx.db.selectFrom('media').select('id').where('id', '=', mediaId).execute()).toEqual([])
})

test('returns jobs for exactly the photos that are overdue', async () => {
  const { ann, chatId } = await anOpenChat(ctx.db)
  const old = { createdAt: new Date(ctx.now().getTime() - 25 * HOUR_MS) }
  /** Makes a photo due long ago. */
  const makeDue = async (mediaId: string) => {
    await ctx.db.updateTable('media').set({ dueAt: old.createdAt.toISOString() }).where('id', '=', mediaId).execute()
    return mediaId
  }
  const waitingPhoto = await makeDue(await aPhoto(ctx, ann, { state: 'PROCESSING' }))
  const rotatedPhoto = await makeDue(await aPhoto(ctx, ann))
  await rotate(rotatedPhoto, 90)
  const removedPhoto = await makeDue(await aPhoto(ctx, ann, { state: 'REMOVED' }))
  const lostUpload = await makeDue(await aPhoto(ctx, ann, { state: 'UPLOADING', ...old }))
  const unsentPhoto = await makeDue(await aPhoto(ctx, ann, { chatId, ...old }))
  const orphanedPhoto = await makeDue(await aPhoto(ctx, ann, {}))
  await ctx.db.updateTable('media').set({ ownerId: null }).where('id', '=', orphanedPhoto).execute()
  const deletedChat = await anOpenChat(ctx.db, { ann })
  const photoOfDeletedChat = await makeDue(await aPhoto(ctx, ann, { chatId: deletedChat.chatId, attached: true }))
  await ctx.db.deleteFrom('chats').where('id', '=', deletedChat.chatId).execute()
  const { groupId } = await aGroup(ctx.db, { owner: ann })
  const deletedGroup = await aGroup(ctx.db, { owner: ann })
  const unsentGroupPhoto = await makeDue(await aPhoto(ctx, ann, { groupId, ...old }))
  const photoOfDeletedGroup = await makeDue(await aPhoto(ctx, ann, { groupId: deletedGroup.groupId, attached: true }))
  await ctx.db.deleteFrom('groups').where('id', '=', deletedGroup.groupId).execute()
  const waitingEntryPhoto = await makeDue((await anEntry(ctx, ann, { state: 'PROCESSING' })).mediaId)
  const lostEntry = await makeDue(await aPhoto(ctx, ann, { movie: true, state: 'UPLOADING', ...old }))
  await makeDue((await anEntry(ctx, ann, old)).mediaId)
  await makeDue((await anEntry(ctx, ann, { state: 'FAILED', ...old })).mediaId)
  await makeDue(await aPhoto(ctx, ann, { groupId, createdAt: ctx.now() }))
  await makeDue(await aPhoto(ctx, ann, { groupId, attached: true, ...old }))
  await makeDue(await aPhoto(ctx, ann))
  await makeDue(await aPhoto(ctx, ann, { state: 'FAILED' }))
  await makeDue(await aPhoto(ctx, ann, { state: 'UPLOADING', createdAt: ctx.now() }))
  await makeDue(await aPhoto(ctx, ann, { chatId, createdAt: ctx.now() }))
  await makeDue(await aPhoto(ctx, ann, { chatId, attached: true, ...old }))
  await rotate(await aPhoto(ctx, ann), 90)
  await ctx.db
    .updateTable('media')
    .set({ dueAt: new Date(ctx.now().getTime() + HOUR_MS).toISOString() })
    .where('rotation', '=', 90)
    .where('id', '<>', rotatedPhoto)
    .execute()
  const jobNames = new Map(
    (await listOverduePhotoJobs(ctx)).map(({ name, payload }) => [Object.values(payload)[0], name]),
  )
  expect(jobNames).toEqual(
    new Map([
      ...[waitingPhoto, rotatedPhoto, waitingEntryPhoto].map((id) => [id, 'photos:draw'] as const),
      ...[
        removedPhoto,
        lostUpload,
        lostEntry,
        unsentPhoto,
        orphanedPhoto,
        photoOfDeletedChat,
        unsentGroupPhoto,
        photoOfDeletedGroup,
      ].map((id) => [id, 'photos:remove'] as const),
    ]),
  )
})
