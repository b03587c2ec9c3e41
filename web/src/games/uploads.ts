import { DECK_BYTES_MAX } from '@app/contract/limits'
import { create } from 'zustand'
import { showToast } from '../lib/feedback/toasts.ts'
import { ApiError, isCanceled } from '../lib/http/api-error.ts'
import { useSessionState } from '../lib/http/session.ts'
import { getLanguage } from '../lib/text/language.ts'
import { numberInWords } from '../lib/text/number-words.ts'
import { textsNow } from '../lib/text/texts.ts'
import { postDeck } from './api.ts'
import { loadDeck } from './store.ts'
import { gamesTexts } from './texts.ts'

type State =
  | { state: 'idle' }
  | { state: 'chosen'; file: File; error: ApiError | null }
  | { state: 'uploading'; file: File; percent: number; abort: () => void }

export const useDeckUpload = create<{ upload: State }>(() => ({ upload: { state: 'idle' } }))

const set = (upload: State): void => useDeckUpload.setState({ upload })

const tooLarge = (): ApiError => new ApiError('TOO_LARGE', textsNow(gamesTexts)('upload.large'))

export const chooseDeck = (file: File): void =>
  set({ state: 'chosen', file, error: file.size > DECK_BYTES_MAX ? tooLarge() : null })

export const cancelDeck = (): void => {
  const { upload } = useDeckUpload.getState()
  if (upload.state === 'uploading') upload.abort()
  set({ state: 'idle' })
}

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) cancelDeck()
})

/** Uploads a deck. The old deck stays in place until the new one is complete. */
export async function saveDeck(file: File): Promise<void> {
  const controller = new AbortController()
  const setPercent = (percent: number) => set({ state: 'uploading', file, percent, abort: () => controller.abort() })
  setPercent(0)
  try {
    const { cards } = await postDeck(file, { onPercent: setPercent, signal: controller.signal })
    set({ state: 'idle' })
    showToast({ text: textsNow(gamesTexts)('upload.done', { cards, words: numberInWords(cards, getLanguage()) }) })
    await loadDeck()
  } catch (error) {
    if (isCanceled(error)) return
    if (!(error instanceof ApiError)) throw error
    set({ state: 'chosen', file, error })
  }
}
