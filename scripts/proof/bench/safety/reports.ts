import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { EVIDENCE_WIDE } from '@app/contract/limits'
import type { Photo } from '@app/contract/photos'
import type { CaseQueue } from '@app/contract/safety/cases'
import type { Category } from '@app/contract/safety/categories'
import { LATEST, SEVERITIES } from '@app/contract/safety/report-rules'
import type { Report } from '@app/contract/safety/reports'
import type { Subject } from '@app/contract/safety/subjects'
import type pg from 'pg'
import type { BenchContext } from '../context.ts'
import { runAtRate } from '../delivery.ts'
import { bearer, post } from '../http.ts'
import { alternate, type Measurement, percentile } from '../measurements.ts'
import { createPhotos } from '../photos/camera.ts'
import { areAllProcessed, upload } from '../photos/uploads.ts'
import { startBaselineSearch } from '../processes.ts'
import type { Caller } from '../world.ts'
import { readQueue } from './queue.ts'

const PER_SECOND = 20
const WARM_UP_PER_SECOND = 5
const WARM_UP_SECONDS = 3
const REPORT_MAX_MS = 150
const LISTED_MAX_MS = 1_000
const COPIED_MAX_MS = 60_000
/** For one in this many reports, the benchmark measures when the queue lists its case. */
const LISTED_EVERY = 9
const POLL_INTERVAL_MS = 20

const CATEGORIES: Category[] = ['THREAT', 'HARASSMENT', 'UNWANTED_SEXUAL', 'SPAM', 'OTHER']

/**
 * Stores the same rows as a report on the other member's newest message in a chat, without a check, a lock or a push.
 */
const BASELINE_REPORT = `
  with subject as (
    select id, "senderId" from chat_messages where "chatId" = $1 and "senderId" <> $2 order by id desc limit 1
  ), opened as (
    insert into cases ("subjectKind", "subjectId", "parentId", "authorId", category, severity, source, reports, "openedAt", "dueAt")
    select 'CHAT_MESSAGE', id::text, $1, "senderId", 'SPAM', 'MEDIUM', 'REPORT', 1, now(), now() + interval '3 days' from subject
    returning id
  ), filed as (
    insert into reports ("caseId", "reporterId", category, language, "filedAt", "aimAt")
    select id, $2, 'SPAM', 'SWEDISH', now(), now() + interval '3 days' from opened returning id, "caseId"
  ), frozen as (
    select jsonb_agg(to_jsonb(message) order by id) as content
    from (select * from chat_messages where "chatId" = $1 order by id desc limit ${EVIDENCE_WIDE}) message
  )
  insert into evidence ("caseId", "reportId", "clientId", content, sha256, "takenAt", "purgeAt")
  select "caseId", id, gen_random_uuid(), content, sha256(convert_to(content::text, 'UTF8')), now(), now() + interval '6 months'
  from filed cross join frozen returning id`

async function fileReport(url: string, { token }: Caller, subject: Subject, category: Category): Promise<Report> {
  const body = { subject, category, lastHundred: true, clientId: randomUUID() }
  return JSON.parse(await post(`${url}/api/v2/reports`, body, bearer(token)))
}

/** Yields one chat of each caller in turn, so that no caller exceeds the rate limits of reports. */
function* iterateChats(callers: Caller[]): Generator<{ caller: Caller; chatId: string }, never> {
  for (let turn = 0; ; turn++)
    for (const caller of callers) {
      const chatId = caller.chatIds[turn]
      if (!chatId) throw new Error('There are too few chats to report.')
      yield { caller, chatId }
    }
}

/** Reads the queue from just before a report's case until it lists that case; throws after twice LISTED_MAX_MS. */
async function waitUntilListed(url: string, moderator: Caller, { category, aimAt }: Report): Promise<void> {
  const urgency = SEVERITIES[category] === 'CRITICAL' ? 0 : 1
  const query = `?after=${urgency}.${Date.parse(aimAt) - 1}.1`
  for (const deadline = Date.now() + 2 * LISTED_MAX_MS; Date.now() < deadline; await pause(POLL_INTERVAL_MS)) {
    const { rows }: CaseQueue = JSON.parse(await readQueue(url, moderator, query))
    if (rows.some((row) => row.kind === 'CHAT_MESSAGE' && row.category === category && row.dueAt === aimAt)) return
  }
  throw new Error('A reported case is not in the queue.')
}

/** Throws if the evidence of a report contains fewer messages than expected. */
async function checkFrozenMessages(pool: pg.Pool, expected: number): Promise<void> {
  const { rows } = await pool.query<{ least: number }>(
    `select min(jsonb_array_length(content -> 'context')) + 1 as least from evidence where content ->> 'kind' = 'CHAT_MESSAGE'`,
  )
  const least = rows[0]?.least ?? 0
  if (least < expected) throw new Error(`A report has frozen ${least} messages.`)
}

/**
 * Measures reports of chat messages at a steady rate, and the time until a moderator sees their cases. The gateway that
 * receives the reports applies their rate limits.
 */
