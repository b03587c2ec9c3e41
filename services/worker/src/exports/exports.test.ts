import { DAY_MS } from '@app/contract/limits'
import { listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto } from '@app/server/testing/photos'
import { describe, expect, test } from 'vitest'
import { tidy } from '../upkeep/tidy.ts'
import { buildExport } from './build-export.ts'
import { listOverdueExportJobs } from './overdue-jobs.ts'
import { removeExport } from './remove-export.ts'
import { createExportId, setUpExportWorker } from './testing.ts'

const { ctx, anExport, readExportFile } = await setUpExportWorker()

const readExportRow = (id: string) => ctx.db.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirst()

const listPushesTo = async ({ id }: TestMember) =>
  (await listPushes(ctx.db)).flatMap(({ to, push }) => (Array.isArray(to) && to.includes(id) ? [push] : []))

describe('building', () => {
  test('creates one archive and one push, even if repeated or concurrent', async () => {
    const ann = await aMember(ctx.db)
    const exportId = await anExport(ann)
    await Promise.all([buildExport(ctx, { exportId }), buildExport(ctx, { exportId }), buildExport(ctx, { exportId })])
    expect(await listPushesTo(ann)).toEqual([{ type: 'export:changed' }])
    const row = await readExportRow(exportId)
    expect(row).toMatchObject({ state: 'READY', readyAt: ctx.now().toISOString() })
    const files = await Promise.all([1, 2, 3].map((attempt) => readExportFile(exportId, attempt)))
    expect(files.map((file, index) => file !== null && index + 1 === row?.attempts).filter(Boolean)).toHaveLength(1)
    expect(files.filter((file) => file !== null)).toHaveLength(1)
    await buildExport(ctx, { exportId })
    expect(await readExportRow(exportId)).toEqual(row)
  })

  test('fails after three crashed attempts', async () => {
    const ann = await aMember(ctx.db)
    const exportId = await anExport(ann)
    await ctx.db.updateTable('exports').set({ attempts: 3 }).where('id', '=', exportId).execute()
    await buildExport(ctx, { exportId })
    expect(await readExportRow(exportId)).toMatchObject({ state: 'FAILED' })
    expect(await listPushesTo(ann)).toEqual([{ type: 'export:changed' }])
  })

  test('does not count attempts while the store is unavailable, leaves no file, and is retried', async () => {
    const ann = await aMember(ctx.db)
    await aPhoto(ctx, ann)
    const exportId = await anExport(ann)
    const unavailableCtx = { ...ctx, photos: { ...ctx.photos, open: () => ctx.photos.open('\u0000') } }
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(buildExport(unavailableCtx, { exportId })).rejects.toThrow()
    expect(await readExportRow(exportId)).toMatchObject({ state: 'PREPARING', attempts: 0 })
    expect(await readExportFile(exportId)).toBeNull()
    ctx.advanceClock(3_000)
    expect(await listOverdueExportJobs(ctx)).toContainEqual({ name: 'exports:build', payload: { exportId } })
    await buildExport(ctx, { exportId })
    expect(await readExportRow(exportId)).toMatchObject({ state: 'READY' })
  })

  test('does nothing for a purged member or an archive that is no longer wanted', async () => {
    const ann = await aMember(ctx.db)
    const exportId = await anExport(ann)
    await ctx.db.updateTable('exports').set({ state: 'REMOVED', memberId: null }).where('id', '=', exportId).execute()
    await buildExport(ctx, { exportId })
    expect(await listPushesTo(ann)).toEqual([])
    await buildExport(ctx, { exportId: createExportId() })
    expect(await readExportFile(exportId)).toBeNull()
  })
})

describe('removal', () => {
  test('deletes the file and the row of a removed export, even if repeated', async () => {
    const exportId = await anExport(await aMember(ctx.db))
    await buildExport(ctx, { exportId })
    await removeExport(ctx, { exportId })
    expect(await readExportFile(exportId)).not.toBeNull()
    await ctx.db.updateTable('exports').set({ state: 'REMOVED', memberId: null }).where('id', '=', exportId).execute()
    expect(await listOverdueExportJobs(ctx)).toContainEqual({ name: 'exports:remove', payload: { exportId } })
    await removeExport(ctx, { exportId })
    await removeExport(ctx, { exportId })
    expect([await readExportFile(exportId), await readExportRow(exportId)]).toEqual([null, undefined])
  })

  test('begins a week after an archive is ready', async () => {
    const exportId = await anExport(await aMember(ctx.db))
    await buildExport(ctx, { exportId })
    ctx.advanceClock(7 * DAY_MS - 1)
    await tidy(ctx)
    expect(await readExportRow(exportId)).toMatchObject({ state: 'READY' })
    ctx.advanceClock(1)
    await tidy(ctx)
    expect(await readExportRow(exportId)).toMatchObject({ state: 'REMOVED', memberId: null })
  })
})
