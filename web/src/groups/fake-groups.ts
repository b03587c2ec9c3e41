import type { Group, GroupInfo, GroupInvite, GroupMember } from '@app/contract/groups'
import { HOUR_MS } from '@app/contract/limits'

const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString()

const info: GroupInfo = {
  groupId: '3',
  groupName: 'Höstmiddagar Stockholm',
  description: 'Vi äter **långsamt**.',
  creatorName: 'Siv och Tor',
  isOpen: false,
  memberCount: 48,
}

/** Returns a group that the member belongs to. */
export const aGroup = (changes: Partial<Group> = {}): Group => ({
  ...info,
  role: 'MEMBER',
  owner: false,
  version: 5,
  newMessages: 0,
  myLastRead: null,
  lastUpdate: hoursAgo(30),
  lastMessage: 'Vi ses på lördag',
  lastMessageSender: 'Vinterparet',
  ...changes,
})

export const anInvite = (changes: Partial<GroupInfo> = {}): GroupInvite => ({
  group: { ...info, ...changes },
  inviterName: 'Jakob-83',
  inviterPhotoUrl: null,
  message: 'Kom med!',
  sentAt: hoursAgo(50),
})

export const aGroupMember = (userName: string, changes: Partial<GroupMember> = {}): GroupMember => ({
  userName,
  profilePhotoUrl: null,
  couple: false,
  badges: [],
  admin: false,
  owner: false,
  mine: false,
  ...changes,
})
