import type { ContactRule } from '@app/contract/members/contact'
import { create } from 'zustand'
import { showErrorToast } from '../lib/feedback/toasts.ts'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { type Loadable, loaded, notStarted } from '../lib/http/loadable.ts'
import { useSessionState } from '../lib/http/session.ts'
import { getContactRule, postContactRule } from './api.ts'

const EMPTY: { rule: Loadable<ContactRule> } = { rule: notStarted }

/** The contact rule: who may write first to the member. */
export const useContactRule = create(() => EMPTY)

/** The changes of one session that the server has not confirmed. `stored` is the rule that it has. */
type Changes = { pendingCount: number; stored: Loadable<ContactRule>; lastRequest: Promise<void> }

const createChanges = (): Changes => ({ pendingCount: 0, stored: notStarted, lastRequest: Promise.resolve() })

let currentChanges = createChanges()

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  currentChanges = createChanges()
  useContactRule.setState(EMPTY)
})

export const loadContactRule = (): Promise<void> =>
  loadInSession(getContactRule, (change) => useContactRule.setState(({ rule }) => ({ rule: change(rule) })))

/**
 * Sends a changed rule, unless the session has ended. If that fails, shows the stored rule again, unless a later one is
 * shown.
 */
async function sendRule(changes: Changes, rule: ContactRule, shown: Loadable<ContactRule>): Promise<void> {
  if (changes !== currentChanges) return
  try {
    await postContactRule(rule)
    changes.stored = shown
  } catch (error) {
    if (useContactRule.getState().rule === shown) useContactRule.setState({ rule: changes.stored })
    showErrorToast(error)
  } finally {
    changes.pendingCount -= 1
  }
}

/**
 * Changes the rule optimistically; rolls back with a toast if the request fails. Sends one request at a time, since
 * each contains the whole rule and the last one has to win.
 */
export function changeContactRule(rule: ContactRule): Promise<void> {
  const changes = currentChanges
  if (changes.pendingCount === 0) changes.stored = useContactRule.getState().rule
  changes.pendingCount += 1
  const shown = loaded(rule)
  useContactRule.setState({ rule: shown })
  const send = () => sendRule(changes, rule, shown)
  changes.lastRequest = changes.lastRequest.then(send, send)
  return changes.lastRequest
}
