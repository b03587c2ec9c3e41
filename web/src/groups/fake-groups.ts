import type { Group, GroupInfo, GroupInvite, GroupMember } from '@app/contract/groups'

const HOUR = 3_600_000
const ago = (hours: number): string => new Date(Date.now() - hours * HOUR).toISOString()

const info: GroupInfo = {
  groupId: '3',
  groupName: 'Höstmiddagar Stockholm',
  description: 'Vi äter **långsamt**.',
  creatorName: 'Siv och Tor',
  isOpen: false,
  memberCount: 48,
}

/** Returns a group of which the member is a member. */
export const aGroup = (changes: Partial<Group> = {}): Group => ({
  ...info,
  role: 'MEMBER',
  owner: false,
  version: 5,
  newMessages: 0,
  myLastRead: null,
  lastUpdate: ago(30),
  lastMessage: 'Vi ses på lördag',
  lastMessageSender: 'Vinterparet',
  ...changes,
})

export const anInvite = (changes: Partial<GroupInfo> = {}): GroupInvite => ({
  group: { ...info, ...changes },
  inviterName: 'Jakob-83',
  inviterPhotoUrl: null,
  message: 'Kom med!',
  sentAt: ago(50),
})

export const aGroupMember = (userName: string, changes: Partial<GroupMember> = {}): GroupMember => ({
  userName,
  profilePhotoUrl: null,
  couple: false,
  badges: [],
  admin: false,
  owner: false,
  mine: false,
  joined: ago(1_000),
  ...changes,
})
