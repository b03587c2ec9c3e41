import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { evidenceKey, variantKey } from '@app/server/photos/photo-store'
import { createRedis } from '@app/server/redis/connections'
import { createStatementToken } from '@app/server/safety/statement-links'
import { type Breakpoints, createBreakpoints } from '@app/server/testing/breakpoints'
import { TEST_SECRET } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { aPhoto, variantBytes } from '@app/server/testing/photos'
import { ownRedisUrl } from '@app/server/testing/redis-databases'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { setUpMailWorker } from '../testing-mail-worker.ts'
import { aWorkerProcess, getPhotoFolder } from '../testing-process.ts'
import { readMailRow } from '../testing-worker.ts'

const TIMEOUT = { timeout: 300_000 }
const POLL_OPTIONS = { timeout: 60_000 }
const REDIS_URL = ownRedisUrl(import.meta.url)

const { ctx, server } = await setUpMailWorker({ REDIS_URL })

let breakpoints: Breakpoints & { close: () => Promise<void> }
beforeAll(async () => {
  breakpoints = await createBreakpoints(ctx.db, ['evidence_files', 'mails', 'evidence', 'team_log'])
})
afterEach(() => breakpoints.stopAt(null))
afterAll(() => breakpoints.close())

const redis = createRedis(REDIS_URL)
beforeAll(() => redis.connect())
afterAll(() => redis.disconnect())
beforeEach(() => redis.flushdb())

/** Kills a worker, and empties Redis, where the locks of its jobs would delay the next worker. */
async function kill(worker: ReturnType<typeof aWorkerProcess>): Promise<void> {
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  await redis.flushdb()
}

/**
 * Stores a case with evidence that contains these pictures, which the relay does not copy yet. Returns the ids of the
 * case and of the evidence.
 */
