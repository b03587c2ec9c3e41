import type { Encrypted } from '@app/contract/members/profiles'
import { SubjectKind } from '@app/contract/safety/subjects'
import { TEAM_ID } from '@app/server/policies/team'
import { asOwner, listPushes } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { aReportWorld, createFiling, type ReportWorld } from '../../reports/testing.ts'
import { decryptHits } from '../../search/testing.ts'
import { listOperations, setUpTestGateway } from '../../testing.ts'

/** A fixed time, so that responses and signed URLs stay the same unless data changes. */
const NOW = new Date()
const gateway = await setUpTestGateway({ now: () => NOW })
const { app, ctx, as, tokenOf } = gateway
const { db } = ctx
const file = createFiling(gateway)

let world: ReportWorld
let feedPath: string
beforeAll(async () => {
  world = await aReportWorld(ctx)
  const { body } = await as(world.reported).post<{ url: string }>('/events/calendar')
  feedPath = new URL(body.url).pathname.replace('/api/v2', '')
})

/** For each path with parameters, the paths that the reported member requests; a new route needs an entry. */
const FILLERS: Record<string, () => string[]> = {
  '/ads/{id}': () => [`/ads/${world.subjects.AD.id}`],
  '/blocks/effects/{userName}': () => [`/blocks/effects/${world.reporter.userName}`],
  '/calendar/{token}.ics': () => [feedPath],
  '/chats/{id}': () => [`/chats/${world.chat.chatId}`, `/chats/${world.chat.chatId}?since=1`],
  '/chats/status/{userName}': () => [`/chats/status/${world.reporter.userName}`],
  '/events/{id}': () => [`/events/${world.subjects.EVENT.id}`],
  '/events/{id}.ics': () => [`/events/${world.subjects.EVENT.id}.ics`],
  '/events/{id}/access': () => [`/events/${world.subjects.EVENT.id}/access`],
  '/events/{id}/participants': () => [`/events/${world.subjects.EVENT.id}/participants`],
  '/events/shared/{userName}': () => [`/events/shared/${world.reporter.userName}`],
  '/groups/{id}/invites': () => [`/groups/${world.subjects.GROUP_INVITE.id}/invites`],
  '/groups/{id}/members': () => [`/groups/${world.group.groupId}/members`],
  '/groups/{id}/messages': () => [
    `/groups/${world.group.groupId}/messages`,
    `/groups/${world.group.groupId}/messages?since=1`,
  ],
  '/groups/{id}/messages/{msgId}': () => [`/groups/${world.group.groupId}/messages/${world.subjects.GROUP_MESSAGE.id}`],
  '/groups/{id}/open': () => [`/groups/${world.group.groupId}/open`],
  '/members/username/{userName}': () =>
    [world.reported, world.reporter].map(({ userName }) => `/members/username/${userName}`),
  '/moderation/cases/{id}': () => ['/moderation/cases/1'],
  '/decisions/{id}/picture': () => ['/decisions/1/picture'],
  '/statements/{token}': () => [`/statements/${'x'.repeat(43)}`],
  '/statements/{token}/picture': () => [`/statements/${'x'.repeat(43)}/picture`],
  '/news/{id}/comments': () => [`/news/${world.newsId}/comments`],
  '/pages/{page}': () => ['/pages/terms'],
  '/profiles/{userName}/level': () => [`/profiles/${world.reporter.userName}/level`],
  '/profiles/{userName}/notes': () => [`/profiles/${world.reporter.userName}/notes`],
  '/profiles/search-user-encrypted/{userName}': () => [`/profiles/search-user-encrypted/${world.reporter.userName}`],
  '/profiles/visits/{userName}': () =>
    [world.reported, world.reporter].map(({ userName }) => `/profiles/visits/${userName}`),
  '/unsubscribe/{token}': () => [`/unsubscribe/${'x'.repeat(43)}`],
  '/verifications/{userName}': () =>
    [world.reported, world.reporter].map(({ userName }) => `/verifications/${userName}`),
}

/** The headers that differ between any two responses. */
const CHANGING_HEADERS = ['date', 'x-request-id']

function listPaths(): string[] {
  const operations = listOperations(app).filter((operation) => operation.startsWith('GET '))
  return operations.flatMap((operation) => {
    const path = operation.replace('GET ', '')
    const fill = FILLERS[path]
    if (path.includes('{') && !fill) throw new Error(`the walk does not know how to request ${path}`)
    return fill?.() ?? [path]
  })
}

