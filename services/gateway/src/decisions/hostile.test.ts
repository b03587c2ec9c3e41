import { createHash } from 'node:crypto'
import type { Evidence } from '@app/contract/safety/cases'
import type { Action } from '@app/contract/safety/decisions'
import { evidenceKey } from '@app/server/photos/photo-store'
import { asOwner } from '@app/server/testing/context'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aModerator } from '../cases/testing.ts'
import { aReportWorld } from '../reports/testing.ts'
import { setUpTestGateway } from '../testing.ts'
import { type ClaimedCase, createDeciding } from './testing.ts'

const gateway = await setUpTestGateway()
const { ctx, as } = gateway
const { db } = ctx
const { readCase, reportAndClaim, decide } = createDeciding(gateway)

/** Every action that is no dismissal, alone. */
const ACTIONS: Action[] = [
  { kind: 'REMOVE' },
  { kind: 'WARN' },
  { kind: 'RESTRICT', scopes: ['CONTACT'], days: 7 },
  { kind: 'SUSPEND', days: 7 },
  { kind: 'BAN' },
]
const DISMISSAL = { actions: [{ kind: 'DISMISS' as const }], reason: 'NO_BREACH' as const }

describe('after a change to the stored evidence, which is shown as damaged, a case can only be dismissed', () => {
  const readEvidence = async ({ caseId, moderator }: ClaimedCase) => {
    const { status, body } = await as(moderator).post<Evidence[]>(`/moderation/cases/${caseId}/evidence`)
    expect(status).toBe(200)
    return body
  }
  const listStates = async (claimed: ClaimedCase) =>
    new Set(
      (await readEvidence(claimed)).flatMap(({ parts }) => parts.flatMap(({ files }) => files.map((f) => f.state))),
    )
  const expectOnlyDismissal = async (claimed: ClaimedCase) => {
    await aModerator(db)
    for (const action of ACTIONS) expect((await decide(claimed, { actions: [action] })).status).toBe(403)
    expect(await readCase(claimed.caseId)).toMatchObject({ state: 'CLAIMED', version: claimed.version })
    expect((await decide(claimed, DISMISSAL)).status).toBe(200)
  }

  const CHANGES: Record<string, (evidence: RawBuilder<unknown>) => RawBuilder<unknown>> = {
    'a word': (id) => sql`update evidence set content = jsonb_set(content, '{subject,text}', '"Snällt"') where ${id}`,
    'the author': (id) => sql`update evidence set content = jsonb_set(content, '{author,id}', '"1"') where ${id}`,
    'a number that is no integer': (id) =>
      sql`update evidence set content = jsonb_set(content, '{v}', '1.5') where ${id}`,
    'the whole content': (id) => sql`update evidence set content = '{"v": 1}' where ${id}`,
    'the type of a field': (id) =>
      sql`update evidence set content = jsonb_set(content, '{subject,text}', '7') where ${id}`,
    'the hash': (id) => sql`update evidence set sha256 = sha256('') where ${id}`,
  }
  test.each(Object.entries(CHANGES))('to %s', { tags: 'hostile.damaged-evidence' }, async (_, change) => {
    const { reporter, subjects } = await aReportWorld(ctx)
    const claimed = await reportAndClaim(reporter, subjects.AD)
    await asOwner(db, change(sql`"caseId" = ${claimed.caseId}`))
    expect(await readEvidence(claimed)).toMatchObject([{ intact: false }])
    await expectOnlyDismissal(claimed)
  })

  const FILES: Record<string, (key: string) => Promise<unknown>> = {
    'the bytes of a copied picture': (key) => ctx.photos.put(evidenceKey(key), Buffer.from('b')),
    'the store, from which a copied picture is missing': (key) => ctx.photos.remove(evidenceKey(key)),
  }
  test.each(Object.entries(FILES))('to %s', { tags: 'hostile.damaged-evidence' }, async (_, change) => {
    const { reporter, subjects } = await aReportWorld(ctx)
    const claimed = await reportAndClaim(reporter, subjects.MOVIE_ENTRY)
    const { rows } = await sql<{ key: string }>`
      update evidence_files f set sha256 = ${createHash('sha256').update('a').digest()}, "copiedAt" = now(), bytes = 1
      from evidence e where e.id = f."evidenceId" and e."caseId" = ${claimed.caseId} returning f.key`.execute(db)
    for (const { key } of rows) await ctx.photos.put(evidenceKey(key), Buffer.from('a'))
    await change(rows[0]?.key ?? '')
    expect(await listStates(claimed)).toEqual(new Set(['COPIED']))
    expect((await decide(claimed, { actions: [{ kind: 'WARN' }] })).status).toBe(403)
    expect(await listStates(claimed)).toContain('DAMAGED')
    await expectOnlyDismissal(claimed)
  })
})
