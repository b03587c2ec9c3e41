import { Flag, type LucideIcon } from 'lucide-react'
import { useIsTeam } from '../http/session.ts'
import { useTexts } from '../text/texts.ts'
import { type ReportRequest, requestReport } from './request-report.ts'
import { reportingTexts } from './texts.ts'

type ReportAction = { id: string; label: string; icon: LucideIcon; danger: true; run: () => void }

/** Returns the function that names the action of reporting a subject, such as 'Anmäl meddelandet'. */
export function useReportLabel(): (request: ReportRequest) => string {
  const t = useTexts(reportingTexts)
  return ({ subject: { kind }, name, isComment }) => t(isComment ? 'NEWS_COMMENT' : kind, { name: name ?? '' })
}

/** Returns the function that lists the menu actions which report a subject: one, or none for the team. */
export function useReportActions(): (request: ReportRequest) => ReportAction[] {
  const labelOf = useReportLabel()
  const isTeam = useIsTeam()
  return (request) =>
    isTeam
      ? []
      : [{ id: 'report', label: labelOf(request), icon: Flag, danger: true, run: () => requestReport(request) }]
}
