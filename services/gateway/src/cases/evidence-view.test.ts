import { createHash, randomBytes } from 'node:crypto'
import { HOUR_MS } from '@app/contract/limits'
import type { Evidence, ReporterName } from '@app/contract/safety/cases'
import { evidenceKey } from '@app/server/photos/photo-store'
import { appendToLog } from '@app/server/safety/team-log'
import { asOwner } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { API_PREFIX } from '../http/api.ts'
import { aReportWorld, createFiling, type ReportWorld, sendMessages } from '../reports/testing.ts'
import { createTestGateway, setUpTestGateway } from '../testing.ts'
import { aModerator, listActs } from './testing.ts'

let nowOffsetMs = 0
const gateway = await setUpTestGateway({ now: () => new Date(Date.now() + nowOffsetMs) })
const { ctx, as } = gateway
const { db } = ctx
const file = createFiling(gateway)

let vera: TestMember
let world: ReportWorld
beforeEach(async () => {
  nowOffsetMs = 0
  vera = await aModerator(db)
  world = await aReportWorld(ctx)
})

/** Returns the case of a report, claimed by Vera. */
async function claimCaseOf(reportId: string): Promise<string> {
  const { caseId } = await db
    .selectFrom('reports')
    .select('caseId')
    .where('id', '=', reportId)
    .executeTakeFirstOrThrow()
  expect((await as(vera).post(`/moderation/cases/${caseId}/claim`)).status).toBe(200)
  return caseId
}
const read = (caseId: string) => as(vera).post<Evidence[]>(`/moderation/cases/${caseId}/evidence`)

/** Copies the only file of a case's evidence, as the worker does; returns its path, key and bytes. */
async function copyFile(caseId: string): Promise<{ path: string; key: string; bytes: Buffer }> {
  const bytes = randomBytes(200)
  const { rows } = await sql<{ evidenceId: string; mediaId: string; key: string }>`
    update evidence_files f set sha256 = ${createHash('sha256').update(bytes).digest()}, bytes = 200, "copiedAt" = now()
    from evidence e where e.id = f."evidenceId" and e."caseId" = ${caseId}
    returning f."evidenceId", f."mediaId", f.key`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the evidence has no file')
  await ctx.photos.put(evidenceKey(row.key), bytes)
  return { path: `/moderation/cases/${caseId}/files/${row.evidenceId}.${row.mediaId}`, key: row.key, bytes }
}

test('evidence shows the reported member by name and reporters by letter, and reading it is logged', {
  tags: 'cases.evidence',
}, async () => {
  const { reporter, reported, subjects, chat } = world
  await sendMessages(ctx, chat.chatId, reporter, ['Sluta nu'])
  const { body: report } = await file(reporter, subjects.CHAT_MESSAGE, { words: 'Läs själv' })
  const caseId = await claimCaseOf(report.id)
  const { status, body } = await read(caseId)
  expect(status).toBe(200)
  const [evidence] = body
  expect(evidence).toMatchObject({ report: 'A', intact: true, sealed: false })
  const parts = evidence?.parts ?? []
  expect(parts.find(({ role }) => role === 'SUBJECT')).toMatchObject({ who: reported.userName, byAuthor: true })
  expect(parts.find(({ text }) => text === 'Sluta nu')).toMatchObject({ role: 'AFTER', who: 'A', byAuthor: false })
  expect(parts.at(-1)).toMatchObject({ role: 'PROFILE', title: reported.userName })
  expect(JSON.stringify(body)).not.toContain(reporter.userName)
  expect(await listActs(db, caseId)).toEqual(['CLAIMED', 'EVIDENCE_READ'])
})

test('the earlier words of a message follow it, with the time until which they stood', {
  tags: 'cases.evidence',
}, async () => {
  const { reporter, reported, subjects, chat } = world
  await sendMessages(ctx, chat.chatId, reporter, ['Sluta nu'])
  const path = `/chats/${chat.chatId}/${subjects.CHAT_MESSAGE.id}/edit`
  const edited = await as(reported).post<{ editedAt: string }>(path, { message: 'Ingenting' })
  expect(edited.status).toBe(200)
  const { body: report } = await file(reporter, subjects.CHAT_MESSAGE)
  const [evidence] = (await read(await claimCaseOf(report.id))).body
  const roles = evidence?.parts.map(({ role }) => role)
  expect(roles).toEqual(['SUBJECT', 'EARLIER', 'AFTER', 'PROFILE'])
  const [subject, earlier] = evidence?.parts ?? []
  expect(subject).toMatchObject({ text: 'Ingenting', editedAt: expect.any(String) })
  expect(earlier).toMatchObject({ id: subject?.id, who: reported.userName, editedAt: subject?.editedAt })
})

