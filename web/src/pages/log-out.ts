import { create } from 'zustand'
import { logOut } from '../accounts/api.ts'
import { useSessionState } from '../lib/session.ts'
import { hasChanges, setChanges } from '../profiles/draft.ts'

/** How the member wants to log out, while they are asked about changes of their profile that would be lost by it. */
export const useLogOutQuestion = create<{ onwards: (() => void) | null }>(() => ({ onwards: null }))

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

/** Logs out; whoever has changes that are not saved is asked first. */
export function askToLogOut(onwards: () => void = () => void logOut()): void {
  if (hasChanges()) useLogOutQuestion.setState({ onwards })
  else onwards()
}
