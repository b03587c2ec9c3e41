import type { Id, Instant } from '@app/contract/base'
import type { MediaId } from '@app/contract/media'
import type { Category } from '@app/contract/safety/categories'
import type { SubjectKind } from '@app/contract/safety/subjects'
import { type RawBuilder, sql } from 'kysely'

export type PartRole = 'SUBJECT' | 'BEFORE' | 'AFTER' | 'COMMENT' | 'EARLIER' | 'PROFILE' | 'PARENT'

/** A fact of a part other than its free text, such as the venue of an event. */
export type Fact = { name: string; value: string }

/** One text with its pictures, as the reporter could see it. */
export type Part = {
  role: PartRole
  id: string
  at: Instant | null
  /** The member who wrote it; null if the account is purged, and for the group in the evidence of a group invite. */
  memberId: Id | null
  name: string | null
  title: string | null
  text: string | null
  facts: Fact[]
  deletedAt: Instant | null
  editedAt: Instant | null
  media: MediaId[]
}

export type EvidenceAuthor = {
  id: Id
  userName: string
  /** The name under which the reporter knows the author, if the author has blocked them and has a new name since. */
  seenName?: string
  registeredAt: Instant
  persons: { sex: string; yearOfBirth: number }[]
  cities: string[]
  description: string
  verified: boolean
  photo: MediaId | null
}

/** Frozen evidence: the subject with its context, earlier words, and the author's profile. */
export type EvidenceContent = {
  v: 1
  kind: SubjectKind
  takenAt: Instant
  note: { category: Category; words: string | null }
  author: EvidenceAuthor | null
  subject: Part
  context: Part[]
  earlier: Part[]
}

/**
 * The SQL expressions of a part; omitted ones default to null or an empty value. `selectParts` adds the name of
 * `memberId`.
 */
type PartColumns = Partial<Record<'id' | 'at' | 'memberId' | 'title' | 'text' | 'deletedAt' | 'editedAt', string>> & {
  role: string
  /** An expression of the type `text[]`, without nulls. */
  media?: string
  /** An expression of the type `jsonb`. */
  facts?: string
  /** The order of the parts: by `section`, then by `position`. */
  section?: 0 | 1
  position?: string
}

/** Returns the SQL columns of a part, from expressions that contain no parameters. */
export const partColumns = ({
  role,
  id = `''`,
  at = 'null::timestamptz',
  memberId = 'null::bigint',
  title = 'null::text',
  text = 'null::text',
  deletedAt = 'null::timestamptz',
  editedAt = 'null::timestamptz',
  media = `'{}'::text[]`,
  facts = `'[]'::jsonb`,
  section = 0,
  position = '0',
}: PartColumns): RawBuilder<unknown> =>
  sql.raw(`${role} as role, (${id})::text as id, ${at} as at, ${memberId} as "memberId", ${title} as title, ${text} as text,
    ${deletedAt} as "deletedAt", ${editedAt} as "editedAt", ${media} as media, ${facts} as facts, ${section} as section, (${position})::bigint as position`)

/** Adds the names of the authors to a query of `partColumns`, and orders its rows. */
export const selectParts = (parts: RawBuilder<unknown>): RawBuilder<Part> => sql<Part>`
  select part.role, part.id, part.at, part."memberId"::text as "memberId", writer."userName" as name, part.title,
    part.text, part.facts, part."deletedAt", part."editedAt", part.media
  from (${parts}) part left join members writer on writer.id = part."memberId"
  order by part.section, part.position`

/** Returns SQL for the facts of a part, from an expression for each value. */
export const factsOf = (facts: Record<string, string>): string =>
  `jsonb_build_array(${Object.entries(facts)
    .map(([name, value]) => `jsonb_build_object('name', '${name}', 'value', coalesce((${value})::text, ''))`)
    .join(', ')})`
