import { createHash } from 'node:crypto'
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createDatabase, createPool } from '@app/server/db/database'
import { type Tx, transact } from '@app/server/delivery/transact'
import { createPhotoStore, evidenceKey, type PhotoStore } from '@app/server/photos/photo-store'
import { createLog } from '@app/server/process/log'
import { parseStoreAddress } from '@app/server/process/photo-store-address'
import { type CanonicalValue, toCanonicalJson } from '@app/server/safety/canonical-json'
import { appendToLog } from '@app/server/safety/team-log'
import { exportCase } from '../services/gateway/src/cases/hand-over.ts'

type Line = { path: string; sha256: string }
/** The lines for SHA256SUMS, and the deviations from the frozen evidence. */
type Written = { lines: Line[]; problems: string[] }

const hash = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/**
 * Creates a folder and its subfolders, which only the operator can read. Throws if the folder exists and is not empty.
 */
async function createFolders(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`)
  // Fails if another user owns the folder; what is written into it is private in any case.
  await chmod(folder, 0o700).catch(() => undefined)
  await Promise.all(['evidence', 'files'].map((name) => mkdir(join(folder, name), { mode: 0o700 })))
}

const writePrivateFile = (path: string, content: string | Uint8Array): Promise<void> =>
  writeFile(path, content, { mode: 0o600 })

async function emptyFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true })
}

/**
 * Returns the canonical JSON of evidence, or the plain JSON of content without a canonical form, which has been tampered
 * with.
 */
function toText(content: CanonicalValue): string {
  try {
    return toCanonicalJson(content)
  } catch {
    return JSON.stringify(content)
  }
}

/** Writes the evidence of a case as canonical JSON, and compares its hashes with the stored ones. */
async function writeEvidence({ db }: Tx, caseId: string, folder: string): Promise<Written> {
  const rows = await db
    .selectFrom('evidence')
    .select(['id', 'content', 'sha256'])
    .where('caseId', '=', caseId)
    .orderBy('id')
    .execute()
  const written: Written = { lines: [], problems: [] }
  for (const { id, content, sha256 } of rows) {
    const path = `evidence/${id}.json`
    const text = toText(content as CanonicalValue)
    await writePrivateFile(join(folder, path), text)
    if (!hash(text).equals(sha256)) written.problems.push(`${path}: changed since it was frozen`)
    written.lines.push({ path, sha256: sha256.toString('hex') })
  }
  return written
}

/**
 * Copies the pictures of a case from the store. Reads one row at a time, so that the transaction does not idle for
 * long.
 */
async function copyFiles({ db }: Tx, store: PhotoStore, caseId: string, folder: string): Promise<Written> {
  const written: Written = { lines: [], problems: [] }
  for (let after = { evidenceId: '0', mediaId: '' }; ; ) {
    const file = await db
      .selectFrom('evidence_files as f')
      .innerJoin('evidence as e', 'e.id', 'f.evidenceId')
      .select(['f.evidenceId', 'f.mediaId', 'f.key', 'f.sha256'])
      .where('e.caseId', '=', caseId)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('f.evidenceId', 'f.mediaId'), '>', tuple(after.evidenceId, after.mediaId)),
      )
      .orderBy('f.evidenceId')
      .orderBy('f.mediaId')
      .limit(1)
      .executeTakeFirst()
    if (!file) return written
    after = file
    const path = `files/${file.evidenceId}-${file.mediaId}`
    const bytes = file.sha256 && (await store.read(evidenceKey(file.key)))
    if (!file.sha256 || !bytes) {
      written.problems.push(`${path}: missing`)
      continue
    }
    await writePrivateFile(join(folder, path), bytes)
    if (!hash(bytes).equals(file.sha256)) written.problems.push(`${path}: changed since it was copied`)
    written.lines.push({ path, sha256: file.sha256.toString('hex') })
  }
}

/** Opens the store of PHOTO_STORE, as workers do. Throws if it is missing or invalid. */
export function openStore(): PhotoStore {
  const address = parseStoreAddress(process.env.PHOTO_STORE ?? '')
  if (!address) throw new Error('PHOTO_STORE, the address of the store for pictures, is missing or invalid.')
  return createPhotoStore(address, createLog({ level: 'warn', service: 'admin' }))
}

/** Returns the readme for the recipient of the folder, in Swedish and in English. */
function renderReadme(caseId: string, at: Date, problems: readonly string[]): string {
  const list = (none: string) => (problems.length === 0 ? none : problems.map((problem) => `- ${problem}`).join('\n'))
  return `Ärende ${caseId}, utlämnat ${at.toISOString()} (UTC)

case.json: ärendet med anmälningar, namn, beslut och överklaganden.
evidence/: innehållet som det var när det anmäldes, en fil per anmälan.
files/: bilderna i innehållet, i formatet WebP eller JPEG. Filnamnet består av bevisets nummer och bildens id.
SHA256SUMS: kontrollsummorna från anmälan. Kontrollera med: sha256sum --check SHA256SUMS

Avvikelser:
${list('Inga.')}


Case ${caseId}, handed over ${at.toISOString()} (UTC)

case.json: the case with its reports, names, decisions and appeals.
evidence/: the content as it was when it was reported, one file per report.
files/: the pictures in the content, as WebP or JPEG. The name consists of the number of the evidence and the id of the picture.
SHA256SUMS: the hashes from the time of the report. Verify them with: sha256sum --check SHA256SUMS

Deviations:
${list('None.')}
`
}

const count = ({ length }: readonly Line[], noun: string): string => `${length} ${noun}${length === 1 ? '' : 's'}`

type Export = { caseId: string; folder: string; store: PhotoStore }

/**
 * Writes a case and logs the hand-over in one transaction, which locks the case so that the worker does not purge its
 * evidence meanwhile.
 */
async function writeCase(tx: Tx, { caseId, folder, store }: Export): Promise<string> {
  await tx.db.selectFrom('cases').select('id').where('id', '=', caseId).forUpdate().execute()
  const found = await exportCase(tx.db, caseId)
  if (!found) throw new Error(`There is no case ${caseId}.`)
  const text = JSON.stringify(found.content, null, 2)
  await writePrivateFile(join(folder, 'case.json'), text)
  const evidence = await writeEvidence(tx, caseId, folder)
  const files = await copyFiles(tx, store, caseId, folder)
  const lines = [{ path: 'case.json', sha256: hash(text).toString('hex') }, ...evidence.lines, ...files.lines]
  await writePrivateFile(join(folder, 'SHA256SUMS'), lines.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(''))
  const problems = [...evidence.problems, ...files.problems]
  await writePrivateFile(join(folder, 'README.txt'), renderReadme(caseId, tx.now(), problems))
  await appendToLog(tx, {
    ...{ byId: null, act: 'HANDED_OVER', caseId },
    about: { version: found.version, evidence: evidence.lines.length, files: files.lines.length },
  })
  const counts = `${count(evidence.lines, 'piece')} of evidence and ${count(files.lines, 'picture')}`
  return [`Case ${caseId} is in ${folder}: ${counts}.`, ...problems].join('\n')
}

/**
 * Writes a case with its evidence and pictures into an empty folder for the police, and records it in the team log.
 * Returns a text for the operator. Throws if the folder is not empty. If writing fails, empties it and logs nothing.
 */
export async function handOverCase(databaseUrl: string, { caseId, folder, store }: Export): Promise<string> {
  const db = createDatabase(createPool(databaseUrl, 1))
  // This script does not connect to Redis, and the transaction writes no pushes.
  const outbox = { deliver: async () => undefined }
  try {
    await createFolders(folder)
    return await transact({ db, now: () => new Date(), outbox }, (tx) =>
      writeCase(tx, { caseId, folder, store }),
    ).catch(async (error: unknown) => {
      await emptyFolder(folder)
      throw error
    })
  } finally {
    await db.destroy()
  }
}
