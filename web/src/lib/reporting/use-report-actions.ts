import { TEAM_NAME } from '@app/contract/text/names'
import { Flag, Gavel, type LucideIcon } from 'lucide-react'
import { useHasDuty, useIsTeam } from '../http/session.ts'
import { useTexts } from '../text/texts.ts'
import { type ReportRequest, requestReport } from './request-report.ts'
import { reportingTexts } from './texts.ts'

type ReportAction = { id: string; label: string; icon: LucideIcon; danger: boolean; run: () => void }

/** Returns the function that names the action of reporting a subject, such as 'Anmäl meddelandet'. */
export function useReportLabel(): (request: ReportRequest) => string {
  const t = useTexts(reportingTexts)
  return ({ subject: { kind }, name, isComment }) => t(isComment ? 'NEWS_COMMENT' : kind, { name: name ?? '' })
}

/**
 * Returns whether the team may open a case about a subject without a report. It may not for private messages and
 * invites to groups, or for its own content.
 */
const isOpenToTeam = ({ subject: { kind }, name }: ReportRequest): boolean =>
  kind !== 'CHAT_MESSAGE' && kind !== 'GROUP_INVITE' && name !== TEAM_NAME

/**
 * Returns the function that lists the menu actions for a subject of another member: a member reports it, an admin with
 * the duty MODERATE opens a case, other admins have none.
 */
export function useReportActions(): (request: ReportRequest) => ReportAction[] {
  const t = useTexts(reportingTexts)
  const labelOf = useReportLabel()
  const isTeam = useIsTeam()
  const isModerator = useHasDuty('MODERATE')
  return (request) => {
    const run = () => requestReport(request)
    if (!isTeam) return [{ id: 'report', label: labelOf(request), icon: Flag, danger: true, run }]
    if (!isModerator || !isOpenToTeam(request)) return []
    return [{ id: 'case', label: t('openCase'), icon: Gavel, danger: false, run }]
  }
}
