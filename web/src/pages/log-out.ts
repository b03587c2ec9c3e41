import { create } from 'zustand'
import { logOut } from '../accounts/api.ts'
import { countUnsent } from '../conversation/outbox/outbox.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { getTexts } from '../lib/text/texts.ts'
import { hasUnsavedChanges, setChanges } from '../profiles/draft.ts'
import { uiTexts } from '../ui/texts.ts'

/** The logout that awaits confirmation, or null if none does, and the data that it would discard. */
type LogOutState = { proceed: (() => void) | null; hasChanges: boolean; unsent: ReturnType<typeof countUnsent> }

const CLOSED: LogOutState = { proceed: null, hasChanges: false, unsent: { messages: 0, reports: 0 } }

export const useLogOutConfirmation = create<LogOutState>(() => CLOSED)

export const stayLoggedIn = (): void => useLogOutConfirmation.setState({ proceed: null })

useSessionState.subscribe(({ session }) => {
  if (!session) stayLoggedIn()
})

/** Logs out after the confirmation, and discards the unsaved profile changes. */
export function discardAndLogOut(): void {
  const { proceed } = useLogOutConfirmation.getState()
  stayLoggedIn()
  setChanges({})
  proceed?.()
}

/** Loads the dialog's code; if that fails, for example offline, the logout shows an error toast instead. */
const loadConfirmation = () =>
  Promise.all([import('./LogOutConfirmation.tsx'), import('../ui/overlays/DialogBody.tsx')])

/**
 * Calls `proceed`, which logs out; first asks for confirmation if profile changes are unsaved, or messages or reports
 * unsent.
 */
export function requestLogOut(proceed: () => void = () => void logOut()): void {
  const [hasProfileChanges, unsent] = [hasUnsavedChanges(), countUnsent()]
  const showConfirmation = () => {
    if (getSession()) useLogOutConfirmation.setState({ proceed, hasChanges: hasProfileChanges, unsent })
  }
  if (hasProfileChanges || unsent.messages + unsent.reports > 0)
    void loadConfirmation().then(showConfirmation, () => showToast({ text: getTexts(uiTexts)('failed') }))
  else proceed()
}
