import type { GettingStarted, Suggestion } from '@app/contract/welcome'
import { fetchEncrypted } from '../lib/http/hits.ts'
import { get, post } from '../lib/http/http.ts'

export const getGettingStarted = (): Promise<GettingStarted> => get('getting-started')
export const postHidden = (): Promise<void> => post('getting-started/hide')
export const getSuggestions = (): Promise<Suggestion[]> => fetchEncrypted(() => get('getting-started/suggestions'))
