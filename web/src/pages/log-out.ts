import { create } from 'zustand'
import { logOut } from '../accounts/api.ts'
import { countUnsent } from '../conversation/outbox/outbox.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { textsNow } from '../lib/text/texts.ts'
import { hasChanges, setChanges } from '../profiles/draft.ts'
import { uiTexts } from '../ui/texts.ts'

/** The pending logout, and the data that it would lose, while the confirmation dialog is open. */
type LogOutState = { proceed: (() => void) | null; changes: boolean; unsent: number }

const CLOSED: LogOutState = { proceed: null, changes: false, unsent: 0 }

export const useLogOutQuestion = create<LogOutState>(() => CLOSED)

export const stayLoggedIn = (): void => useLogOutQuestion.setState({ proceed: null })

useSessionState.subscribe(({ session }) => {
  if (!session) stayLoggedIn()
})

export function logOutUnsaved(): void {
  const { proceed } = useLogOutQuestion.getState()
  stayLoggedIn()
  setChanges({})
  proceed?.()
}

/** Preloads the dialog's code; without it, for example offline, the logout shows an error toast instead. */
const loadQuestion = () => Promise.all([import('./LogOutQuestion.tsx'), import('../ui/overlays/DialogBody.tsx')])

/** Logs out; first asks for confirmation if profile changes are unsaved or messages are unsent. */
export function requestLogOut(proceed: () => void = () => void logOut()): void {
  const [changes, unsent] = [hasChanges(), countUnsent()]
  const showQuestion = () => {
    if (getSession()) useLogOutQuestion.setState({ proceed, changes, unsent })
  }
  if (changes || unsent > 0)
    void loadQuestion().then(showQuestion, () => showToast({ text: textsNow(uiTexts)('failed') }))
  else proceed()
}