async function aCaseWithEvidence(
  author: TestMember,
  mediaIds: string[],
  { state = 'OPEN' as 'OPEN' | 'DECIDED', purgeAt = '2100-01-01' } = {},
) {
  const at = new Date().toISOString()
  const { id: caseId } = await ctx.db
    .insertInto('cases')
    .values({
      ...{ subjectKind: 'PROFILE', subjectId: author.id, authorId: author.id, category: 'HATE', severity: 'HIGH' },
      ...{ source: 'REPORT', openedAt: at, dueAt: at, state },
      ...(state === 'DECIDED' ? { outcome: 'ACTED' as const, decidedAt: at } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: evidenceId } = await ctx.db
    .insertInto('evidence')
    .values({ caseId, content: '{}', sha256: randomBytes(32), takenAt: at, purgeAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  const files = mediaIds.map((mediaId) => ({
    ...{ evidenceId, mediaId, key: randomBytes(16).toString('base64url'), dueAt: '2100-01-01' },
  }))
  await ctx.db.insertInto('evidence_files').values(files).execute()
  return { caseId, evidenceId }
}

const listFiles = (evidenceId: string) =>
  ctx.db.selectFrom('evidence_files').selectAll().where('evidenceId', '=', evidenceId).orderBy('mediaId').execute()
const makeFilesDue = (evidenceId: string) =>
  ctx.db
    .updateTable('evidence_files')
    .set({ dueAt: new Date(0).toISOString() })
    .where('evidenceId', '=', evidenceId)
    .where('copiedAt', 'is', null)
    .execute()

/** Replaces the file of a picture with a named pipe, which blocks its reader. */
async function makePipe(mediaId: string): Promise<string> {
  const path = join(getPhotoFolder(ctx), variantKey(mediaId, 0, 'large'))
  await rm(path)
  await promisify(execFile)('mkfifo', [path])
  return path
}

/** Waits until a process reads from a pipe, and opens its other end. */
async function openRead(path: string): Promise<FileHandle> {
  let pipe: FileHandle | undefined
  const tryOpen = async () => {
    pipe ??= await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined)
    return pipe !== undefined
  }
  await expect.poll(tryOpen, POLL_OPTIONS).toBe(true)
  return pipe as FileHandle
}

test('a worker killed at any step of copying the pictures of evidence leaves the rest to the next worker', {
  tags: 'hostile.killed-worker',
  ...TIMEOUT,
}, async () => {
  const startCopying = (evidenceId: string) => ctx.jobs.add({ name: 'reports:copy-files', payload: { evidenceId } })
  const expectCopied = async (evidenceId: string) => {
    await makeFilesDue(evidenceId)
    const countWaiting = async () => (await listFiles(evidenceId)).filter(({ copiedAt }) => !copiedAt).length
    await expect.poll(countWaiting, POLL_OPTIONS).toBe(0)
    for (const { mediaId, key, sha256 } of await listFiles(evidenceId)) {
      const bytes = variantBytes(mediaId, 0, 'large')
      expect(await ctx.photos.read(evidenceKey(key))).toEqual(bytes)
      expect(sha256).toEqual(createHash('sha256').update(bytes).digest())
    }
  }
  const STEPS = {
    'the claim': async (evidenceId: string) => {
      await breakpoints.stopAt('evidence_files')
      await startCopying(evidenceId)
      await breakpoints.waitForStopped(1)
    },
    'the reading of a file': async (evidenceId: string, path: string) => {
      await startCopying(evidenceId)
      // The pipe stays open until the worker is dead: closing it would look like the end of an empty file.
      return openRead(path)
    },
    'the mark of a stored file': async (evidenceId: string, path: string, bytes: Buffer) => {
      await startCopying(evidenceId)
      const pipe = await openRead(path)
      await breakpoints.stopAt('evidence_files')
      await pipe.write(bytes)
      await pipe.close()
      await breakpoints.waitForStopped(1)
    },
  }
  let worker = aWorkerProcess(ctx)
  for (const [step, reach] of Object.entries(STEPS)) {
    const author = await aMember(ctx.db)
    const mediaIds = [await aPhoto(ctx, author), await aPhoto(ctx, author)].toSorted()
    const [first = ''] = mediaIds
    const bytes = variantBytes(first, 0, 'large')
    const path = await makePipe(first)
    const { evidenceId } = await aCaseWithEvidence(author, mediaIds)
    const openPipe = await reach(evidenceId, path, bytes)
    await kill(worker)
    await openPipe?.close()
    await breakpoints.stopAt(null)
    await breakpoints.abortStopped()
    expect({ step, copied: (await listFiles(evidenceId)).filter(({ copiedAt }) => copiedAt).length }).toEqual({
      ...{ step, copied: 0 },
    })
    await rm(path)
    await ctx.photos.put(variantKey(first, 0, 'large'), bytes)
    worker = aWorkerProcess(ctx)
    await expectCopied(evidenceId)
  }
})

/** Stores a decision with the email about it, which is due. */
async function aStatement(): Promise<{ mailId: string; link: string; address: string }> {
  const author = await aMember(ctx.db)
  const { caseId } = await aCaseWithEvidence(author, [await aPhoto(ctx, author)], { state: 'DECIDED' })
  const decidedAt = new Date().toISOString()
  const { rows } = await sql<{ id: string }>`
    insert into decisions ("caseId", "byId", reason, facts, kind, removes, evidence, "decidedAt", "appealBy")
    values (${caseId}, 1, 'TERMS_SPAM', 'Reklam i profilen.', 'ACTED', true, '{}', ${decidedAt}, now() + interval '6 months')
    returning id`.execute(ctx.db)
  const id = rows[0]?.id ?? ''
  const { rows: mails } = await sql<{ id: string }>`
    insert into mails (kind, address, language, "memberId", "aboutId", "createdAt", "nextAttemptAt")
    values ('DECISION', ${author.email}, 'SWEDISH', ${author.id}, ${id}, now(), now()) returning id`.execute(ctx.db)
  const link = `/statement/token/${createStatementToken(TEST_SECRET, { id, decidedAt })}`
  return { mailId: mails[0]?.id ?? '', address: author.email, link }
}

test('a worker killed at any step of emailing a statement causes at most a second copy with the same Message-ID', {
  tags: 'hostile.killed-worker',
  ...TIMEOUT,
}, async () => {
  const countAttempts = async (mailId: string) => (await readMailRow(ctx, mailId)).attempts
  const waitForClaim = (mailId: string) => expect.poll(() => countAttempts(mailId), POLL_OPTIONS).toBe(1)
  const waitForText = (address: string) =>
    expect.poll(() => server.listDeliveredTo(address).length, POLL_OPTIONS).toBe(1)
  type Statement = Awaited<ReturnType<typeof aStatement>>
  const STEPS: Record<
    string,
    { prepare: () => unknown; reach: (statement: Statement) => Promise<unknown>; copies: 1 | 2 }
  > = {
    'the claim': { prepare: () => breakpoints.stopAt('mails'), reach: () => breakpoints.waitForStopped(1), copies: 1 },
    'the dialog': {
      ...{
        prepare: () => server.failAt('recipient', 'hang'),
        reach: ({ mailId }) => waitForClaim(mailId),
        copies: 1,
      },
    },
    'the response of the server': {
      ...{ prepare: () => server.failAt('text', 'hang'), reach: ({ address }) => waitForText(address), copies: 2 },
    },
    'the record of the response': {
      ...{ prepare: () => breakpoints.stopAt('mails SENT'), reach: () => breakpoints.waitForStopped(1), copies: 2 },
    },
  }
  let worker = aWorkerProcess(ctx)
  for (const [step, { prepare, reach, copies }] of Object.entries(STEPS)) {
    const statement = await aStatement()
    await prepare()
    const { mailId, address, link } = statement
    await ctx.jobs.add({ name: 'mail:send', payload: { mailId } })
    await reach(statement)
    await kill(worker)
    await breakpoints.stopAt(null)
    await breakpoints.continueStopped()
    server.accept()
    expect(await readMailRow(ctx, mailId)).toMatchObject({ state: 'WAITING' })
    await ctx.db
      .updateTable('mails')
      .set({ nextAttemptAt: new Date(0).toISOString() })
      .where('id', '=', mailId)
      .execute()
    worker = aWorkerProcess(ctx)
    await expect.poll(async () => (await readMailRow(ctx, mailId)).state, POLL_OPTIONS).toBe('SENT')
    const delivered = server.listDeliveredTo(address)
    expect({ step, copies: delivered.length }).toEqual({ step, copies })
    expect(new Set(delivered.map(({ messageId }) => messageId)).size).toBe(1)
    for (const { text } of delivered) expect(text).toContain(link)
  }
})

test('a worker killed at any step of purging evidence purges it once, and logs it once', {
  tags: 'hostile.killed-worker',
  ...TIMEOUT,
}, async () => {
  const listPurges = (caseId: string) =>
    ctx.db
      .selectFrom('team_log')
      .select('act')
      .where('caseId', '=', caseId)
      .where('act', '=', 'EVIDENCE_PURGED')
      .execute()
  const runUpkeep = () => ctx.jobs.add({ name: 'upkeep:safety', payload: {} })
  let worker = aWorkerProcess(ctx)
  for (const breakpoint of ['evidence', 'team_log', 'commit']) {
    const author = await aMember(ctx.db)
    const { caseId, evidenceId } = await aCaseWithEvidence(author, [await aPhoto(ctx, author)], {
      ...{ state: 'DECIDED', purgeAt: '2020-01-01' },
    })
    const [file] = await listFiles(evidenceId)
    const path = evidenceKey(file?.key ?? '')
    await ctx.photos.put(path, Buffer.from('a'))
    await breakpoints.stopAt(breakpoint)
    await runUpkeep()
    await breakpoints.waitForStopped(1)
    await kill(worker)
    await breakpoints.stopAt(null)
    await breakpoints.continueStopped()
    const isCommitted = breakpoint === 'commit'
    expect({
      breakpoint,
      rows: (await listFiles(evidenceId)).length,
      purges: (await listPurges(caseId)).length,
    }).toEqual({
      ...{ breakpoint, rows: isCommitted ? 0 : 1, purges: isCommitted ? 1 : 0 },
    })
    worker = aWorkerProcess(ctx)
    await runUpkeep()
    await expect.poll(async () => (await listFiles(evidenceId)).length, POLL_OPTIONS).toBe(0)
    expect(await listPurges(caseId)).toHaveLength(1)
    expect(await ctx.photos.read(path)).toBeNull()
  }
})
