import type { Id } from '@app/contract/base'
import type { Group, GroupInvite, GroupMember, InviteToGroup, SaveGroup, SentGroupInvite } from '@app/contract/groups'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import type { PushOf } from '@app/contract/pushes'
import { normalizeName } from '@app/contract/text/names'
import { normalizeText } from '@app/contract/text/normalize'
import { create } from 'zustand'
import { isApiError } from '../lib/http/api-error.ts'
import { fetchAll } from '../lib/http/fetch-all.ts'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { type Loadable, mapData, notStarted } from '../lib/http/loadable.ts'
import { createPageLoads } from '../lib/http/page-loads.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { useHubConnection } from '../lib/realtime/hub-connection.ts'
import {
  getGroup,
  getInvites,
  getMembers,
  getNearGroups,
  getOpenGroups,
  getOwnGroups,
  getSentInvites,
  type MemberAction,
  postAccept,
  postChange,
  postDecline,
  postDelete,
  postGroup,
  postInvite,
  postJoin,
  postLeave,
  postMemberAction,
  postWithdraw,
} from './api.ts'
import { loadGroupCount } from './count.ts'
import {
  EMPTY,
  findPageCursor,
  type GroupList,
  type GroupsState,
  type ListName,
  type MemberList,
  withGroup,
  withGroups,
  withInfo,
  withInvite,
  withLastMessage,
  withoutGroup,
  withoutWelcome,
  withVersion,
  withWelcome,
} from './state.ts'

export const useGroups = create<GroupsState>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useGroups.setState(EMPTY, true)
})

type Change = (state: GroupsState) => GroupsState

/** Returns a function that applies a change to the store, unless another session has started since this call. */
function beginRequest(): (change: Change) => void {
  const sessionId = getSession()?.sessionId
  return (change) => getSession()?.sessionId === sessionId && useGroups.setState(change)
}

const LOADERS = { mine: getOwnGroups, open: getOpenGroups, near: getNearGroups } as const

const toGroupList = (page: readonly Group[], earlier: readonly Group[] = []): GroupList => ({
  ids: [...new Set([...earlier, ...page].map(({ groupId }) => groupId))],
  hasMore: page.length === PAGE_DEFAULT,
  end: page.at(-1),
})

const countGroups = (name: ListName): number => useGroups.getState().lists[name].data?.ids.length ?? 0

/** Requests at least as many groups as are loaded, so that a reload does not remove groups from the screen. */
async function requestGroups(name: ListName): Promise<{ groups: Group[]; list: GroupList }> {
  const groups: Group[] = []
  for (;;) {
    const page = await LOADERS[name](groups.at(-1)?.groupId)
    const list = toGroupList(page, groups)
    groups.push(...page)
    if (!list.hasMore || list.ids.length >= countGroups(name)) return { groups, list }
  }
}

/** Loads a list from the beginning, as far as it is loaded. */
export async function loadGroups(name: ListName): Promise<void> {
  const apply = beginRequest()
  await loadInSession(
    async () => {
      const { groups, list } = await requestGroups(name)
      apply((state) => withGroups(state, groups))
      return list
    },
    (change) => useGroups.setState(({ lists }) => ({ lists: { ...lists, [name]: change(lists[name]) } })),
  )
}

const pageLoads = createPageLoads()

/** Loads the page after the last loaded one. */
export async function loadMoreGroups(name: ListName): Promise<void> {
  const cursor = findPageCursor(useGroups.getState(), name)
  if (!cursor) return
  await pageLoads.run(name, async () => {
    const apply = beginRequest()
    const groups = await LOADERS[name](cursor.groupId)
    const page = toGroupList(groups)
    const appendPage = (list: Loadable<GroupList>) =>
      mapData(list, ({ ids }) => ({ ...page, ids: [...new Set([...ids, ...page.ids])] }))
    apply((state) => {
      const next = withGroups(state, groups)
      return { ...next, lists: { ...next.lists, [name]: appendPage(next.lists[name]) } }
    })
  })
}

/** Loads all invites to the member. */
export const loadInvites = (): Promise<void> =>
  loadInSession<readonly GroupInvite[]>(
    () =>
      fetchAll<GroupInvite>(
        (invites) => getInvites(invites.at(-1)?.group.groupId),
        ({ group }) => group.groupId,
      ),
    (change) => useGroups.setState(({ invites }) => ({ invites: change(invites) })),
  )

/** Loads one group. Returns false if there is none; throws if the request fails. */
export async function loadGroup(groupId: Id): Promise<boolean> {
  const apply = beginRequest()
  try {
    const group = await getGroup(groupId)
    apply((state) => withGroup(state, group))
    return true
  } catch (error) {
    if (!isApiError(error, 'NOT_FOUND') && !isApiError(error, 'VALIDATION')) throw error
    apply((state) => withoutGroup(state, groupId))
    return false
  }
}

