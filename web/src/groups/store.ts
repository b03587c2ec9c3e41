import type { Id } from '@app/contract/base'
import type { Group, InviteToGroup, SaveGroup } from '@app/contract/groups'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { isApiError } from '../lib/http/api-error.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { useLink } from '../lib/navigation/link.ts'
import {
  getGroup,
  getInvites,
  getMembers,
  getMyGroups,
  getOpenGroups,
  getSentInvites,
  type MemberAct,
  postAccept,
  postChange,
  postDecline,
  postDelete,
  postGroup,
  postInvite,
  postJoin,
  postLeave,
  postMemberAct,
  postWithdraw,
} from './api.ts'
import { loadGroupCount } from './count.ts'
import {
  cursorOf,
  EMPTY,
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
} from './state.ts'

export const useGroups = create<GroupsState>(() => EMPTY)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useGroups.setState(EMPTY, true)
})

type Change = (state: GroupsState) => GroupsState

/** Starts a request. The returned function drops the response if another session is active when it arrives. */
function beginRequest(): (change: Change) => void {
  const login = getSession()?.sessionId
  return (change) => getSession()?.sessionId === login && useGroups.setState(change)
}

const LOADERS = { mine: getMyGroups, open: getOpenGroups } as const

const listOf = (page: readonly Group[]): GroupList => ({
  ids: page.map(({ groupId }) => groupId),
  hasMore: page.length === PAGE_DEFAULT,
  end: page.at(-1),
})

/** Loads a list from its beginning. */
export async function loadGroups(name: ListName): Promise<void> {
  const apply = beginRequest()
  const setList = (change: (list: GroupsState['lists'][ListName]) => GroupsState['lists'][ListName]) =>
    apply((state) => ({ ...state, lists: { ...state.lists, [name]: change(state.lists[name]) } }))
  setList(loading)
  try {
    const groups = await LOADERS[name]()
    apply((state) => withGroups(state, groups))
    setList(() => loaded(listOf(groups)))
  } catch (error) {
    setList((before) => failed(before, error))
  }
}

const loadingMore = new Set<ListName>()

/** Loads the page after the last loaded one. */
export async function loadMoreGroups(name: ListName): Promise<void> {
  const last = cursorOf(useGroups.getState(), name)
  if (!last || loadingMore.has(name)) return
  loadingMore.add(name)
  const apply = beginRequest()
  try {
    const groups = await LOADERS[name](last.groupId)
    const page = listOf(groups)
    const appendPage = (list: Loadable<GroupList>) =>
      mapData(list, ({ ids }) => ({ ...page, ids: [...new Set([...ids, ...page.ids])] }))
    apply((state) => {
      const known = withGroups(state, groups)
      return { ...known, lists: { ...known.lists, [name]: appendPage(known.lists[name]) } }
    })
  } finally {
    loadingMore.delete(name)
  }
}

export async function loadInvites(): Promise<void> {
  const apply = beginRequest()
  apply((state) => ({ ...state, invites: loading(state.invites) }))
  await getInvites().then(
    (invites) => apply((state) => ({ ...state, invites: loaded(invites) })),
    (error: unknown) => apply((state) => ({ ...state, invites: failed(state.invites, error) })),
  )
}

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
  (groupId: Id, change: (before: Loadable<MemberList>) => Loadable<MemberList>): Change =>
  (state) => ({
    ...state,
    members: new Map(state.members).set(groupId, change(state.members.get(groupId) ?? notStarted)),
  })

/** Loads the members of a group from the beginning. */
export async function loadMembers(groupId: Id): Promise<void> {
  const apply = beginRequest()
  apply(setMembers(groupId, loading))
  await getMembers(groupId, 0).then(
    (members) => apply(setMembers(groupId, () => loaded({ members, hasMore: members.length === PAGE_MAX }))),
    (error: unknown) => apply(setMembers(groupId, (list) => failed(list, error))),
  )
}

/** Loads the page after the last known member. */
export async function loadMoreMembers(groupId: Id): Promise<void> {
  const apply = beginRequest()
  const next = await getMembers(groupId, useGroups.getState().members.get(groupId)?.data?.members.length ?? 0)
  const names = new Set(next.map(({ userName }) => userName))
  const appendPage = ({ members }: MemberList): MemberList => ({
    members: [...members.filter(({ userName }) => !names.has(userName)), ...next],
    hasMore: next.length === PAGE_MAX,
  })
  apply(setMembers(groupId, (list) => mapData(list, appendPage)))
}

