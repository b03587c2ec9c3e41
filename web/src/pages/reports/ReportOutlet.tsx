import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { lazy } from '../../lib/device/chunks.ts'
import { useIsTeam } from '../../lib/http/session.ts'
import { useAfterBack } from '../../lib/navigation/use-after-back.ts'
import { closeReport, useReportRequest } from '../../lib/reporting/request-report.ts'
import { ReportDialog } from '../../reports/ReportDialog.tsx'
import { useAfterBlock } from '../blocks/use-after-block.ts'

const OpenCaseOutlet = lazy(async () => ({ default: (await import('./OpenCaseOutlet.tsx')).OpenCaseOutlet }))

/** Shows the dialog that reports the requested subject, or to the team the dialog that opens a case about it. */
export function ReportOutlet() {
  const navigate = useNavigate()
  const isTeam = useIsTeam()
  const { request, count } = useReportRequest()
  // A dialog that is closing still shows its subject.
  const [shown, setShown] = useState(request)
  if (request && request !== shown) setShown(request)
  const onBlocked = useAfterBlock()
  useAfterBack(closeReport)
  const showReports = () => {
    closeReport()
    void navigate('/safety')
  }
  if (shown && isTeam)
    return (
      <Suspense>
        <OpenCaseOutlet key={count} request={shown} open={request !== null} />
      </Suspense>
    )
  return (
    shown && (
      <ReportDialog
        key={count}
        request={shown}
        open={request !== null}
        onClose={closeReport}
        onShowReports={showReports}
        onBlocked={onBlocked}
      />
    )
  )
}
