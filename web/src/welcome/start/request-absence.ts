import type { Session } from '@app/contract/members/members'
import type { Absence } from '@app/contract/welcome'
import type { ComponentType } from 'react'
import { memberKeyOf } from '../../lib/device/claims.ts'
import { readStored, writeStored } from '../../lib/device/stored.ts'
import { getSession } from '../../lib/http/session.ts'
import { getAbsence, postAbsenceClosed } from '../absence-api.ts'
import { closedAbsenceKey, lastUseKey } from '../member-data.ts'

/** An absence with its card; `close` closes the card permanently. */
export type ShownAbsence = {
  absence: Absence
  Card: ComponentType<{ absence: Absence; onClose: () => void }>
  close: () => void
}

const isCurrent = (session: Session): boolean => getSession()?.sessionId === session.sessionId

/** Records that the member uses this device, so that no absence is expected on it for three days. */
export function rememberDeviceUse(session = getSession()): void {
  if (session && isCurrent(session)) writeStored(lastUseKey(memberKeyOf(session)), String(Date.now()))
}

/** Closes the card permanently. If the server cannot be reached, the next request for the absence closes it there. */
function closeAbsence(since: string): void {
  const session = getSession()
  if (!session) return
  writeStored(closedAbsenceKey(memberKeyOf(session)), since)
  postAbsenceClosed().then(
    () => rememberDeviceUse(session),
    () => undefined,
  )
}

/** Requests the absence, and loads its card. Returns null if there is none, or if its card was closed on this device. */
export async function requestAbsence(session: Session): Promise<ShownAbsence | null> {
  const { absence } = await getAbsence()
  if (!isCurrent(session)) return null
  if (!absence) {
    rememberDeviceUse(session)
    return null
  }
  if (readStored(closedAbsenceKey(memberKeyOf(session))) === absence.since) {
    await postAbsenceClosed()
    rememberDeviceUse(session)
    return null
  }
  const { AbsenceCard } = await import('./AbsenceCard.tsx')
  return { absence, Card: AbsenceCard, close: () => closeAbsence(absence.since) }
}
