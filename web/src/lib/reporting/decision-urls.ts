import type { Id } from '@app/contract/base'
import type { SubjectKind } from '@app/contract/safety/subjects'

/** The list of the decisions about the member. */
export const DECISIONS = '/safety?tab=decisions'

export const decisionUrl = (id: Id): string => `${DECISIONS}&decision=${id}`

export const aboutOf = (kind: string, subjectId: string): string => `${kind}.${subjectId}`

/** Returns the URL of the decision about content of the member, of which only the content is known. */
export const decisionAboutUrl = (kind: SubjectKind, subjectId: string): string =>
  `${DECISIONS}&about=${aboutOf(kind, subjectId)}`
