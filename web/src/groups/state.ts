import type { Id } from '@app/contract/base'
import type { Group, GroupInfo, GroupInvite, GroupMember, SentGroupInvite } from '@app/contract/groups'
import { type Loadable, mapData, notStarted } from '../lib/http/loadable.ts'

/** The lists of groups: the member's own, the groups that the member can join, and the nearby ones among these. */
export type ListName = 'mine' | 'open' | 'near'
export type GroupList = {
  ids: readonly Id[]
  hasMore: boolean
  /** The last group of the last loaded page. Groups after it came from pushes or URLs, so others may be missing. */
  end: Group | undefined
}
export type MemberList = { members: readonly GroupMember[]; hasMore: boolean }

export type GroupsState = {
  groups: ReadonlyMap<Id, Group>
  lists: Readonly<Record<ListName, Loadable<GroupList>>>
  /** The invites that the member has received. */
  invites: Loadable<readonly GroupInvite[]>
  members: ReadonlyMap<Id, Loadable<MemberList>>
  /** The unanswered invites of groups that the member administers. */
  sentInvites: ReadonlyMap<Id, Loadable<readonly SentGroupInvite[]>>
  /** The groups joined since the page was loaded: their welcome is due, or shown until the member dismisses it. */
  welcomes: ReadonlyMap<Id, 'due' | 'shown'>
}

export const EMPTY: GroupsState = {
  groups: new Map(),
  lists: { mine: notStarted, open: notStarted, near: notStarted },
  invites: notStarted,
  members: new Map(),
  sentInvites: new Map(),
  welcomes: new Map(),
}

export const isMember = ({ role }: Group): boolean => role === 'MEMBER' || role === 'ADMIN'

const prependId = (list: Loadable<GroupList>, id: Id): Loadable<GroupList> =>
  mapData(list, (page) => ({ ...page, ids: [...new Set([id, ...page.ids])] }))

const removeId = (list: Loadable<GroupList>, id: Id): Loadable<GroupList> =>
  mapData(list, (page) => ({ ...page, ids: page.ids.filter((other) => other !== id) }))

/**
 * Stores a group, and adds it to or removes it from the lists by the member's role. Ignores an older version if
 * the member belongs to the group both in it and in the known one.
 */
export function withGroup(state: GroupsState, group: Group): GroupsState {
  const { mine, open, near } = state.lists
  const knownGroup = state.groups.get(group.groupId)
  if (knownGroup && isMember(knownGroup) && isMember(group) && knownGroup.version > group.version) return state
  return {
    ...state,
    groups: new Map(state.groups).set(group.groupId, group),
    lists: {
      mine: isMember(group) ? prependId(mine, group.groupId) : removeId(mine, group.groupId),
      open: isMember(group) ? removeId(open, group.groupId) : open,
      near: isMember(group) ? removeId(near, group.groupId) : near,
    },
  }
}

/** Stores groups, without adding them to a list. */
export const withGroups = (state: GroupsState, groups: readonly Group[]): GroupsState => ({
  ...state,
  groups: new Map([...state.groups, ...groups.map((group) => [group.groupId, group] as const)]),
})

/** Sets the state of the welcome to a joined group. */
export const withWelcome = (state: GroupsState, id: Id, welcome: 'due' | 'shown'): GroupsState => ({
  ...state,
  welcomes: new Map(state.welcomes).set(id, welcome),
})

export function withoutWelcome(state: GroupsState, id: Id): GroupsState {
  const welcomes = new Map(state.welcomes)
  welcomes.delete(id)
  return { ...state, welcomes }
}

/** Removes a group that was deleted, or that the member has left, from all lists. */
export function withoutGroup(state: GroupsState, id: Id): GroupsState {
  const groups = new Map(state.groups)
  groups.delete(id)
  const { mine, open, near } = state.lists
  const lists = { mine: removeId(mine, id), open: removeId(open, id), near: removeId(near, id) }
  return { ...withoutWelcome(state, id), groups, lists }
}

/** Applies a change to a known group, such as a new name. */
export function withInfo(state: GroupsState, info: GroupInfo, version: number): GroupsState {
  const knownGroup = state.groups.get(info.groupId)
  return knownGroup
    ? withGroup(state, { ...knownGroup, ...info, version: Math.max(knownGroup.version, version) })
    : state
}

type NewEntry = {
  groupId: Id
  version: number
  entry: { userName: string; message: string | null; sendTime: string; mine: boolean }
  kind: 'message' | 'comment'
}

/**
 * Applies a new post or comment to preview, time and order. Only posts change the unread count: one by another
 * member increments it, one by the member resets it.
 */
export function withLastMessage(state: GroupsState, { groupId, version, entry, kind }: NewEntry): GroupsState {
  const knownGroup = state.groups.get(groupId)
  if (!knownGroup || version <= knownGroup.version) return state
  const newMessages = kind === 'comment' ? knownGroup.newMessages : entry.mine ? 0 : knownGroup.newMessages + 1
  return withGroup(state, {
    ...knownGroup,
    version,
    newMessages,
    lastUpdate: entry.sendTime,
    lastMessage: entry.message,
    lastMessageSender: entry.userName,
  })
}

/** Raises the version of a known group. */
export function withVersion(state: GroupsState, groupId: Id, version: number): GroupsState {
  const knownGroup = state.groups.get(groupId)
  return knownGroup && version > knownGroup.version ? withGroup(state, { ...knownGroup, version }) : state
}

/** Sets the role of a member who does not belong to a group. */
function withNonMemberRole(state: GroupsState, groupId: Id, role: 'INVITED' | 'NONE'): GroupsState {
  const knownGroup = state.groups.get(groupId)
  return !knownGroup || isMember(knownGroup) ? state : withGroup(state, { ...knownGroup, role })
}

/** Applies a new invite; null removes an invite that was answered or withdrawn. */
export const withInvite = (state: GroupsState, groupId: Id, invite: GroupInvite | null): GroupsState => ({
  ...withNonMemberRole(state, groupId, invite ? 'INVITED' : 'NONE'),
  invites: mapData(state.invites, (invites) => [
    ...(invite ? [invite] : []),
    ...invites.filter(({ group }) => group.groupId !== groupId),
  ]),
})

const compareByLastUpdate = (one: Group, other: Group): number =>
  one.lastUpdate < other.lastUpdate
    ? 1
    : one.lastUpdate > other.lastUpdate
      ? -1
      : Number(other.groupId) - Number(one.groupId)

/** Returns the groups of a list: the member's own by latest change, the others in the server's order. */
export function groupsIn({ groups, lists }: GroupsState, name: ListName): Group[] {
  const listed = (lists[name].data?.ids ?? []).flatMap((id) => groups.get(id) ?? [])
  return name === 'mine' ? listed.sort(compareByLastUpdate) : listed
}

/** Returns the group after which the next page of a list begins: the last one before the first gap. */
export function findPageCursor(state: GroupsState, name: ListName): Group | undefined {
  const end = state.lists[name].data?.end
  const groups = groupsIn(state, name)
  return name === 'mine' && end ? groups.findLast((group) => compareByLastUpdate(group, end) <= 0) : groups.at(-1)
}
