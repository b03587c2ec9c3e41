import type { Id } from '@app/contract/base'
import type { Group, GroupInfo, GroupInvite, GroupMember, SentGroupInvite } from '@app/contract/groups'
import { type Loadable, mapData, notStarted } from '../lib/http/loadable.ts'

export type ListName = 'mine' | 'open'
export type GroupList = {
  ids: readonly Id[]
  hasMore: boolean
  /** The last group of the last loaded page. Groups beyond it come from other sources, with gaps between them. */
  end: Group | undefined
}
export type MemberList = { members: readonly GroupMember[]; hasMore: boolean }

export type GroupsState = {
  groups: ReadonlyMap<Id, Group>
  lists: Readonly<Record<ListName, Loadable<GroupList>>>
  /** The member's own invites. */
  invites: Loadable<readonly GroupInvite[]>
  members: ReadonlyMap<Id, Loadable<MemberList>>
  /** The unanswered invites of groups that the member administers. */
  sent: ReadonlyMap<Id, Loadable<readonly SentGroupInvite[]>>
}

export const EMPTY: GroupsState = {
  groups: new Map(),
  lists: { mine: notStarted, open: notStarted },
  invites: notStarted,
  members: new Map(),
  sent: new Map(),
}

export const isMine = ({ role }: Group): boolean => role === 'MEMBER' || role === 'ADMIN'

const withMembership = (list: Loadable<GroupList>, id: Id, isIncluded: boolean): Loadable<GroupList> =>
  mapData(list, ({ ids, ...page }) => ({
    ids: isIncluded ? [...new Set([id, ...ids])] : ids.filter((other) => other !== id),
    ...page,
  }))

/** Stores a group and puts it into the list that matches the member's role. */
export function withGroup(state: GroupsState, group: Group): GroupsState {
  const { mine, open } = state.lists
  const known = state.groups.get(group.groupId)
  if (known && isMine(known) && isMine(group) && known.version > group.version) return state
  return {
    ...state,
    groups: new Map(state.groups).set(group.groupId, group),
    lists: {
      mine: withMembership(mine, group.groupId, isMine(group)),
      open: isMine(group) ? withMembership(open, group.groupId, false) : open,
    },
  }
}

export const withGroups = (state: GroupsState, groups: readonly Group[]): GroupsState => ({
  ...state,
  groups: new Map([...state.groups, ...groups.map((group) => [group.groupId, group] as const)]),
})

/** Removes a group that is gone or no longer the member's from all lists. */
export function withoutGroup(state: GroupsState, id: Id): GroupsState {
  const groups = new Map(state.groups)
  groups.delete(id)
  const lists = { mine: withMembership(state.lists.mine, id, false), open: withMembership(state.lists.open, id, false) }
  return { ...state, groups, lists }
}

export function withInfo(state: GroupsState, info: GroupInfo, version: number): GroupsState {
  const known = state.groups.get(info.groupId)
  return known ? withGroup(state, { ...known, ...info, version: Math.max(known.version, version) }) : state
}

/**
 * Applies a new message or comment to preview, time and order; a message of another member also raises the unread
 * count.
 */
export function withLastMessage(
  state: GroupsState,
  groupId: Id,
  version: number,
  news: { userName: string; message: string | null; sendTime: string; mine: boolean },
  counts: boolean,
): GroupsState {
  const known = state.groups.get(groupId)
  if (!known || version <= known.version) return state
  const newMessages = !counts ? known.newMessages : news.mine ? 0 : known.newMessages + 1
  return withGroup(state, {
    ...known,
    version,
    newMessages,
    lastUpdate: news.sendTime,
    lastMessage: news.message,
    lastMessageSender: news.userName,
  })
}

/** Sets whether the member is invited to a group, also where the group is open. */
function withInvited(state: GroupsState, groupId: Id, invited: boolean): GroupsState {
  const known = state.groups.get(groupId)
  if (!known || isMine(known)) return state
  return withGroup(state, { ...known, role: invited ? 'INVITED' : 'NONE' })
}

/** Applies a new invite, or with null removes one that was answered or withdrawn. */
export const withInvite = (state: GroupsState, groupId: Id, invite: GroupInvite | null): GroupsState => ({
  ...withInvited(state, groupId, invite !== null),
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

/** Returns the groups of a list: the member's own by latest change, open ones in the server's order. */
export function groupsIn({ groups, lists }: GroupsState, name: ListName): Group[] {
  const found = (lists[name].data?.ids ?? []).flatMap((id) => groups.get(id) ?? [])
  return name === 'mine' ? found.sort(compareByLastUpdate) : found
}

/** Returns the group after which the next page of a list begins: the last one before the first gap. */
export function cursorOf(state: GroupsState, name: ListName): Group | undefined {
  const end = state.lists[name].data?.end
  const groups = groupsIn(state, name)
  return name === 'mine' && end ? groups.findLast((group) => compareByLastUpdate(group, end) <= 0) : groups.at(-1)
}
