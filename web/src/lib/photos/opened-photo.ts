import { useSessionState } from '../http/session.ts'

/** The photo of a member in the list from which their profile was opened; its URL is null if they have none. */
export type OpenedPhoto = { userName: string; url: string | null }

let openedPhoto: OpenedPhoto | null = null

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) openedPhoto = null
})

/** Stores the photo that the next profile shows until it is loaded. */
export function rememberOpenedPhoto(photo: OpenedPhoto): void {
  openedPhoto = photo
}

/** Returns the photo from which a profile was opened; null if it was opened without one. */
export const findOpenedPhoto = (userName: string): OpenedPhoto | null =>
  openedPhoto?.userName === userName ? openedPhoto : null

/** Removes the photo of a blocked member. */
export function removeOpenedPhoto(userName: string): void {
  if (openedPhoto?.userName === userName) openedPhoto = null
}
