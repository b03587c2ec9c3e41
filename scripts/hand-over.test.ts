import { execFile } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { createDatabase, createPool } from '@app/server/db/database'
import { createPhotoStore, evidenceKey } from '@app/server/photos/photo-store'
import { createLog } from '@app/server/process/log'
import { hashContent } from '@app/server/safety/canonical-json'
import { testDatabase } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { handOverCase } from './hand-over.ts'

const root = await mkdtemp(join(tmpdir(), 'hand-over-'))
const store = createPhotoStore(
  { kind: 'FOLDER', folder: join(root, 'store') },
  createLog({ level: 'silent', service: 'test' }),
)
const { url, drop } = await testDatabase()
const db = createDatabase(createPool(url, 1))
afterAll(async () => {
  await db.destroy()
  await drop()
  await rm(root, { recursive: true })
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'case-'))
})

/** Stores a case with one piece of evidence and two pictures: one that is copied, and one that is missing. */
async function aCaseWithEvidence() {
  const author = await aMember(db)
  const [key, mediaId, bytes] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex'), randomBytes(300)]
  const content = { kind: 'PROFILE', text: 'Jag vet var du bor – å, ä, ö.', number: 3 }
  const at = new Date().toISOString()
  const { id: caseId } = await db
    .insertInto('cases')
    .values({
      ...{
        subjectKind: 'PROFILE',
        subjectId: author.id,
        authorId: author.id,
        category: 'THREAT',
        severity: 'CRITICAL',
      },
      ...{ source: 'OWN', openedAt: at, dueAt: at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: evidenceId } = await db
    .insertInto('evidence')
    .values({
      caseId,
      clientId: randomUUID(),
      content: JSON.stringify(content),
      sha256: hashContent(content),
      takenAt: at,
      purgeAt: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sha256 = createHash('sha256').update(bytes).digest()
  await db
    .insertInto('evidence_files')
    .values([
      { evidenceId, mediaId, key, sha256, bytes: bytes.length, copiedAt: at, dueAt: at },
      { evidenceId, mediaId: 'zz-missing', key: `${key}x`, dueAt: at },
    ])
    .execute()
  await store.put(evidenceKey(key), bytes)
  return { author, content, key, mediaId, bytes, caseId, evidenceId }
}

const listEntries = async () =>
  (await readdir(folder, { withFileTypes: true, recursive: true })).map((entry) => ({
    name: relative(folder, join(entry.parentPath, entry.name)),
    isDirectory: () => entry.isDirectory(),
  }))
const check = () => promisify(execFile)('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder })
const listHandOvers = (caseId: string) =>
  db.selectFrom('team_log').select(['byId', 'about']).where('caseId', '=', caseId).execute()

test('writes a case with its evidence, pictures and hashes, and logs it', {
  tags: 'cases.hand-over-command',
}, async () => {
  const { author, content, mediaId, bytes, caseId, evidenceId } = await aCaseWithEvidence()
  const text = await handOverCase(url, { caseId, folder, store })
  expect(text).toContain('1 piece of evidence and 1 picture.')
  expect((await readdir(folder)).toSorted()).toEqual(['README.txt', 'SHA256SUMS', 'case.json', 'evidence', 'files'])
  expect(JSON.parse(await readFile(join(folder, 'case.json'), 'utf8'))).toMatchObject({
    case: { id: Number(caseId) },
    author: { userName: author.userName, email: author.email },
  })
  expect(JSON.parse(await readFile(join(folder, `evidence/${evidenceId}.json`), 'utf8'))).toEqual(content)
  expect((await readFile(join(folder, `files/${evidenceId}-${mediaId}`))).equals(bytes)).toBe(true)
  await check()
  expect(await readFile(join(folder, 'README.txt'), 'utf8')).toContain(`files/${evidenceId}-zz-missing: missing`)
  expect(await listHandOvers(caseId)).toEqual([{ byId: null, about: { version: 1, evidence: 1, files: 1 } }])
})

test('lets only the operator read the folder and its files, even if the folder exists', {
  tags: 'cases.hand-over-command',
}, async () => {
  const { caseId } = await aCaseWithEvidence()
  await chmod(folder, 0o755)
  await handOverCase(url, { caseId, folder, store })
  for (const entry of [{ name: '', isDirectory: () => true }, ...(await listEntries())]) {
    const { mode } = await stat(join(folder, entry.name))
    expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600])
  }
})

test('lists evidence and pictures that have changed since the report', {
  tags: 'cases.hand-over-command',
}, async () => {
  const { caseId, evidenceId, mediaId, key, content } = await aCaseWithEvidence()
  await store.put(evidenceKey(key), randomBytes(300))
  const changed = JSON.stringify({ ...content, number: 4 })
  await db.updateTable('evidence').set({ content: changed }).where('caseId', '=', caseId).execute()
  await handOverCase(url, { caseId, folder, store })
  await expect(check()).rejects.toThrow()
  const readme = await readFile(join(folder, 'README.txt'), 'utf8')
  expect(readme).toContain(`evidence/${evidenceId}.json: changed since it was frozen`)
  expect(readme).toContain(`files/${evidenceId}-${mediaId}: changed since it was copied`)
})

test('leaves the folder empty if it fails, and never writes into a folder with content', {
  tags: 'cases.hand-over-command',
}, async () => {
  const { caseId } = await aCaseWithEvidence()
  await expect(handOverCase(url, { caseId: '900000000000000000', folder, store })).rejects.toThrow('There is no case')
  const broken = { ...store, read: () => Promise.reject(new Error('unreachable')) }
  await expect(handOverCase(url, { caseId, folder, store: broken })).rejects.toThrow('unreachable')
  expect(await readdir(folder)).toEqual([])
  await writeFile(join(folder, 'other.txt'), '')
  await expect(handOverCase(url, { caseId, folder, store })).rejects.toThrow('is not empty')
  expect(await readdir(folder)).toEqual(['other.txt'])
  expect(await listHandOvers(caseId)).toEqual([])
})