test('a reported profile is shown once, with the persons behind it, and then the newest ad', {
  tags: 'cases.evidence',
}, async () => {
  const { reporter, reported, subjects } = world
  const { body: report } = await file(reporter, subjects.PROFILE)
  const [evidence] = (await read(await claimCaseOf(report.id))).body
  const profiles = evidence?.parts.filter(({ title }) => title === reported.userName) ?? []
  expect(profiles).toMatchObject([{ role: 'SUBJECT', byAuthor: true }])
  const names = profiles[0]?.facts.map(({ name }) => name) ?? []
  expect(names).toEqual(expect.arrayContaining(['person', 'verified', 'cities', 'lookingFor']))
  expect(names.filter((name) => name === 'cities')).toHaveLength(1)
  expect(evidence?.parts.at(-1)).toMatchObject({ role: 'AD', id: subjects.AD.id })
})

test('evidence also shows the name that the reporter saw, if the reported member has blocked them and taken another', async () => {
  const { reporter, reported, subjects } = world
  await as(reported).post('/blocks', { userName: reporter.userName })
  const userName = `Ny ${reported.userName}`
  expect((await as(reported).post('/members', { profile: { userName } })).status).toBe(200)
  const { body: report } = await file(reporter, subjects.CHAT_MESSAGE)
  expect(report.name).toBe(reported.userName)
  const [evidence] = (await read(await claimCaseOf(report.id))).body
  expect(evidence).toMatchObject({ intact: true })
  const profile = evidence?.parts.at(-1)
  expect(profile).toMatchObject({ role: 'PROFILE', title: userName })
  expect(profile?.facts).toContainEqual({ name: 'seenName', value: reported.userName })
})

test('the names of reporters are shown on request, which is logged', { tags: 'cases.names' }, async () => {
  const { reporter, subjects } = world
  const otherReporter = await aMember(db)
  const { body: report } = await file(reporter, subjects.AD)
  await file(otherReporter, subjects.AD)
  const caseId = await claimCaseOf(report.id)
  const { body } = await as(vera).post<ReporterName[]>(`/moderation/cases/${caseId}/names`)
  expect(body).toMatchObject([
    { letter: 'A', userName: reporter.userName },
    { letter: 'B', userName: otherReporter.userName },
  ])
  expect(await listActs(db, caseId)).toEqual(['CLAIMED', 'NAME_SHOWN'])
})

test('a changed row of evidence is no longer intact', { tags: 'cases.tampering' }, async () => {
  const { body: report } = await file(world.reporter, world.subjects.AD)
  const caseId = await claimCaseOf(report.id)
  await asOwner(
    db,
    sql`update evidence set content = jsonb_set(content, '{subject,text}', '"Något annat"') where "caseId" = ${caseId}`,
  )
  expect((await read(caseId)).body).toMatchObject([{ intact: false }])
})

test('a file of evidence is sent until its bytes change', { tags: 'cases.tampering' }, async () => {
  const { body: report } = await file(world.reporter, world.subjects.PHOTO)
  const caseId = await claimCaseOf(report.id)
  const statesOf = async () =>
    new Set(
      (await read(caseId)).body.flatMap(({ parts }) => parts.flatMap(({ files }) => files.map(({ state }) => state))),
    )
  expect(await statesOf()).toEqual(new Set(['WAITING']))
  const { path, key, bytes } = await copyFile(caseId)
  expect(await statesOf()).toEqual(new Set(['COPIED']))
  const { statusCode, headers, rawPayload } = await gateway.app.inject({
    method: 'POST',
    url: `${API_PREFIX}${path}`,
    headers: { authorization: `Bearer ${gateway.tokenOf(vera)}` },
  })
  expect({ statusCode, type: headers['content-type'], cache: headers['cache-control'] }).toEqual({
    ...{ statusCode: 200, type: 'image/webp', cache: 'private, no-store' },
  })
  expect(rawPayload.equals(bytes)).toBe(true)
  await ctx.photos.put(evidenceKey(key), randomBytes(200))
  expect((await as(vera).post(path)).status).toBe(404)
  expect(await statesOf()).toEqual(new Set(['DAMAGED']))
  expect((await listActs(db, caseId)).filter((act) => act === 'FILE_READ')).toHaveLength(2)
})

