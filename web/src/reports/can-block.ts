import type { SubjectKind } from '@app/contract/safety/subjects'
import { TEAM_NAME } from '@app/contract/text/names'
import { useAppConfig } from '../lib/release/app-config.ts'
import type { ReportRequest } from '../lib/reporting/request-report.ts'

/** The kinds of subjects whose author cannot be blocked together with the report. */
const WITHOUT_BLOCK: ReadonlySet<SubjectKind> = new Set(['GROUP', 'GROUP_MESSAGE', 'EVENT'])

/** Returns whether a report can also block the author of its subject; false while the operator has switched blocks off. */
export const canBlock = ({ name, subject: { kind }, isBlocked }: ReportRequest): boolean =>
  useAppConfig.getState().blocks !== false &&
  name !== null &&
  name !== TEAM_NAME &&
  !isBlocked &&
  !WITHOUT_BLOCK.has(kind)
