import { requestHeaders } from './request-headers.ts'

const saves: (() => Promise<void>)[] = []

/** Registers a function that saves what the member has just written; a logout waits for it. */
export const saveBeforeLogOut = (save: () => Promise<void>): void => void saves.push(save)

/** Saves what the member has just written. Failures are ignored: the logout that follows would discard it anyway. */
export async function savePending(): Promise<void> {
  await Promise.allSettled(saves.map((save) => save()))
}

/** Ends a session on the server. If the request fails, the session expires there after inactivity. */
export async function endServerSession(sessionId: string): Promise<void> {
  const headers = requestHeaders(sessionId)
  await fetch('/api/v2/sessions/logout', { method: 'POST', headers, keepalive: true }).catch(() => undefined)
}
