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

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useContactRule.setState(EMPTY)
})

export const loadContactRule = (): Promise<void> =>
  loadInSession(getContactRule, (change) => useContactRule.setState(({ rule }) => ({ rule: change(rule) })))

/** Changes the rule optimistically; rolls back with a toast when the server rejects it. */
export async function changeContactRule(rule: ContactRule): Promise<void> {
  const { rule: previous } = useContactRule.getState()
  const next = loaded(rule)
  useContactRule.setState({ rule: next })
  await postContactRule(rule).catch((error: unknown) => {
    if (useContactRule.getState().rule === next) useContactRule.setState({ rule: previous })
    showErrorToast(error)
  })
}
