import type { Instant } from '@app/contract/base'
import type { Subject } from '@app/contract/safety/subjects'
import { create } from 'zustand'
import { useSessionState } from '../http/session.ts'

/** The content that the member wants to report. */
export type ReportRequest = {
  subject: Subject
  /** The name of the author, or of the reported member; null for content without an author. */
  name: string | null
  /** The time when the message was sent. */
  sentAt?: Instant
  /** Set if the message of a group is a comment on a post. */
  isComment?: boolean
  /** Set if the member has already blocked the author. */
  isBlocked?: boolean
}

type State = {
  /** The subject of the open dialog. */
  request: ReportRequest | null
  /** The number of requests, which distinguishes them. */
  count: number
}

export const useReportRequest = create<State>(() => ({ request: null, count: 0 }))

/** Opens the dialog that reports the subject. Its code loads with the first request. */
export const requestReport = (request: ReportRequest): void =>
  useReportRequest.setState(({ count }) => ({ request, count: count + 1 }))

export const closeReport = (): void => useReportRequest.setState({ request: null })

useSessionState.subscribe(({ session }) => {
  if (!session) closeReport()
})
