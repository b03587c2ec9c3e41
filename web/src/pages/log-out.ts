import { create } from 'zustand'
import { logOut } from '../accounts/api.ts'
import { countUnsent } from '../conversation/outbox.ts'
import { getSession, useSessionState } from '../lib/session.ts'
import { textsNow } from '../lib/texts.ts'
import { showToast } from '../lib/toasts.ts'
import { hasChanges, setChanges } from '../profiles/draft.ts'
import { uiTexts } from '../ui/texts.ts'

/** How the member wants to log out, while they are asked about what would be lost by it. */
type Question = { onwards: (() => void) | null; changes: boolean; unsent: number }

const UNASKED: Question = { onwards: null, changes: false, unsent: 0 }

export const useLogOutQuestion = create<Question>(() => UNASKED)

export const stayLoggedIn = (): void => useLogOutQuestion.setState({ onwards: null })

useSessionState.subscribe(({ session }) => {
  if (!session) stayLoggedIn()
})

export function logOutUnsaved(): void {
  const { onwards } = useLogOutQuestion.getState()
  stayLoggedIn()
  setChanges({})
  onwards?.()
}

/** What the question is made of, so that without a network one is not asked in vain. */
const loadQuestion = () => Promise.all([import('./LogOutQuestion.tsx'), import('../ui/DialogBody.tsx')])

/** Logs out; whoever has changes of the profile that are not saved, or messages that are not sent, is asked first. */
export function askToLogOut(onwards: () => void = () => void logOut()): void {
  const [changes, unsent] = [hasChanges(), countUnsent()]
  const ask = () => {
    if (getSession()) useLogOutQuestion.setState({ onwards, changes, unsent })
  }
  if (changes || unsent > 0) void loadQuestion().then(ask, () => showToast({ text: textsNow(uiTexts)('failed') }))
  else onwards()
}
