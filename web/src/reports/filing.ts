import type { FileReport, Report } from '@app/contract/safety/reports'
import { create } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { isReport, type OutgoingMessage, useOutbox } from '../conversation/outbox/outbox.ts'
import { useConnectivity } from '../lib/device/online.ts'
import type { ApiErrorCode } from '../lib/http/api-error.ts'
import { useSessionState } from '../lib/http/session.ts'
import { parseReport } from './stored-report.ts'

/** The progress of a report from the outbox to the server. */
export type Filing = {
  state: OutgoingMessage['state']
  /** The report once the server has stored it. */
  report: Report | null
  problem: ApiErrorCode | null
  /** Whether the report waits for the network. The dialog then confirms this, so that the member can close it. */
  isWaiting: boolean
}

/**
 * The reports that have been in the outbox since the page was loaded, by client id. The outbox itself removes sent
 * ones.
 */
const useFilings = create<{ filings: ReadonlyMap<string, Filing> }>(() => ({ filings: new Map() }))

export const useFiling = (clientId: string | null): Filing | null =>
  useFilings(({ filings }) => (clientId === null ? null : (filings.get(clientId) ?? null)))

function toFiling({ state, stored, problem }: OutgoingMessage, previous: Filing | undefined): Filing {
  const isInterrupted = state === 'queued' && (previous?.state === 'sending' || !useConnectivity.getState().online)
  const isOpen = state === 'queued' || state === 'sending'
  return {
    state,
    report: stored?.report ?? null,
    problem,
    isWaiting: isOpen && (isInterrupted || Boolean(previous?.isWaiting)),
  }
}

function update(): void {
  const { filings } = useFilings.getState()
  const changes = useOutbox
    .getState()
    .items.filter(isReport)
    .map((item) => [item.clientId, toFiling(item, filings.get(item.clientId))] as const)
    .filter(([clientId, filing]) => {
      const known = filings.get(clientId)
      return !known || known.state !== filing.state || known.isWaiting !== filing.isWaiting
    })
  if (changes.length > 0) useFilings.setState({ filings: new Map([...filings, ...changes]) })
}

useOutbox.subscribe(update)
useConnectivity.subscribe(update)
update()

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useFilings.setState({ filings: new Map() })
})

/** A report in the outbox that the server has not stored. Its `input` is null if it is damaged. */
export type UnsentReport = { item: OutgoingMessage; input: FileReport | null }

/** Returns the reports that the server does not have yet, newest first. */
export function useUnsentReports(): UnsentReport[] {
  const items = useOutbox(
    useShallow((outbox) => outbox.items.filter((item) => isReport(item) && item.state !== 'sent')),
  )
  return items.map((item) => ({ item, input: parseReport(item.payload) })).reverse()
}