/** Requests every GET route as the reported member. */
async function walk(): Promise<Record<string, unknown>> {
  const responses: Record<string, unknown> = {}
  for (const path of listPaths()) {
    const { status, body, headers } = await as(world.reported).get(path)
    const keptHeaders = Object.entries(headers).filter(([name]) => !CHANGING_HEADERS.includes(name))
    const isEncrypted = typeof body === 'object' && body !== null && 'alg' in body
    responses[path] = isEncrypted
      ? { status, hits: await decryptHits(body as Encrypted, tokenOf(world.reported)) }
      : { status, body, headers: Object.fromEntries(keptHeaders) }
  }
  return responses
}

/** The tables of reports, and the outbox, whose pushes the tests compare by their recipients. */
const TABLES_OF_REPORTS = ['cases', 'reports', 'evidence', 'evidence_files', 'outbox']

/** Returns all rows of all other tables, except those of the migrations. */
async function readOtherTables(): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_name not like 'kysely_%'
    order by table_name`.execute(db)
  const tables: Record<string, unknown> = {}
  for (const { name } of rows.filter(({ name }) => !TABLES_OF_REPORTS.includes(name))) {
    const content = await sql<{ row: string }>`select t::text as row from ${sql.table(name)} t order by 1`.execute(db)
    tables[name] = content.rows.map(({ row }) => row)
  }
  return tables
}

const changeCases = (change: RawBuilder<unknown>) => asOwner(db, sql`update cases set ${change}`)

test('the walk reads content of the reported member', async () => {
  const responses = await walk()
  const readable = Object.values(responses).filter((response) => (response as { status: number }).status === 200)
  expect(readable.length).toBeGreaterThan(35)
  expect(responses[`/ads/${world.subjects.AD.id}`]).toMatchObject({ status: 200, body: { mine: true } })
})

test('a report, its case and an objection change nothing that the reported member can read or receive', {
  tags: 'reports.walk',
}, async () => {
  const { reporter, reported, subjects } = world
  const admin = await aMember(db, { level: 'ADMIN' })
  // Reading may itself store something, such as the time of the last activity; the first walk completes such writes.
  await walk()
  const [responses, tables, pushCount] = [await walk(), await readOtherTables(), (await listPushes(db)).length]
  const ids: string[] = []
  for (const kind of SubjectKind.options) {
    const { status, body } = await file(reporter, subjects[kind], {
      category: 'MINOR',
      words: 'Ser ut som tonåring',
      illegal: true,
      lastHundred: true,
    })
    expect(`${kind} ${status}`).toBe(`${kind} 201`)
    ids.push(body.id)
  }
  expect(await walk()).toEqual(responses)
  expect(await readOtherTables()).toEqual(tables)

  await changeCases(
    sql`state = 'CLAIMED', "claimedBy" = ${admin.accountId}, "claimedUntil" = now() + interval '30 minutes'`,
  )
  expect(await walk()).toEqual(responses)
  await changeCases(
    sql`state = 'ASKED', "claimedBy" = null, "claimedUntil" = null, question = 'När?', "askedReportId" = ${ids[0]}`,
  )
  await as(reporter).post(`/reports/${ids[0]}/answer`, { words: 'I går' })
  await changeCases(sql`state = 'DECIDED', outcome = 'NO_BREACH', reason = 'NO_BREACH', "decidedAt" = ${NOW}`)
  for (const id of ids)
    expect((await as(reporter).post(`/reports/${id}/object`, { words: 'Titta igen' })).status).toBe(204)
  expect(await walk()).toEqual(responses)
  expect(await readOtherTables()).toEqual(tables)

  const newPushes = (await listPushes(db)).slice(pushCount)
  expect(newPushes.length).toBeGreaterThan(SubjectKind.options.length)
  expect(newPushes.filter(({ to }) => to?.length !== 1 || ![reporter.id, TEAM_ID].includes(to[0] ?? ''))).toEqual([])
  expect(JSON.stringify(newPushes)).not.toContain(reported.userName)
})

test('an invite that a contact rule puts aside changes nothing else that its recipient can read or receive', {
  tags: 'contact.walk',
}, async () => {
  const { reported } = world
  const stranger = await aMember(db)
  await as(reported).post('/members/contact', { needs: ['PHOTO'], others: 'PUT_ASIDE' })
  await walk()
  const [responses, pushCount] = [await walk(), (await listPushes(db)).length]
  const { status } = await as(stranger).post('/chats/invites', {
    ...{ recipientName: reported.userName, message: 'Hej, hur är läget?' },
  })
  expect(status).toBe(201)
  expect(await walk()).toEqual(responses)
  const listed = await as(reported).get<unknown[]>('/chats/invites?filtered=true')
  expect(listed.body).toHaveLength(1)
  const recipients = (await listPushes(db)).slice(pushCount).flatMap(({ to }) => to)
  expect(recipients).not.toContain(reported.id)
})
