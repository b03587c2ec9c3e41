import { useLocation } from 'react-router-dom'
import { closeReport, type ReportRequest } from '../../lib/reporting/request-report.ts'
import { OpenCaseDialog } from '../../moderation/OpenCaseDialog.tsx'
import { CategoryStep } from '../../reports/CategoryStep.tsx'
import { PasskeyNeeded } from '../PasskeyNeeded.tsx'

/** Shows the dialog with which the team opens a case about the requested subject. */
export function OpenCaseOutlet({ request, open }: { request: ReportRequest; open: boolean }) {
  const { pathname, search } = useLocation()
  return (
    <OpenCaseDialog
      subject={request.subject}
      open={open}
      onClose={closeReport}
      renderCategories={(onChoose) => <CategoryStep category={null} onChoose={onChoose} />}
      passkeyNeeded={<PasskeyNeeded from={`${pathname}${search}`} />}
    />
  )
}
