import type { Session } from '@app/contract/members'
import { create } from 'zustand'
import { adoptLanguage } from './language.ts'

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
  try {
    const session = parse(localStorage.getItem(KEY))
    if (session) adoptLanguage(session.language)
    return session
  } catch {
    return null
  }
}

function store(session: Session | null): void {
  try {
    if (session) localStorage.setItem(KEY, JSON.stringify(session))
    else localStorage.removeItem(KEY)
  } catch {
    // NOTE: a browser may refuse storage; the login then lasts as long as the page.
  }
}

function storeEnding(ending: Ending): void {
  try {
    localStorage.setItem(ENDING_KEY, ending)
  } catch {
    // NOTE: without storage there are no other tabs that know of this login.
  }
}

/** Who is logged in on this device, in all of its tabs. Whoever keeps a member's things subscribes and clears them. */
export const useSessionState = create<SessionState>(() => ({ session: restore(), ending: null }))

export const useSession = (): Session | null => useSessionState((state) => state.session)
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

let expected: Ending | null = null

/** The member is ending the login: whoever hears of it first gives this as the reason. */
export const expectEnding = (ending: Ending | null): void => {
  expected = ending
}

/** Ends the login here. With a `sessionId` only if it is still that one: a late refusal must not end a newer login. */
export function endSession(ending: Ending, sessionId?: string): void {
  const current = getSession()
  if (!current || (sessionId !== undefined && sessionId !== current.sessionId)) return
  const reason = expected ?? ending
  storeEnding(reason)
  store(null)
  useSessionState.setState({ session: null, ending: reason })
}

window.addEventListener('storage', (event) => {
  if (event.key !== KEY && event.key !== null) return
  const session = event.key === null ? null : parse(event.newValue)
  const told = localStorage.getItem(ENDING_KEY)
  const ending = ENDINGS.find((known) => known === told) ?? 'loggedOut'
  useSessionState.setState({ session, ending: session ? null : ending })
})
