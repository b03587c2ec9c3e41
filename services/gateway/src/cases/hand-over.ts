import type { CaseVersion, HandOver } from '@app/contract/safety/cases'
import type { Database } from '@app/server/db/database'
import { transact } from '@app/server/delivery/transact'
import { AppError } from '@app/server/errors'
import { hasOwnInterest, requireModerator } from '@app/server/policies/cases'
import { requireDuty } from '@app/server/policies/duties'
import { appendToLog } from '@app/server/safety/team-log'
import { type RawBuilder, sql } from 'kysely'
import type { MemberCtx } from '../context.ts'

type CaseExport = { version: number; content: unknown }

/**
 * Reads everything that belongs to a case, with the names and email addresses of its members. Hashes are in hexadecimal.
 * `allowed` is a SQL condition on the case.
 */
export async function exportCase(
  db: Database,
  id: string,
  allowed: RawBuilder<unknown> = sql`true`,
): Promise<CaseExport | undefined> {
  const { rows } = await sql<CaseExport>`
  select cases.version, jsonb_build_object(
    'case', to_jsonb(cases) - array['claimedBy', 'claimedUntil', 'alertedAt'],
    'author', (select jsonb_build_object('id', id, 'userName', "userName", 'email', email, 'registeredAt', "registeredAt")
      from members where id = cases."authorId"),
    'reports', coalesce((select jsonb_agg(to_jsonb(r) || jsonb_build_object('userName', m."userName", 'email', m.email)
        order by r.id)
      from reports r left join members m on m.id = r."reporterId" where r."caseId" = cases.id), '[]'),
    'evidence', coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'reportId', e."reportId", 'takenAt', e."takenAt",
        'sealed', e.sealed, 'sha256', encode(e.sha256, 'hex'), 'content', e.content, 'files', coalesce((
          select jsonb_agg(jsonb_build_object('mediaId', f."mediaId", 'key', f.key, 'sha256', encode(f.sha256, 'hex'),
            'bytes', f.bytes, 'copiedAt', f."copiedAt") order by f."mediaId")
          from evidence_files f where f."evidenceId" = e.id), '[]')) order by e.id)
      from evidence e where e."caseId" = cases.id), '[]'),
    'decisions', coalesce((select jsonb_agg(to_jsonb(d) - array['tokenHash', 'evidence'] || jsonb_build_object(
        'measures', coalesce((select jsonb_agg(to_jsonb(s) order by s.id) from measures s where s."decisionId" = d.id), '[]'),
        'appeal', (select to_jsonb(a) from appeals a where a."decisionId" = d.id)) order by d.id)
      from decisions d where d."caseId" = cases.id), '[]')
  ) as content
  from cases where cases.id = ${id} and ${allowed}`.execute(db)
  return rows[0]
}

/**
 * Exports a case for the police, and records that in the team log. The files are not part of it. Requires MODERATE and
 * LEAD. Throws NOT_FOUND for a case in which the lead has an interest of their own.
 */
export const handOver = (ctx: MemberCtx, id: string, { version }: CaseVersion): Promise<HandOver> =>
  transact(ctx, async (tx) => {
    await requireModerator(tx.db, tx.member)
    await requireDuty(tx.db, tx.member, ['LEAD'], { passkey: true })
    const { accountId } = tx.member
    const found = await exportCase(tx.db, id, sql`not ${hasOwnInterest(accountId)}`)
    if (!found) throw new AppError('NOT_FOUND')
    if (found.version !== version) throw new AppError('CONFLICT')
    await appendToLog(tx, { byId: accountId, act: 'HANDED_OVER', caseId: id, about: { version } })
    return { caseId: id, writtenAt: tx.now().toISOString(), content: JSON.stringify(found.content, null, 2) }
  })
