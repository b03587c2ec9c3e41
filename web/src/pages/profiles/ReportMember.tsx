import { useReportActions } from '../../lib/reporting/use-report-actions.ts'
import { Button } from '../../ui/buttons/Button.tsx'

/** Shows the button that reports a member's profile, or with which the team opens a case about it. */
export function ReportMember({ name }: { name: string }) {
  const [report] = useReportActions()({ subject: { kind: 'PROFILE', id: name }, name })
  return (
    report && (
      <Button variant="dangerQuiet" icon={report.icon} onClick={report.run}>
        {report.label}
      </Button>
    )
  )
}
