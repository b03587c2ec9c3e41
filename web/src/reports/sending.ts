import type { MessageToSend } from '@app/contract/chats'
import type { StoredMessage } from '../conversation/adapters.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { ApiError, isRejection } from '../lib/http/api-error.ts'
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
 * as rejected, so that it is not retried.
 */
export async function sendReport({ clientId }: MessageToSend, payload?: string): Promise<StoredMessage> {
  try {
    const input = parseReport(payload)
    if (!input) throw new ApiError('VALIDATION', getTexts(reportTexts)('notSent'))
    const report = await postReport({ ...input, clientId })
    onReportFiled(report)
    showOutcome('sentTitle')
    return { sendTime: report.filedAt, photo: null, report }
  } catch (error) {
    if (error instanceof ApiError && (isRejection(error) || error.code === 'TOO_MANY_REQUESTS')) showOutcome('notSent')
    throw error
  }
}
