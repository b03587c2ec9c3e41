import type { SubjectKind } from '@app/contract/safety/subjects'
import { TEAM_NAME } from '@app/contract/text/names'
import type { ReportRequest } from '../lib/reporting/request-report.ts'

/** The kinds of subjects whose author cannot be blocked together with the report. */
const WITHOUT_BLOCK: ReadonlySet<SubjectKind> = new Set(['GROUP', 'GROUP_MESSAGE', 'EVENT'])

/** Returns whether a report can also block the author of its subject. */
export const canBlock = ({ name, subject: { kind }, isBlocked }: ReportRequest): boolean =>
  name !== null && name !== TEAM_NAME && !isBlocked && !WITHOUT_BLOCK.has(kind)
