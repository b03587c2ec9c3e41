import type { Id } from '@app/contract/base'
import type { AnswerQuestion, OwnReports, PastContact, Report } from '@app/contract/safety/reports'
import { create } from 'zustand'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { type Loadable, mapData, notStarted } from '../lib/http/loadable.ts'
import { useSessionState } from '../lib/http/session.ts'
import { useHubConnection } from '../lib/realtime/hub-connection.ts'
import { getPastContacts, getReports, postAnswer, postObjection } from './api.ts'

type State = { own: Loadable<OwnReports>; past: Loadable<readonly PastContact[]> }

const EMPTY: State = { own: notStarted, past: notStarted }

export const useReports = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useReports.setState(EMPTY)
})

export const loadReports = (): Promise<void> =>
  loadInSession(getReports, (change) => useReports.setState(({ own }) => ({ own: change(own) })))

export const loadPastContacts = (): Promise<void> =>
  loadInSession<readonly PastContact[]>(getPastContacts, (change) =>
    useReports.setState(({ past }) => ({ past: change(past) })),
  )

/** Loads the reports again if the member has opened them, since the push does not contain them. */
export function onReportChanged(): void {
  if (useReports.getState().own.state !== 'notStarted') void loadReports()
}

// Pushes that the hub sent while the connection was interrupted are lost.
useHubConnection.subscribe(({ connected }, previous) => {
  if (connected && !previous.connected) onReportChanged()
})

/** Adds a report that the server has just stored, or replaces the one that it joined. */
export const onReportFiled = (report: Report): void =>
  useReports.setState(({ own }) => ({
    own: mapData(own, (data) => ({ ...data, reports: [report, ...data.reports.filter(({ id }) => id !== report.id)] })),
  }))

/** Answers the team's question; throws when the server rejects it. */
export async function answerQuestion(id: Id, answer: AnswerQuestion): Promise<void> {
  await postAnswer(id, answer)
  await loadReports()
}

/** Objects to the decision about a report; throws when the server rejects it. */
export async function objectToReport(id: Id, words: string): Promise<void> {
  await postObjection(id, { words })
  await loadReports()
}
