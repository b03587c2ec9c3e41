import { type Evidence, type EvidenceFile, EvidencePart } from '@app/contract/safety/cases'
import type { Database } from '@app/server/db/database'
import { transact } from '@app/server/delivery/transact'
import type { AppError } from '@app/server/errors'
import { type CaseRecord, lockCase, requireModerator } from '@app/server/policies/cases'
import { isIntact } from '@app/server/safety/canonical-json'
import { appendToLog } from '@app/server/safety/team-log'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { MemberCtx } from '../context.ts'
import type { EvidenceAuthor, EvidenceContent, Part } from '../reports/evidence/parts.ts'
import { listReporters, type Reporter } from './reports.ts'
import { checkViewLimits, unwrap } from './view-limits.ts'

type FileRow = Pick<EvidenceFile, 'state'> & { mediaId: string }
type EvidenceRow = {
  id: string
  reportId: string | null
  content: EvidenceContent
  sha256: Buffer
  sealed: boolean
  takenAt: string
  files: FileRow[]
}

async function listEvidence(db: Database, caseId: string): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`
    select e.id, e."reportId", e.content, e.sha256, e.sealed, e."takenAt", coalesce((
      select jsonb_agg(jsonb_build_object('mediaId', f."mediaId", 'state', case
        when f."damagedAt" is not null then 'DAMAGED' when f."copiedAt" is not null then 'COPIED'
        when f."missingAt" is not null then 'MISSING' else 'WAITING' end))
      from evidence_files f where f."evidenceId" = e.id), '[]') as files
    from evidence e where e."caseId" = ${caseId} order by e.id`.execute(db)
  return rows
}

type Naming = (memberId: string | null, name: string | null) => string

/**
 * Returns a function that names a member in the evidence of a case: the reported member by name, a reporter by their
 * letter, and any other by a number, in the order of appearance.
 */
function createNaming(authorId: string | null, reporters: Reporter[]): Naming {
  const names = new Map<string, string>()
  // A member who has reported twice keeps the first letter.
  for (const { reporterId, letter } of reporters.toReversed()) if (reporterId) names.set(reporterId, letter)
  let others = 0
  return (memberId, name) => {
    if (memberId !== null && memberId === authorId) return name ?? '–'
    const known = memberId === null ? undefined : names.get(memberId)
    if (known) return known
    others += 1
    if (memberId !== null) names.set(memberId, String(others))
    return String(others)
  }
}

/** Returns the author's profile at the time of the report as a part of the evidence. */
const toProfilePart = (author: EvidenceAuthor): Part => ({
  role: 'PROFILE',
  id: author.id,
  at: author.registeredAt,
  memberId: author.id,
  name: author.userName,
  title: author.userName,
  text: author.description,
  facts: [
    ...(author.seenName === undefined ? [] : [{ name: 'seenName', value: author.seenName }]),
    ...author.persons.map(({ sex, yearOfBirth }) => ({ name: 'person', value: `${sex} ${yearOfBirth}` })),
    { name: 'cities', value: author.cities.join(', ') },
    { name: 'verified', value: String(author.verified) },
  ],
  deletedAt: null,
  editedAt: null,
  media: author.photo ? [author.photo] : [],
})

/** A part of stored evidence with the role that the team sees. */
type ListedPart = Omit<Part, 'role'> & Pick<EvidencePart, 'role'>

/** The kinds whose context belongs to the subject's conversation, so that ids order both. */
const CONVERSATIONS: ReadonlySet<string> = new Set(['CHAT_MESSAGE', 'GROUP_MESSAGE'])

/**
 * Lists the parts in reading order: the conversation, oldest first, each text followed by its earlier words, then the
 * profile. A reported profile is listed once, with the facts about its author, before the author's newest ad, which the
 * stored evidence does not name an ad.
 */
function listParts({ kind, subject, context, earlier, author }: EvidenceContent): ListedPart[] {
  const profile = author ? toProfilePart(author) : null
  if (kind === 'PROFILE') {
    const isNew = ({ name }: Part['facts'][number]) => subject.facts.every((fact) => fact.name !== name)
    const media = new Set([...subject.media, ...(profile?.media ?? [])])
    return [
      { ...subject, facts: [...(profile?.facts.filter(isNew) ?? []), ...subject.facts], media: [...media] },
      ...context.map((part) => ({ ...part, role: 'AD' as const })),
    ]
  }
  const texts = [subject, ...context]
  if (CONVERSATIONS.has(kind)) texts.sort((one, other) => Number(one.id) - Number(other.id))
  const ids = new Set(texts.map(({ id }) => id))
  return [
    ...texts.flatMap((text) => [text, ...earlier.filter(({ id }) => id === text.id)]),
    ...earlier.filter(({ id }) => !ids.has(id)),
    ...(profile ? [profile] : []),
  ]
}

/** Lists the parts of evidence that no longer matches its hash. Returns none if the content has become unreadable. */
function listRemainingParts(content: EvidenceContent, toPart: (part: ListedPart) => EvidencePart): EvidencePart[] {
  try {
    return z.array(EvidencePart).parse(listParts(content).map(toPart))
  } catch {
    return []
  }
}

/** Returns the id of a file of evidence in responses and paths. */
const fileIdOf = (evidenceId: string, mediaId: string): string => `${evidenceId}.${mediaId}`

type ViewOptions = { authorId: string | null; nameOf: Naming; letters: Map<string, string> }

function toEvidence(row: EvidenceRow, { authorId, nameOf, letters }: ViewOptions): Evidence {
  const states = new Map(row.files.map(({ mediaId, state }) => [mediaId, state]))
  const toPart = ({ memberId, name, media, ...part }: ListedPart): EvidencePart => ({
    ...part,
    who: nameOf(memberId, name),
    byAuthor: memberId !== null && memberId === authorId,
    files: media.map((mediaId) => ({ id: fileIdOf(row.id, mediaId), state: states.get(mediaId) ?? 'MISSING' })),
  })
  const intact = isIntact(row)
  return {
    id: row.id,
    report: row.reportId ? (letters.get(row.reportId) ?? null) : null,
    takenAt: row.takenAt,
    intact,
    sealed: row.sealed,
    parts: intact ? listParts(row.content).map(toPart) : listRemainingParts(row.content, toPart),
  }
}

/** Reads the evidence of a case, in which only the reported member has a name. */
async function viewEvidence(db: Database, { id, authorId }: CaseRecord): Promise<Evidence[]> {
  const rows = await listEvidence(db, id)
  const reporters = await listReporters(db, id)
  const letters = new Map(reporters.map(({ reportId, letter }) => [reportId, letter]))
  const nameOf = createNaming(authorId, reporters)
  return rows.map((row) => toEvidence(row, { authorId, nameOf, letters }))
}

/** Reads the evidence of a claimed case, and records that in the team log. */
export const readEvidence = async (ctx: MemberCtx, id: string): Promise<Evidence[]> =>
  unwrap(
    await transact<Evidence[] | AppError>(ctx, async (tx) => {
      await requireModerator(tx.db, tx.member)
      const record = await lockCase(tx.db, id, tx.member, { now: tx.now() })
      const limit = await checkViewLimits(tx)
      if (limit) return limit
      const evidence = await viewEvidence(tx.db, record)
      const about = { evidence: evidence.map((item) => item.id), intact: evidence.every(({ intact }) => intact) }
      await appendToLog(tx, { byId: tx.member.accountId, act: 'EVIDENCE_READ', caseId: id, about })
      return evidence
    }),
  )
