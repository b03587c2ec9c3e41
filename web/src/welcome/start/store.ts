import type { GettingStarted, Suggestion } from '@app/contract/welcome'
import { create } from 'zustand'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { loadInSession } from '../../lib/http/load-in-session.ts'
import { type Loadable, mapData, notStarted } from '../../lib/http/loadable.ts'
import { inSession, useSessionState } from '../../lib/http/session.ts'
import { onBrokenUrls } from '../../lib/photos/picture-urls.ts'
import { getGettingStarted, getSuggestions, postHidden } from '../api.ts'

type State = {
  started: Loadable<GettingStarted>
  suggestions: Loadable<readonly Suggestion[]>
  /** The names of the suggested members whom this member has invited on this page. */
  invited: ReadonlySet<string>
  /** Whether the card has been shown since the member opened the page; it then stays until they hide it. */
  isShown: boolean
}

const EMPTY: State = { started: notStarted, suggestions: notStarted, invited: new Set(), isShown: false }

export const useStart = create<State>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useStart.setState(EMPTY)
})

export const loadStarted = (): Promise<void> =>
  loadInSession(getGettingStarted, (change) => useStart.setState(({ started }) => ({ started: change(started) })))
export const loadSuggestions = (): Promise<void> =>
  loadInSession<readonly Suggestion[]>(getSuggestions, (change) =>
    useStart.setState(({ suggestions }) => ({ suggestions: change(suggestions) })),
  )

const setHidden = (hidden: boolean): void =>
  useStart.setState(({ started }) => ({ started: mapData(started, (data) => ({ ...data, hidden })) }))

/**
 * Hides the card permanently: immediately on screen, then on the server. If the server rejects that, the card
 * reappears.
 */
export async function hideStart(): Promise<void> {
  setHidden(true)
  const onRejected = inSession((error: unknown) => {
    setHidden(false)
    showErrorToast(error)
  })
  // A response from before this request may have shown the card again meanwhile.
  await postHidden().then(
    inSession(() => setHidden(true)),
    onRejected,
  )
}

/** Marks a suggested member as invited, which also completes the step of saying hello. */
export function markInvited(userName: string): void {
  useStart.setState(({ invited, started }) => ({
    invited: new Set(invited).add(userName),
    started: mapData(started, (data) => ({ ...data, hello: true })),
  }))
}

const isComplete = ({ photo, words, hello }: GettingStarted): boolean => photo && words && hello

/** Returns whether the suggestions are shown: until the member hides the card; undefined until that is known. */
export const useAreSuggestionsShown = (): boolean | undefined =>
  useStart(({ started }) => (started.data ? !started.data.hidden : started.state === 'failed' ? false : undefined))

/**
 * Returns whether the card is shown. A card that is complete stays until the member leaves the page, so that nothing
 * moves while they use it.
 */
export const useIsCardShown = (): boolean =>
  useStart(({ started: { data }, isShown }) => data !== undefined && !data.hidden && (isShown || !isComplete(data)))

onBrokenUrls(() => {
  if (useStart.getState().suggestions.data) void loadSuggestions()
})

/** Removes a blocked member from the suggestions. */
export const removeSuggestion = (userName: string): void =>
  useStart.setState(({ suggestions }) => ({
    suggestions: mapData(suggestions, (list) => list.filter((suggestion) => suggestion.userName !== userName)),
  }))
