import { AWAY_MIN_MS } from '@app/contract/limits'
import type { Session } from '@app/contract/members/members'
import { useLayoutEffect } from 'react'
import { create } from 'zustand'
import { memberKeyOf } from '../lib/device/claims.ts'
import { useConnectivity } from '../lib/device/online.ts'
import { readStored } from '../lib/device/stored.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { lastUseKey } from './member-data.ts'
import type { ShownAbsence } from './start/request-absence.ts'

/** The time for which the rows wait for the card. A later card appears when the member returns to the list. */
export const WAIT_MAX_MS = 1_500

type State = {
  /** The card above the rows. */
  shown: ShownAbsence | null
  /** A card that arrived after the rows, which it would move. */
  late: ShownAbsence | null
  /** Whether the rows have to wait for the card. */
  isPending: boolean
}

const EMPTY: State = { shown: null, late: null, isPending: false }
const useAbsence = create<State>(() => EMPTY)

/** The session and the time of the last request. */
let lastRequest: { sessionId: string; at: number } | null = null

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  lastRequest = null
  useAbsence.setState(EMPTY)
})

/** Returns whether the member may have been away, as far as this device knows. */
const mayHaveBeenAway = (session: Session): boolean =>
  !(Date.now() - Number(readStored(lastUseKey(memberKeyOf(session))) ?? 0) < AWAY_MIN_MS)

/** Returns whether this session has requested the absence so recently that the member cannot have been away since. */
const wasRequested = (sessionId: string): boolean =>
  lastRequest?.sessionId === sessionId && Date.now() - lastRequest.at < AWAY_MIN_MS

/** Loads the absence. The rows wait for it for at most `WAIT_MAX_MS`. */
async function loadAbsence(session: Session): Promise<void> {
  lastRequest = { sessionId: session.sessionId, at: Date.now() }
  useAbsence.setState({ isPending: true })
  const timer = setTimeout(() => useAbsence.setState({ isPending: false }), WAIT_MAX_MS)
  const found = await import('./start/request-absence.ts')
    .then(({ requestAbsence }) => requestAbsence(session))
    .catch(() => null)
  clearTimeout(timer)
  if (getSession()?.sessionId !== session.sessionId) return
  useAbsence.setState(({ isPending }) => (isPending ? { shown: found, isPending: false } : { late: found }))
}

/**
 * Returns the card about the member's absence, and whether the rows below have to wait for it, since rows on screen
 * must not move. Requests it only on a device that was not used for `AWAY_MIN_MS`.
 */
export function useAbsenceCard(isEnabled: boolean): {
  card: ShownAbsence | null
  close: () => void
  isPending: boolean
} {
  const { shown, isPending } = useAbsence()
  useLayoutEffect(() => {
    const session = getSession()
    if (!isEnabled || !session || !useConnectivity.getState().online) return
    useAbsence.setState(({ shown, late }) => ({ shown: shown ?? late, late: null }))
    if (!wasRequested(session.sessionId) && mayHaveBeenAway(session)) void loadAbsence(session)
  }, [isEnabled])
  const close = () => {
    useAbsence.setState({ shown: null })
    shown?.close()
  }
  return { card: shown, close, isPending: isEnabled && isPending }
}
