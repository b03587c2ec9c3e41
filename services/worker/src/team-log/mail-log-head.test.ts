import { transact } from '@app/server/delivery/transact'
import { appendToLog } from '@app/server/safety/team-log'
import { aMember, type TestMember } from '@app/server/testing/members'
import { beforeEach, expect, test } from 'vitest'
import { sendMail } from '../mail/send-mail.ts'
import { setUpMailWorker } from '../testing-mail-worker.ts'
import { aMail, readMailRow } from '../testing-worker.ts'
import { mailLogHead } from './mail-log-head.ts'

const { ctx, server } = await setUpMailWorker()
/** Returns the context at a time. In January, 07:00 in Stockholm is 06:00 in UTC. */
const at = (time: string) => ({ ...ctx, now: () => new Date(time) })
const append = (time: string, name: string) =>
  transact(at(time), (tx) => appendToLog(tx, { byId: null, act: 'PASSKEY_ADDED', about: { name } }))
const readHash = async (id: string) =>
  (await ctx.db.selectFrom('team_log').select('hash').where('id', '=', id).executeTakeFirstOrThrow()).hash.toString(
    'hex',
  )
const listMails = () => ctx.db.selectFrom('mails').selectAll().where('kind', '=', 'LOG_HEAD').orderBy('id').execute()

beforeEach(async () => {
  await ctx.db.deleteFrom('mails').execute()
  await ctx.db.updateTable('members').set({ level: 'BASIC' }).where('id', '<>', '0').execute()
})

test('sends no email while the log is empty', async () => {
  await aMember(ctx.db, { level: 'ADMIN', duties: ['LEAD'] })
  expect(await mailLogHead(at('2026-01-15T08:17:00Z'))).toBe(0)
})

test('emails the newest entry to every lead once a day, from seven in the morning', {
  tags: 'team-log.mail',
}, async () => {
  const vera = await aMember(ctx.db, { level: 'ADMIN', duties: ['LEAD', 'PUBLISH'] })
  const nils = await aMember(ctx.db, { level: 'ADMIN', duties: ['LEAD'], language: 'ENGLISH' })
  await aMember(ctx.db, { level: 'ADMIN', duties: ['MODERATE', 'PUBLISH', 'OPERATE'] })
  await aMember(ctx.db, { level: 'ADMIN', duties: ['LEAD'], deletedAt: new Date() })
  const yesterdays = await append('2026-01-13T12:00:00Z', 'a')
  const newest = await append('2026-01-15T02:00:00Z', 'b')
  const written: number[] = []
  for (const time of ['05:59', '06:17', '07:17', '22:59']) written.push(await mailLogHead(at(`2026-01-15T${time}:00Z`)))
  expect(written).toEqual([0, 2, 0, 0])
  expect(await mailLogHead(at('2026-01-16T06:17:00Z'))).toBe(2)
  const mails = (await listMails()).slice(0, 2)
  for (const { id } of mails) await sendMail(ctx, { mailId: id })
  const [swedish] = server.listDeliveredTo(vera.email)
  expect(swedish?.subject).toBe('Loggens sista rad')
  expect(swedish?.text).toContain(`2 rader. Den senaste, nr ${newest}: ${await readHash(newest)}.`)
  expect(swedish?.text).toContain(`Gårdagens: ${await readHash(yesterdays)}.`)
  expect(server.listDeliveredTo(nils.email)[0]?.subject).toBe("The log's last row")
})

test('two concurrent workers write one email', async () => {
  await aMember(ctx.db, { level: 'ADMIN', duties: ['LEAD'] })
  await append('2026-01-15T02:00:00Z', 'c')
  const worker = at('2026-01-15T06:17:00Z')
  expect((await Promise.all([mailLogHead(worker), mailLogHead(worker)])).sort()).toEqual([0, 1])
})

test('sends no email to an admin who is no longer a lead', async () => {
  const vera = await aMember(ctx.db, { level: 'ADMIN', duties: ['LEAD'] })
  await append('2026-01-15T02:00:00Z', 'd')
  await mailLogHead(at('2026-01-15T06:17:00Z'))
  await ctx.db.deleteFrom('team_duties').where('memberId', '=', vera.accountId).execute()
  const [mail] = await listMails()
  await sendMail(ctx, { mailId: mail?.id ?? '' })
  expect(await readMailRow(ctx, mail?.id ?? '')).toMatchObject({ state: 'DROPPED' })
  expect(server.listDeliveredTo(vera.email)).toEqual([])
})

test('an email to leads about a reached limit names the entry of the log, and not the admin', {
  tags: 'team-log.limit-mail',
}, async () => {
  const lead = await aMember(ctx.db, { level: 'ADMIN', duties: ['LEAD'] })
  const former = await aMember(ctx.db, { level: 'ADMIN', duties: ['MODERATE'] })
  const nils = await aMember(ctx.db, { level: 'ADMIN' })
  const aboutId = await transact(at('2026-01-15T17:30:00Z'), (tx) =>
    appendToLog(tx, { byId: nils.accountId, act: 'LIMIT_REACHED', about: {} }),
  )
  for (const { email: address, accountId: memberId } of [lead, former])
    await sendMail(ctx, { mailId: await aMail(ctx, { kind: 'VIEW_LIMIT', address, memberId, aboutId }) })
  const [mail] = server.listDeliveredTo(lead.email)
  expect(mail?.subject).toBe('Någon i Teamet har läst ovanligt mycket')
  expect(mail?.text).toContain(`Rad ${aboutId} i loggen`)
  expect(mail?.text).not.toContain(nils.userName)
  expect(server.listDeliveredTo(former.email)).toEqual([])
})

const ADDED_AT = '2026-01-15T17:30:00.000Z'

/** Sends the email about a passkey that a member has added, and returns its text. */
async function sendPasskeyMail({ email: address, accountId: memberId }: TestMember, aboutId: string | null) {
  const mail = { kind: 'PASSKEY_ADDED' as const, address, language: 'SWEDISH' as const, aboutId }
  const { id: mailId } = await ctx.db
    .insertInto('mails')
    .values({ ...mail, memberId, createdAt: ADDED_AT, nextAttemptAt: ADDED_AT })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sendMail(ctx, { mailId })
  return server.listDeliveredTo(address)[0]?.text
}

test("an email about an admin's new passkey names it, even after it was deleted", {
  tags: 'passkeys.add',
}, async () => {
  const vera = await aMember(ctx.db, { level: 'ADMIN' })
  expect(await sendPasskeyMail(vera, await append(ADDED_AT, 'Veras dator'))).toContain(
    'Veras dator lades till på ditt konto torsdag 15 januari',
  )
})

test("an email about a member's new passkey names it, and arrives even if the passkey is already deleted", {
  tags: 'passkeys.members',
}, async () => {
  const [ann, bea] = [await aMember(ctx.db), await aMember(ctx.db)]
  const key = { publicKey: Buffer.of(1), createdAt: ADDED_AT }
  await ctx.db
    .insertInto('passkeys')
    .values({ ...key, id: Buffer.from(ann.id), memberId: ann.id, name: 'Anns telefon' })
    .execute()
  expect(await sendPasskeyMail(ann, null)).toContain('Anns telefon lades till på ditt konto torsdag 15 januari')
  expect(await sendPasskeyMail(bea, null)).toContain('Den är redan borttagen igen.')
})
