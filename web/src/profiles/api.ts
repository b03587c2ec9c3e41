import type { MemberResponse, SaveMember } from '@app/contract/members/members'
import type { StoredNotes } from '@app/contract/members/profiles'
import { get, post, postPastPage } from '../lib/http/http.ts'

const encodeName = (userName: string): string => encodeURIComponent(userName)

export const getMember = (userName: string): Promise<MemberResponse> => get(`members/username/${encodeName(userName)}`)
export const postMember = (change: SaveMember): Promise<{ userName: string }> => post('members', change)
export const postVisit = (userName: string): Promise<void> => post(`profiles/visits/${encodeName(userName)}`)
export const postKiss = (userName: string): Promise<void> => post(`profiles/visits/kiss/${encodeName(userName)}`)
export const getNotes = (userName: string): Promise<StoredNotes> => get(`profiles/${encodeName(userName)}/notes`)
export const postNotes = (userName: string, notes: string): Promise<void> =>
  postPastPage(`profiles/${encodeName(userName)}/notes`, { notes })
export const postPrivateAccess = (userName: string, granted: boolean): Promise<void> =>
  post(granted ? 'photos/private/grant' : 'photos/private/withdraw', { userName })
