import type { MessageToSend } from '@app/contract/chats'
import type { Report } from '@app/contract/safety/reports'
import type { StoredMessage } from '../conversation/adapters.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { ApiError, isRejection } from '../lib/http/api-error.ts'
import { inSession } from '../lib/http/session.ts'
import { useReportRequest } from '../lib/reporting/request-report.ts'
import { getTexts } from '../lib/text/texts.ts'
import { postReport } from './api.ts'
import { onReportFiled } from './store.ts'
import { parseReport } from './stored-report.ts'
import { reportTexts } from './texts.ts'

/** Shows the outcome in a toast if no open dialog shows it, for example after a reload. */
function showOutcome(key: 'sentTitle' | 'notSent'): void {
  if (!useReportRequest.getState().request) showToast({ text: getTexts(reportTexts)(key) })
}

/**
 * Files a report from the outbox. A repeated request with the same client id files no second one. A damaged report counts
 * as rejected, so that it is not retried. After a logout, the next member sees neither the report nor its outcome.
 */
export async function sendReport({ clientId }: MessageToSend, payload?: string): Promise<StoredMessage> {
  const onFiled = inSession((report: Report) => {
    onReportFiled(report)
    showOutcome('sentTitle')
  })
  const onRejected = inSession(() => showOutcome('notSent'))
  try {
    const input = parseReport(payload)
    if (!input) throw new ApiError('VALIDATION', getTexts(reportTexts)('notSent'))
    const report = await postReport({ ...input, clientId })
    onFiled(report)
    return { sendTime: report.filedAt, photo: null, report }
  } catch (error) {
    if (error instanceof ApiError && (isRejection(error) || error.code === 'TOO_MANY_REQUESTS')) onRejected()
    throw error
  }
}