export async function compareReports(
  { stack, pool, world: { callers }, options: { rounds, seconds, messagesEach } }: BenchContext,
  urls: { reports: string; queue: string },
  moderator: Caller,
): Promise<Measurement[]> {
  const baselineServer = await startBaselineSearch(stack)
  const chats = iterateChats(callers)
  const listedMs: number[] = []
  // Before each round, a few reports reopen the connections of its server, which have been idle.
  const measure = async (report: (index: number) => Promise<void>) => {
    await runAtRate({ perSecond: WARM_UP_PER_SECOND, seconds: WARM_UP_SECONDS }, report)
    const times: number[] = []
    await runAtRate({ perSecond: PER_SECOND, seconds }, async (index, dueAt) => {
      await report(index)
      times.push(performance.now() - dueAt)
    })
    return times
  }
  const listings: Promise<void>[] = []
  const reportToProduct = async (index: number) => {
    const { caller, chatId } = chats.next().value
    const category = CATEGORIES[index % CATEGORIES.length] ?? 'OTHER'
    const report = await fileReport(
      urls.reports,
      caller,
      { kind: 'CHAT_MESSAGE', id: LATEST, parentId: chatId },
      category,
    )
    const respondedAt = performance.now()
    if (index % LISTED_EVERY > 0) return
    const listing = waitUntilListed(urls.queue, moderator, report)
    listings.push(listing.then(() => void listedMs.push(performance.now() - respondedAt)))
  }
  const reportToBaseline = async () => {
    const { caller, chatId } = chats.next().value
    const stored = await post(baselineServer.url, { text: BASELINE_REPORT, values: [chatId, caller.id] })
    if (JSON.parse(stored).length === 0) throw new Error('The baseline has stored no report.')
  }
  // The first reports open nearly all connections of their server, and each connection plans its statements for the
  // first time. They are measured separately from the rounds.
  await measure(reportToBaseline)
  const firstTimes = await measure(reportToProduct)
  await Promise.all(listings)
  listedMs.length = 0
  const { product, baseline } = await alternate(
    rounds,
    () => measure(reportToProduct),
    () => measure(reportToBaseline),
  )
  await Promise.all(listings)
  await baselineServer.stop()
  const frozen = Math.min(messagesEach, EVIDENCE_WIDE)
  await checkFrozenMessages(pool, frozen)
  const [times, baselineTimes] = [product.flat(), baseline.flat()]
  const label = `report with ${frozen} messages, ${PER_SECOND}/s`
  return [
    ...[0.5, 0.99, 1].map((quantile) => ({
      label: `${label}, ${quantile === 1 ? 'maximum' : `p${quantile * 100}`}`,
      unit: 'ms',
      product: percentile(times, quantile),
      baseline: percentile(baselineTimes, quantile),
    })),
    { label: `${label}, p99`, unit: 'ms', product: percentile(times, 0.99), atMost: REPORT_MAX_MS },
    { label: `${label}, p99 of a gateway that has just started`, unit: 'ms', product: percentile(firstTimes, 0.99) },
    {
      label: 'report to case in the queue, maximum',
      unit: 'ms',
      product: Math.max(...listedMs),
      atMost: LISTED_MAX_MS,
    },
  ]
}

async function uploadPhotos({ stack, pool, world, options }: BenchContext): Promise<string[]> {
  const files = await createPhotos(stack.folder, options)
  const ids: string[] = []
  for (const [index, owner] of world.callers.slice(0, options.photos).entries())
    ids.push((await upload<Photo>(stack, owner, files[index % files.length] ?? '')).id)
  while (!(await areAllProcessed(pool))) await pause(POLL_INTERVAL_MS)
  return ids
}

/**
 * Returns the milliseconds from each report on a photo to the copy of its file; undefined until all files are copied.
 */
async function readCopyTimes(pool: pg.Pool, mediaIds: string[]): Promise<number[] | undefined> {
  const { rows } = await pool.query<{ ms: string | null }>(
    `select extract(epoch from file."copiedAt" - evidence."takenAt") * 1000 as ms
    from evidence_files file join evidence on evidence.id = file."evidenceId"
    where file."mediaId" = any($1) and evidence.content ->> 'kind' = 'PHOTO'`,
    [mediaIds],
  )
  return rows.some(({ ms }) => ms === null) ? undefined : rows.map(({ ms }) => Number(ms))
}

/** Measures how long the worker takes to copy photos that are reported at a steady rate. */
export async function measureCopies(bench: BenchContext, url: string): Promise<Measurement[]> {
  const { pool, world, options } = bench
  const mediaIds = await uploadPhotos(bench)
  const reporters = world.callers.slice(options.photos)
  await runAtRate({ perSecond: PER_SECOND, seconds: options.seconds * 2 }, async (index) => {
    const [reporter, id] = [reporters.at(-1 - index), mediaIds[index % mediaIds.length]]
    if (!reporter || !id) throw new Error('There are too few reporters or photos.')
    await fileReport(url, reporter, { kind: 'PHOTO', id }, 'COPYRIGHT')
  })
  for (const deadline = Date.now() + 2 * COPIED_MAX_MS; Date.now() < deadline; await pause(POLL_INTERVAL_MS)) {
    const times = await readCopyTimes(pool, mediaIds)
    if (!times) continue
    const label = `report of a photo to copied file, ${PER_SECOND}/s`
    return [
      { label: `${label}, p50`, unit: 'ms', product: percentile(times, 0.5) },
      { label: `${label}, p99`, unit: 'ms', product: percentile(times, 0.99), atMost: COPIED_MAX_MS },
    ]
  }
  throw new Error('Reported photos were not copied.')
}
