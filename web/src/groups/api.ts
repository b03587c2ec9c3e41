import type { Id } from '@app/contract/base'
import type {
  Group,
  GroupCount,
  GroupInvite,
  GroupMember,
  InviteToGroup,
  SaveGroup,
  SentGroupInvite,
} from '@app/contract/groups'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import { get, post, postText } from '../lib/http/http.ts'

const pageOptions = (before?: Id) => ({ limit: PAGE_DEFAULT, ...(before ? { before } : {}) })
const memberPath = (groupId: Id, userName: string) => `groups/${groupId}/members/${encodeURIComponent(userName)}`

export const getGroupCount = (): Promise<GroupCount> => get('groups/count')
export const getOwnGroups = (before?: Id): Promise<Group[]> => get('groups', pageOptions(before))
export const getOpenGroups = (before?: Id): Promise<Group[]> => get('groups/can-join', pageOptions(before))
export const getNearGroups = (): Promise<Group[]> => get('groups/can-join', { near: true })
export const getInvites = (before?: Id): Promise<GroupInvite[]> => get('groups/invites', { before, limit: PAGE_MAX })
export const getGroupsToInviteTo = (userName: string): Promise<Group[]> => get('groups/owned', { exclude: userName })
export const getGroup = (groupId: Id): Promise<Group> => get(`groups/${encodeURIComponent(groupId)}/open`)
export const getMembers = (groupId: Id, offset: number): Promise<GroupMember[]> =>
  get(`groups/${groupId}/members`, { from: offset, limit: PAGE_MAX })
export const getSentInvites = (groupId: Id, offset: number): Promise<SentGroupInvite[]> =>
  get(`groups/${groupId}/invites`, { from: offset, limit: PAGE_MAX })

export const postGroup = (group: SaveGroup): Promise<Group> => post('groups', group)
export const postChange = (groupId: Id, group: SaveGroup): Promise<Group> => post(`groups/${groupId}`, group)
export const postDelete = (groupId: Id): Promise<void> => post(`groups/${groupId}/delete`)
export const postJoin = (groupId: Id): Promise<Group> => post(`groups/${groupId}/join`)
export const postLeave = (groupId: Id): Promise<void> => post(`groups/${groupId}/leave`)
export const postAccept = (groupId: Id): Promise<Group> => post(`groups/${groupId}/accept`)
export const postDecline = (groupId: Id): Promise<void> => post(`groups/${groupId}/decline`)

export const postInvite = (invite: InviteToGroup): Promise<SentGroupInvite> => post('groups/invites', invite)
export const postWithdraw = (groupId: Id, userName: string): Promise<void> =>
  post(`groups/${groupId}/invites/${encodeURIComponent(userName)}/withdraw`)

export type MemberAction = 'remove' | 'promote' | 'demote'
export const postMemberAction = (groupId: Id, userName: string, action: MemberAction): Promise<void> =>
  post(`${memberPath(groupId, userName)}/${action}`)

export const ignoreMember = (userName: string): Promise<void> => postText('ignore', userName)
