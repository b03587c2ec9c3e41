import type { Id } from '@app/contract/base'
import type { ChangeSavedSearch, SavedSearch, SaveSearch } from '@app/contract/members/saved-searches'
import { get, post } from '../../lib/http/http.ts'

export const getSearches = (): Promise<SavedSearch[]> => get('searches')
export const postSearch = (search: SaveSearch): Promise<SavedSearch> => post('searches', search)
export const postChange = (id: Id, change: ChangeSavedSearch): Promise<SavedSearch> => post(`searches/${id}`, change)
export const postOpened = (id: Id): Promise<void> => post(`searches/${id}/opened`)
export const postDeletion = (id: Id): Promise<void> => post(`searches/${id}/delete`)