export async function loadSentInvites(groupId: Id): Promise<void> {
  const apply = beginRequest()
  const setSent =
    (change: (before: Loadable<readonly never[]>) => Loadable<readonly never[]>): Change =>
    (state) => ({
      ...state,
      sent: new Map(state.sent).set(groupId, change((state.sent.get(groupId) ?? notStarted) as Loadable<never[]>)),
    })
  apply(setSent(loading))
  await getSentInvites(groupId).then(
    (invites) => apply((state) => ({ ...state, sent: new Map(state.sent).set(groupId, loaded(invites)) })),
    (error: unknown) => apply(setSent((before) => failed(before, error))),
  )
}

const storeGroup = (group: Group): Group => {
  useGroups.setState((state) => withGroup(state, group))
  return group
}

/** These functions throw the server's refusals. */
export const createGroup = (values: SaveGroup): Promise<Group> => postGroup(values).then(storeGroup)
export const changeGroup = (groupId: Id, values: SaveGroup): Promise<Group> =>
  postChange(groupId, values).then(storeGroup)
export const joinGroup = (groupId: Id): Promise<Group> => postJoin(groupId).then(storeGroup)

async function removeFromLists(groupId: Id, work: Promise<void>): Promise<void> {
  await work
  useGroups.setState((state) => withoutGroup(state, groupId))
  void loadGroups('open')
  await loadGroupCount()
}

export const leaveGroup = (groupId: Id): Promise<void> => removeFromLists(groupId, postLeave(groupId))
export const deleteGroup = (groupId: Id): Promise<void> => removeFromLists(groupId, postDelete(groupId))

export async function acceptInvite(groupId: Id): Promise<Group> {
  const group = await postAccept(groupId).then(storeGroup)
  useGroups.setState((state) => withInvite(state, groupId, null))
  return group
}

export async function declineInvite(groupId: Id): Promise<void> {
  await postDecline(groupId)
  useGroups.setState((state) => withInvite(state, groupId, null))
}

export const inviteMember = (invite: InviteToGroup): Promise<void> =>
  postInvite(invite).then(() => void (useGroups.getState().sent.has(invite.groupId) && loadSentInvites(invite.groupId)))

export const withdrawInvite = (groupId: Id, userName: string): Promise<void> =>
  postWithdraw(groupId, userName).then(() => loadSentInvites(groupId))

/** Removes a member, or grants or revokes their admin role. */
export const changeMembership = (groupId: Id, userName: string, act: MemberAct): Promise<void> =>
  postMemberAct(groupId, userName, act).then(() => loadMembers(groupId))

/**
 * Returns whether a push directly follows the known version of its group; otherwise loads the group to close the gap.
 */
function isNext(groupId: Id, version: number): boolean {
  const known = useGroups.getState().groups.get(groupId)
  if (!known || version <= known.version + 1) return true
  void loadGroup(groupId).catch(() => undefined)
  return false
}

export function onGroupMessage({ groupId, version, message }: PushOf<'group:message'>): void {
  if (isNext(groupId, version)) useGroups.setState((state) => withLastMessage(state, groupId, version, message, true))
}

/** Reloads the group after a deletion, since its preview may show the deleted comment. */
export function onGroupComment({ groupId, version, comment }: PushOf<'group:comment'>): void {
  if (comment.deleted) void loadGroup(groupId).catch(() => undefined)
  else if (isNext(groupId, version))
    useGroups.setState((state) => withLastMessage(state, groupId, version, comment, false))
}

export function onGroupMessageChanged({ groupId }: PushOf<'group:message-changed'>): void {
  if (useGroups.getState().groups.has(groupId)) void loadGroup(groupId).catch(() => undefined)
}

export function onGroupInfo({ info, version }: PushOf<'group:info'>): void {
  useGroups.setState((state) => withInfo(state, info, version))
  if (useGroups.getState().members.has(info.groupId)) void loadMembers(info.groupId)
}

export const onGroupChanged = ({ groupId, group }: PushOf<'group:changed'>): void =>
  useGroups.setState((state) => (group ? withGroup(state, group) : withoutGroup(state, groupId)))

export const onGroupInvite = ({ groupId, invite }: PushOf<'group:invite'>): void =>
  useGroups.setState((state) => withInvite(state, groupId, invite))

/** Reloads the loaded lists after a time without pushes. */
function resync(): void {
  const { lists, invites } = useGroups.getState()
  for (const name of ['mine', 'open'] as const) if (lists[name].state !== 'notStarted') void loadGroups(name)
  if (invites.state !== 'notStarted') void loadInvites()
}

useLink.subscribe(({ connected }, before) => {
  if (connected && !before.connected) resync()
})

export const useGroup = (groupId: Id | null): Group | null =>
  useGroups(({ groups }) => (groupId === null ? null : (groups.get(groupId) ?? null)))
