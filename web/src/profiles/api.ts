import type { MemberResponse, SaveMember } from '@app/contract/members/members'
import { get, post } from '../lib/http/http.ts'

const named = (userName: string): string => encodeURIComponent(userName)

export const getMember = (userName: string): Promise<MemberResponse> => get(`members/username/${named(userName)}`)
export const postMember = (change: SaveMember): Promise<{ userName: string }> => post('members', change)
export const postVisit = (userName: string): Promise<void> => post(`profiles/visits/${named(userName)}`)
export const postKiss = (userName: string): Promise<void> => post(`profiles/visits/kiss/${named(userName)}`)
export const postNotes = (userName: string, notes: string): Promise<void> =>
  post(`profiles/${named(userName)}/notes`, { notes })
export const postPrivate = (userName: string, granted: boolean): Promise<void> =>
  post(granted ? 'photos/private/grant' : 'photos/private/withdraw', { userName })