const setMembers =
  (groupId: Id, change: (members: Loadable<MemberList>) => Loadable<MemberList>): Change =>
  (state) => ({
    ...state,
    members: new Map(state.members).set(groupId, change(state.members.get(groupId) ?? notStarted)),
  })

const countMembers = (groupId: Id): number => useGroups.getState().members.get(groupId)?.data?.members.length ?? 0

/** Requests at least as many members as are loaded, so that a reload does not remove names from the screen. */
async function requestMembers(groupId: Id): Promise<MemberList> {
  const members: GroupMember[] = []
  for (;;) {
    const page = await getMembers(groupId, members.length)
    members.push(...page)
    const hasMore = page.length === PAGE_MAX
    if (!hasMore || members.length >= countMembers(groupId)) return { members, hasMore }
  }
}

/** Loads the members of a group from the beginning, as far as they are loaded. */
export const loadMembers = (groupId: Id): Promise<void> =>
  loadInSession(
    () => requestMembers(groupId),
    (change) => useGroups.setState(setMembers(groupId, change)),
  )

/** Loads the page after the last known member. */
export async function loadMoreMembers(groupId: Id): Promise<void> {
  const apply = beginRequest()
  const next = await getMembers(groupId, countMembers(groupId))
  const names = new Set(next.map(({ userName }) => userName))
  const appendPage = ({ members }: MemberList): MemberList => ({
    members: [...members.filter(({ userName }) => !names.has(userName)), ...next],
    hasMore: next.length === PAGE_MAX,
  })
  apply(setMembers(groupId, (list) => mapData(list, appendPage)))
}

const setSentInvites =
  (
    groupId: Id,
    change: (invites: Loadable<readonly SentGroupInvite[]>) => Loadable<readonly SentGroupInvite[]>,
  ): Change =>
  (state) => ({
    ...state,
    sentInvites: new Map(state.sentInvites).set(groupId, change(state.sentInvites.get(groupId) ?? notStarted)),
  })

/** Loads all unanswered invites of a group. */
export const loadSentInvites = (groupId: Id): Promise<void> =>
  loadInSession<readonly SentGroupInvite[]>(
    () =>
      fetchAll<SentGroupInvite>(
        (invites) => getSentInvites(groupId, invites.length),
        ({ recipientName }) => recipientName,
      ),
    (change) => useGroups.setState(setSentInvites(groupId, change)),
  )

/** Stores the group that a request returns, unless another session has started meanwhile, and returns it. */
async function storeGroupFrom(request: Promise<Group>, toChange: (group: Group) => Change): Promise<Group> {
  const apply = beginRequest()
  const group = await request
  apply(toChange(group))
  return group
}

const addGroup =
  (group: Group): Change =>
  (state) =>
    withGroup(state, group)

// The writes below, from `createGroup` to `changeMembership`, throw if their request fails, whether the server rejected
// it or could not be reached.

/** Returns whether a stored group has the sent values after normalization. */
const hasValues = ({ groupName, description, isOpen }: Group, sent: SaveGroup): boolean =>
  groupName === normalizeName(sent.groupName) &&
  description === normalizeText(sent.description) &&
  isOpen === sent.isOpen

/** Creates a group; if an earlier request, whose response was lost, has created it with other values, changes them. */
export async function createGroup({ clientId, ...values }: SaveGroup): Promise<Group> {
  const request = postGroup({ ...values, clientId }).then((created) =>
    hasValues(created, values) ? created : postChange(created.groupId, values),
  )
  return await storeGroupFrom(request, addGroup)
}

export const changeGroup = (groupId: Id, values: SaveGroup): Promise<Group> =>
  storeGroupFrom(postChange(groupId, values), addGroup)

/** Returns the change that adds a group that the member has just joined, and welcomes them to it. */
const addJoinedGroup =
  (group: Group): Change =>
  (state) =>
    withWelcome(withGroup(state, group), group.groupId, 'due')

export const joinGroup = (groupId: Id): Promise<Group> => storeGroupFrom(postJoin(groupId), addJoinedGroup)

export const markWelcomeShown = (groupId: Id): void =>
  useGroups.setState((state) => withWelcome(state, groupId, 'shown'))
export const dismissWelcome = (groupId: Id): void => useGroups.setState((state) => withoutWelcome(state, groupId))

/** Removes a group once the request that leaves or deletes it has succeeded. */
async function removeGroupAfter(request: Promise<void>, groupId: Id): Promise<void> {
  const sessionId = getSession()?.sessionId
  await request
  if (getSession()?.sessionId !== sessionId) return
  useGroups.setState((state) => withoutGroup(state, groupId))
  void loadGroups('open')
  void loadGroups('near')
  await loadGroupCount().catch(() => undefined)
}

export const leaveGroup = (groupId: Id): Promise<void> => removeGroupAfter(postLeave(groupId), groupId)
export const deleteGroup = (groupId: Id): Promise<void> => removeGroupAfter(postDelete(groupId), groupId)

