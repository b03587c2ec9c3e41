import { randomBytes } from 'node:crypto'
import { getExportFileKey } from '@app/server/exports/file-keys'
import type { TestMember } from '@app/server/testing/members'
import { afterAll } from 'vitest'
import { testWorker } from '../testing-worker.ts'
import { buildExport } from './build-export.ts'
import { unzip } from './testing-zip.ts'

export const createExportId = (): string => randomBytes(16).toString('base64url')

/** Parses a JSON file of an archive; null if there is no such file. */
export const readJson = (files: Map<string, Buffer>, name: string) => JSON.parse(files.get(name)?.toString() ?? 'null')

/** Returns the names and contents of all files of an archive, as one text. */
export const joinFiles = (files: Map<string, Buffer>): string => [...files].flat().join('\n')

/** Sets up a worker for the tests of one file, and returns helpers for exports. */
export async function setUpExportWorker() {
  const ctx = await testWorker({})
  afterAll(() => ctx.close())

  /** Requests an export, which is not built yet. Returns its id. */
  async function anExport(member: TestMember): Promise<string> {
    const id = createExportId()
    const requestedAt = ctx.now().toISOString()
    await ctx.db.insertInto('exports').values({ id, memberId: member.id, requestedAt }).execute()
    return id
  }

  const readExportFile = (id: string, attempts = 1) => ctx.photos.read(getExportFileKey({ id, attempts }))

  return {
    ctx,
    anExport,
    readExportFile,
    /** Exports the data of a member, and returns the files of the archive by name. */
    async buildArchive(member: TestMember): Promise<Map<string, Buffer>> {
      const id = await anExport(member)
      await buildExport(ctx, { exportId: id })
      return unzip((await readExportFile(id)) ?? Buffer.alloc(0))
    },
  }
}
