import type { Session } from '@app/contract/members'
import { create } from 'zustand'
import { adoptLanguage } from './language.ts'
import { readStored, writeStored } from './stored.ts'

const KEY = 'salong.session'
/** Tells the other tabs why the login is over: only what is logged out is cleared from the device. */
const ENDING_KEY = 'salong.ending'

/** Why nobody is logged in any more. */
const ENDINGS = ['loggedOut', 'deleted', 'endedElsewhere'] as const
export type Ending = (typeof ENDINGS)[number]

type SessionState = { session: Session | null; ending: Ending | null }

function parse(stored: string | null): Session | null {
  try {
    const session: Session | null = JSON.parse(stored ?? 'null')
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

const store = (session: Session | null): void => writeStored(KEY, session && JSON.stringify(session))

/** Who is logged in on this device, in all of its tabs. Whoever keeps a member's things subscribes and clears them. */
export const useSessionState = create<SessionState>(() => ({ session: restore(), ending: null }))

export const useSession = (): Session | null => useSessionState((state) => state.session)
/** Whether this account acts as the team. */
export const useIsTeam = (): boolean => useSession()?.memberLevel === 'ADMIN'
export const getSession = (): Session | null => useSessionState.getState().session

export function startSession(session: Session): void {
  store(session)
  adoptLanguage(session.language)
  useSessionState.setState({ session, ending: null })
}

/** The same login with fresher facts. An answer to a login that is over changes nothing. */
export function refreshSession(session: Session): void {
  if (getSession()?.sessionId !== session.sessionId) return
  store(session)
  useSessionState.setState({ session })
}

let expectedEnding: Ending | null = null

/** The member is ending the login: whoever hears of it first gives this as the reason. */
export const expectEnding = (ending: Ending | null): void => {
  expectedEnding = ending
}

/** Ends the login here. With a `sessionId` only if it is still that one: a late refusal must not end a newer login. */
export function endSession(ending: Ending, sessionId?: string): void {
  const current = getSession()
  if (!current || (sessionId !== undefined && sessionId !== current.sessionId)) return
  const reason = expectedEnding ?? ending
  writeStored(ENDING_KEY, reason)
  store(null)
  useSessionState.setState({ session: null, ending: reason })
}

/** Who is logged in has been changed in another tab. */
function syncFromStorage(stored: string | null): void {
  const session = parse(stored)
  const storedEnding = readStored(ENDING_KEY)
  const ending = ENDINGS.find((known) => known === storedEnding) ?? 'loggedOut'
  useSessionState.setState({ session, ending: session ? null : ending })
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY || key === null) syncFromStorage(key && newValue)
})

// A page that the browser has put by has heard nothing of the others.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted && getSession()) syncFromStorage(readStored(KEY))
})
