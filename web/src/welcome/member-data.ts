import { writeStored } from '../lib/device/stored.ts'

/** The unsaved input of the welcome. */
export const draftKey = (memberKey: string): string => `salong.welcome-draft.${memberKey}`
/** The time at which the member last used this device without an absence to show. */
export const lastUseKey = (memberKey: string): string => `salong.last-use.${memberKey}`
/** The beginning of the absence whose card was closed on this device, kept in case the request to the server fails. */
export const closedAbsenceKey = (memberKey: string): string => `salong.absence-closed.${memberKey}`

/** Removes the data of a member who logs out from this device. */
export function removeWelcomeData(memberKey: string): void {
  for (const key of [draftKey, lastUseKey, closedAbsenceKey]) writeStored(key(memberKey), null)
}