export const acceptInvite = (groupId: Id): Promise<Group> =>
  storeGroupFrom(postAccept(groupId), (group) => (state) => withInvite(addJoinedGroup(group)(state), groupId, null))

export async function declineInvite(groupId: Id): Promise<void> {
  const apply = beginRequest()
  await postDecline(groupId)
  apply((state) => withInvite(state, groupId, null))
}

export async function inviteMember(invite: InviteToGroup): Promise<void> {
  await postInvite(invite)
  if (useGroups.getState().sentInvites.has(invite.groupId)) void loadSentInvites(invite.groupId)
}

export const withdrawInvite = (groupId: Id, userName: string): Promise<void> =>
  postWithdraw(groupId, userName).then(() => loadSentInvites(groupId))

/** Removes a member, or grants or revokes their admin role. */
export const changeMembership = (groupId: Id, userName: string, action: MemberAction): Promise<void> =>
  postMemberAction(groupId, userName, action).then(() => loadMembers(groupId))

/** Reloads a group if changes between its known version and a push are missing. Returns whether it does. */
function reloadIfBehind(groupId: Id, pushVersion: number): boolean {
  const knownGroup = useGroups.getState().groups.get(groupId)
  if (!knownGroup || pushVersion <= knownGroup.version + 1) return false
  void loadGroup(groupId).catch(() => undefined)
  return true
}

export function onGroupMessage({ groupId, version, message }: PushOf<'group:message'>): void {
  if (reloadIfBehind(groupId, version)) return
  useGroups.setState((state) => withLastMessage(state, { groupId, version, entry: message, kind: 'message' }))
}

/** Applies a comment. Reloads the group after an edit or a deletion, since its preview may show the changed comment. */
export function onGroupComment({ groupId, version, comment }: PushOf<'group:comment'>): void {
  if (comment.deleted || comment.editTime) void loadGroup(groupId).catch(() => undefined)
  else if (!reloadIfBehind(groupId, version))
    useGroups.setState((state) => withLastMessage(state, { groupId, version, entry: comment, kind: 'comment' }))
}

export function onGroupMessageChanged({ groupId }: PushOf<'group:message-changed'>): void {
  if (useGroups.getState().groups.has(groupId)) void loadGroup(groupId).catch(() => undefined)
}

/** Applies the version of a reaction, which changes neither preview nor order. */
export function onGroupReaction({ groupId, version }: PushOf<'group:reaction'>): void {
  if (!reloadIfBehind(groupId, version)) useGroups.setState((state) => withVersion(state, groupId, version))
}

export function onGroupInfo({ info, version }: PushOf<'group:info'>): void {
  useGroups.setState((state) => withInfo(state, info, version))
  if (useGroups.getState().members.has(info.groupId)) void loadMembers(info.groupId)
}

export function onGroupChanged({ groupId, group, reload }: PushOf<'group:changed'>): void {
  useGroups.setState((state) => (group ? withGroup(state, group) : withoutGroup(state, groupId)))
  if (reload && useGroups.getState().members.has(groupId)) void loadMembers(groupId)
}

/** Applies an invite. The response to a first load in progress may be from before it, so the invites are loaded again. */
export function onGroupInvite({ groupId, invite }: PushOf<'group:invite'>): void {
  useGroups.setState((state) => withInvite(state, groupId, invite))
  const { invites } = useGroups.getState()
  if (invites.state === 'loading' && !invites.data) void loadInvites()
}

/** Reloads the loaded lists after a reconnect, since pushes were missed. */
function resync(): void {
  const { lists, invites } = useGroups.getState()
  for (const name of ['mine', 'open', 'near'] as const) if (lists[name].state !== 'notStarted') void loadGroups(name)
  if (invites.state !== 'notStarted') void loadInvites()
}

useHubConnection.subscribe(({ connected }, previous) => {
  if (connected && !previous.connected) resync()
})

export const useGroup = (groupId: Id | null): Group | null =>
  useGroups(({ groups }) => (groupId === null ? null : (groups.get(groupId) ?? null)))

/**
 * Removes a blocked member from the invites, and from the lists of members of groups that this member does not
 * administer.
 */
export function removeMemberFromGroups(userName: string): void {
  const isOther = (member: { userName: string }) => member.userName !== userName
  useGroups.setState((state) => ({
    ...state,
    members: new Map(
      [...state.members].map(([groupId, list]) => [
        groupId,
        state.groups.get(groupId)?.role === 'ADMIN'
          ? list
          : mapData(list, (page) => ({ ...page, members: page.members.filter(isOther) })),
      ]),
    ),
    invites: mapData(state.invites, (invites) => invites.filter(({ inviterName }) => inviterName !== userName)),
  }))
  for (const [groupId] of useGroups.getState().sentInvites) void loadSentInvites(groupId)
}