test('files of sealed evidence, and of other cases, cannot be read', { tags: 'cases.sealed' }, async () => {
  const { reporter, subjects } = world
  const { body: report } = await file(reporter, subjects.PHOTO, { category: 'MINOR' })
  const caseId = await claimCaseOf(report.id)
  const { path } = await copyFile(caseId)
  expect((await read(caseId)).body).toMatchObject([{ sealed: true }])
  expect((await as(vera).post(path)).status).toBe(404)
  const other = await aReportWorld(ctx)
  const { body: otherReport } = await file(other.reporter, other.subjects.PHOTO)
  const otherCaseId = await claimCaseOf(otherReport.id)
  const { path: otherPath } = await copyFile(otherCaseId)
  expect((await as(vera).post(otherPath)).status).toBe(200)
  expect((await as(vera).post(otherPath.replace(`/${otherCaseId}/`, `/${caseId}/`))).status).toBe(404)
  expect(await listActs(db, caseId)).not.toContain('FILE_READ')
})

test('limits how often an admin reads evidence to 60 times an hour and 300 a day, and emails the leads', {
  tags: 'cases.evidence-limits',
}, async () => {
  const otherGateway = await createTestGateway(ctx)
  const [lead, moderator, formerLead] = [
    await aModerator(db, { duties: ['LEAD'] }),
    await aModerator(db, { duties: ['MODERATE'] }),
    await aModerator(db, { duties: ['LEAD'], deletedAt: new Date() }),
  ]
  const { body: report } = await file(world.reporter, world.subjects.AD)
  const caseId = await claimCaseOf(report.id)
  const path = `/moderation/cases/${caseId}/evidence`
  /** Reads the evidence eight times at once; returns how many readings succeeded, and the longest `retry-after`. */
  const readConcurrently = async () => {
    const callers = Array.from({ length: 8 }, (_, index) => (index % 2 ? as(vera) : otherGateway.as(vera)))
    const responses = await Promise.all(callers.map((caller) => caller.post(path)))
    const waits = responses.map(({ headers }) => Number(headers['retry-after'] ?? 0))
    return { read: responses.filter(({ status }) => status === 200).length, waitSeconds: Math.max(...waits) }
  }
  const fillLog = (count: number, minutesAgo: number) =>
    db.transaction().execute(async (tx) => {
      const now = () => new Date(Date.now() + nowOffsetMs - minutesAgo * 60_000)
      for (let index = 0; index < count; index += 1)
        await appendToLog({ db: tx, now }, { byId: vera.accountId, act: 'FILE_READ', caseId, about: {} })
    })
  await fillLog(56, 1)
  const inFirstHour = await readConcurrently()
  expect(inFirstHour.read).toBe(4)
  expect(inFirstHour.waitSeconds).toBeLessThanOrEqual(HOUR_MS / 1_000)
  nowOffsetMs = HOUR_MS + 1_000
  expect((await as(vera).post(`/moderation/cases/${caseId}/claim`)).status).toBe(200)
  expect((await readConcurrently()).read).toBe(8)
  await fillLog(300 - 68 - 4, 70)
  const atTheEndOfTheDay = await readConcurrently()
  expect(atTheEndOfTheDay.read).toBe(4)
  expect(atTheEndOfTheDay.waitSeconds).toBeGreaterThan(HOUR_MS / 1_000)
  const entries = await db.selectFrom('team_log').select('act').where('byId', '=', vera.accountId).execute()
  expect(entries.filter(({ act }) => act === 'LIMIT_REACHED')).toHaveLength(2)
  const { rows: mails } = await sql<{ address: string; byId: string; act: string }>`
    select mails.address, entry."byId", entry.act from mails join team_log entry on entry.id = mails."aboutId"
    where mails.kind = 'VIEW_LIMIT' and mails.address in (${lead.email}, ${moderator.email}, ${formerLead.email})`.execute(
    db,
  )
  expect(mails).toEqual(Array(2).fill({ address: lead.email, byId: vera.accountId, act: 'LIMIT_REACHED' }))
  await otherGateway.app.close()
})
