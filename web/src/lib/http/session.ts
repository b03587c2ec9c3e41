import type { Duty } from '@app/contract/members/duties'
import type { Session } from '@app/contract/members/members'
import { create } from 'zustand'
import { readStored, writeStored } from '../device/stored.ts'
import { adoptLanguage } from '../text/language.ts'

const KEY = 'salong.session'
/** Passes the reason why the session ended to other tabs, which remove drafts if the member ended it. */
const ENDING_KEY = 'salong.ending'

const ENDINGS = ['loggedOut', 'deleted', 'endedElsewhere', 'suspended'] as const
export type Ending = (typeof ENDINGS)[number]

/** Returns whether the member ended the session, which removes their data from the device. */
export const isOwnEnding = (ending: Ending | null): boolean => ending === 'loggedOut' || ending === 'deleted'

type SessionState = { session: Session | null; ending: Ending | null }

function parse(storedSession: string | null): Session | null {
  try {
    const session: Session | null = JSON.parse(storedSession ?? 'null')
    return typeof session?.sessionId === 'string' && typeof session.userName === 'string' ? session : null
  } catch {
    return null
  }
}

function restore(): Session | null {
  const session = parse(readStored(KEY))
  if (session) adoptLanguage(session.language)
  return session
}

const storeSession = (session: Session | null): void => writeStored(KEY, session && JSON.stringify(session))

/**
 * The session on this device, shared by all of its tabs. Stores with a member's data subscribe and clear it when the
 * session ends.
 */
export const useSessionState = create<SessionState>(() => ({ session: restore(), ending: null }))

export const useSession = (): Session | null => useSessionState((state) => state.session)
/** Returns whether this account acts as the team. */
export const useIsTeam = (): boolean => useSession()?.memberLevel === 'ADMIN'

/** The duties of an admin whose session comes from an older server, which does not name duties. */
const FORMER_DUTIES: readonly Duty[] = ['MODERATE', 'PUBLISH', 'OPERATE']

const NO_DUTIES: readonly Duty[] = []

/** Returns the duties of this account if it acts as the team. */
export function useDuties(): readonly Duty[] {
  const session = useSession()
  return session?.memberLevel === 'ADMIN' ? (session.duties ?? FORMER_DUTIES) : NO_DUTIES
}

/** Returns whether this account acts as the team and has a duty. */
export const useHasDuty = (duty: Duty): boolean => useDuties().includes(duty)

export const getSession = (): Session | null => useSessionState.getState().session

/** Returns a function that calls `run` only while the current session lasts, because `run` concerns its member. */
export function inSession<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  const sessionId = getSession()?.sessionId
  return (...args) => {
    if (getSession()?.sessionId === sessionId) run(...args)
  }
}

export function startSession(session: Session): void {
  storeSession(session)
  adoptLanguage(session.language)
  useSessionState.setState({ session, ending: null })
}

/** Updates the data of the current session. Ignores a response for an earlier session. */
export function refreshSession(session: Session): void {
  if (getSession()?.sessionId !== session.sessionId) return
  storeSession(session)
  useSessionState.setState({ session })
}

/** Records that this session requires an age check; called once the server has rejected a request for that reason. */
export function markAgeCheckNeeded(sessionId: string | undefined): void {
  const session = getSession()
  if (session && session.sessionId === sessionId && !session.ageCheckNeeded)
    refreshSession({ ...session, ageCheckNeeded: true })
}

let expectedEnding: Ending | null = null

/**
 * Sets the reason for an ending that the member has requested; null cancels it. The response or the push, whichever
 * arrives first, ends the session with this reason.
 */
export const expectEnding = (ending: Ending | null): void => {
  expectedEnding = ending
}

const readStoredEnding = (): Ending | undefined => {
  const stored = readStored(ENDING_KEY)
  return ENDINGS.find((candidate) => candidate === stored)
}

/**
 * Returns the reason why another tab has ended the session. The push about that may reach this tab before the storage
 * event.
 */
const findEndingInOtherTab = (): Ending | undefined => (readStored(KEY) === null ? readStoredEnding() : undefined)

/**
 * Ends the session on this device. With a `sessionId`, only if that session is current: a late rejection must not end
 * a newer one.
 */
export function endSession(ending: Ending, sessionId?: string): void {
  const current = getSession()
  if (!current || (sessionId !== undefined && sessionId !== current.sessionId)) return
  const isFromElsewhere = ending === 'endedElsewhere'
  const reason = expectedEnding ?? (isFromElsewhere ? findEndingInOtherTab() : undefined) ?? ending
  writeStored(ENDING_KEY, reason)
  storeSession(null)
  useSessionState.setState({ session: null, ending: reason })
}

/** Applies a session change from another tab. */
function syncFromStorage(stored: string | null): void {
  const session = parse(stored)
  const ending = readStoredEnding() ?? 'loggedOut'
  useSessionState.setState({ session, ending: session ? null : ending })
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY || key === null) syncFromStorage(key && newValue)
})

// A page in the browser's back/forward cache has missed the storage events of other tabs.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && getSession()) syncFromStorage(readStored(KEY))
})
