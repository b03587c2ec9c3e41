import { DECK_BYTES_MAX } from '@app/contract/limits'
import { create } from 'zustand'
import { showToast } from '../lib/feedback/toasts.ts'
import { ApiError, isCanceled } from '../lib/http/api-error.ts'
import { useSessionState } from '../lib/http/session.ts'
import { getLanguage } from '../lib/text/language.ts'
import { numberInWords } from '../lib/text/number-words.ts'
import { getTexts } from '../lib/text/texts.ts'
import { postDeck } from './api.ts'
import { loadDeck } from './store.ts'
import { gamesTexts } from './texts.ts'

type UploadState =
  | { state: 'idle' }
  | { state: 'chosen'; file: File; error: ApiError | null }
  | { state: 'uploading'; file: File; percent: number; abort: () => void }

export const useDeckUpload = create<{ upload: UploadState }>(() => ({ upload: { state: 'idle' } }))

const setUpload = (upload: UploadState): void => useDeckUpload.setState({ upload })

const createTooLargeError = (): ApiError => new ApiError('TOO_LARGE', getTexts(gamesTexts)('upload.tooLarge'))

export const chooseDeck = (file: File): void =>
  setUpload({ state: 'chosen', file, error: file.size > DECK_BYTES_MAX ? createTooLargeError() : null })

export const cancelDeck = (): void => {
  const { upload } = useDeckUpload.getState()
  if (upload.state === 'uploading') upload.abort()
  setUpload({ state: 'idle' })
}

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) cancelDeck()
})

/** Uploads a deck. The previous deck stays in use until the server has accepted the new one. */
export async function saveDeck(file: File): Promise<void> {
  const controller = new AbortController()
  const setPercent = (percent: number) =>
    setUpload({ state: 'uploading', file, percent, abort: () => controller.abort() })
  setPercent(0)
  try {
    const { cards } = await postDeck(file, { onPercent: setPercent, signal: controller.signal })
    setUpload({ state: 'idle' })
    showToast({ text: getTexts(gamesTexts)('upload.done', { cards, words: numberInWords(cards, getLanguage()) }) })
    await loadDeck()
  } catch (error) {
    if (isCanceled(error)) return
    if (!(error instanceof ApiError)) throw error
    setUpload({ state: 'chosen', file, error })
  }
}
