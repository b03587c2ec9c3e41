import type { Id } from '@app/contract/base'
import type { SubjectKind } from '@app/contract/safety/subjects'

/** The URL of the list of decisions about the member. */
export const DECISIONS = '/safety?tab=decisions'

export const decisionUrl = (id: Id): string => `${DECISIONS}&decision=${id}`

/** Returns the value of the URL parameter that identifies a decision by the content that it is about. */
export const aboutOf = (kind: string, subjectId: string): string => `${kind}.${subjectId}`

/**
 * Returns the URL of the decision about a piece of the member's content, for callers that do not know the decision's
 * id.
 */
export const decisionAboutUrl = (kind: SubjectKind, subjectId: string): string =>
  `${DECISIONS}&about=${aboutOf(kind, subjectId)}`
