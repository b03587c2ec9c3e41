import type { Visitor } from '@app/contract/members/profiles'
import { get, post } from '../lib/http/http.ts'

export const getVisitors = (userName: string): Promise<Visitor[]> =>
  get(`profiles/visits/${encodeURIComponent(userName)}`)
export const postClear = (): Promise<void> => post('profiles/visits/clear')
