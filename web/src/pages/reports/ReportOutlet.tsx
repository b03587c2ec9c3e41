import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { loadStatus } from '../../chats/statuses.ts'
import { closeReport, useReportRequest } from '../../lib/reporting/request-report.ts'
import { ReportDialog } from '../../reports/ReportDialog.tsx'

/** Shows the dialog that reports the requested subject. */
export function ReportOutlet() {
  const navigate = useNavigate()
  const { request, count } = useReportRequest()
  // A dialog that is closing still shows its subject.
  const [shown, setShown] = useState(request)
  if (request && request !== shown) setShown(request)
  const updateStatus = useCallback((name: string) => void loadStatus(name), [])
  const showReports = () => {
    closeReport()
    void navigate('/safety')
  }
  return (
    shown && (
      <ReportDialog
        key={count}
        request={shown}
        open={request !== null}
        onClose={closeReport}
        onShowReports={showReports}
        onIgnored={updateStatus}
      />
    )
  )
}
