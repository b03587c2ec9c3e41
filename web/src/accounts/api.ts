import type { CompleteRegistration, Login, RegisterEmail, ResetToken, Session } from '@app/contract/members/members'
import type { Language } from '@app/contract/text/language'
import type * as z from 'zod/mini'
import { getDeviceKey } from '../lib/device/device-key.ts'
import { get, post, postText } from '../lib/http/http.ts'
import { endServerSession, savePending } from '../lib/http/log-out.ts'
import { endSession, getSession, refreshSession, startSession } from '../lib/http/session.ts'

export async function logIn(login: z.infer<typeof Login>): Promise<void> {
  startSession(await post<Session>('members/login', { ...login, deviceKey: getDeviceKey() }))
}

/**
 * Ends the session on this device immediately, and on the server once it has stored what the member has just written:
 * it would reject a write in an ended session.
 */
export async function logOut(): Promise<void> {
  const session = getSession()
  const saved = savePending()
  endSession('loggedOut')
  await saved
  if (session) await endServerSession(session.sessionId)
}

/** Refreshes the session from the server. If it has ended there, the rejected request also ends it on this device. */
export async function verifySession(): Promise<void> {
  const session = await get<Session>('sessions/verify').catch(() => null)
  if (session) refreshSession(session)
}

export const requestRegistration = (request: RegisterEmail): Promise<string> => post('members/register2/email', request)

export async function completeRegistration(registration: CompleteRegistration): Promise<void> {
  startSession(await post<Session>('members/register2/complete', { ...registration, deviceKey: getDeviceKey() }))
}

export const requestReset = (email: string): Promise<void> =>
  post(`members/send-pwd-reset/${encodeURIComponent(email)}`)

export const resetPassword = (token: string, password: string): Promise<string> =>
  postText(`members/reset-pwd/${encodeURIComponent(token)}`, password)

/** Ends all sessions with the token from an email about logins. Returns the token for setting a new password. */
export const endLogins = (token: string): Promise<ResetToken> => post(`members/new-device/${encodeURIComponent(token)}`)

export const restoreAccount = (token: string): Promise<string> => post(`members/undelete/${encodeURIComponent(token)}`)

export const confirmEmail = (token: string): Promise<void> => post(`members/email/confirm/${encodeURIComponent(token)}`)
export const revertEmailChange = (token: string): Promise<void> =>
  post(`members/email/return/${encodeURIComponent(token)}`)

/** Unsubscribes with the token of an emailed link, without a login. */
export const unsubscribe = (token: string): Promise<void> => post(`unsubscribe/${encodeURIComponent(token)}`)

/** Fetches a page that the operator writes, as Markdown. */
export const getPage = (name: 'terms' | 'about', language: Language, signal: AbortSignal): Promise<string> =>
  get(`pages/${name}`, { language }, signal)
