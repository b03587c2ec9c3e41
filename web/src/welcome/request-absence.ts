import type { Absence } from '@app/contract/welcome'
import type { ComponentType } from 'react'
import { getAbsence, postAbsenceClosed } from './api.ts'
import { AbsenceCard } from './start/AbsenceCard.tsx'

export type ShownAbsence = {
  absence: Absence
  Card: ComponentType<{ absence: Absence; onClose: () => void }>
  /** Closes the card on the server. */
  postClosed: () => Promise<unknown>
}

/**
 * Requests the absence with its card. Returns null if there is none, or if its card was closed on this device; the server
 * then learns that it was. Returns undefined if the session has ended meanwhile.
 */
export async function requestAbsence(
  closedSince: string | null,
  isCurrent: () => boolean,
): Promise<ShownAbsence | null | undefined> {
  const { absence } = await getAbsence()
  if (!isCurrent()) return undefined
  if (!absence) return null
  if (absence.since !== closedSince) return { absence, Card: AbsenceCard, postClosed: postAbsenceClosed }
  await postAbsenceClosed()
  return null
}
