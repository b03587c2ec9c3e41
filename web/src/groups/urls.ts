import type { Id } from '@app/contract/base'

export const GROUP_TABS = ['about', 'members', 'chat', 'events', 'invites'] as const
export type GroupTab = (typeof GROUP_TABS)[number]

/** The view that the URL of the groups page selects. */
export type GroupsView = { view: 'none' } | { view: 'new' } | { view: 'group'; id: Id; tab: GroupTab | null }

export const groupUrl = (id: Id, tab?: GroupTab): string =>
  `/groups?id=${encodeURIComponent(id)}${tab ? `&tab=${tab}` : ''}`
export const NEW_GROUP_URL = '/groups?new=1'

export function parseGroupsView(params: URLSearchParams): GroupsView {
  const id = params.get('id')
  if (params.has('new')) return { view: 'new' }
  if (id === null) return { view: 'none' }
  const tab = GROUP_TABS.find((name) => name === params.get('tab')) ?? (params.has('message') ? 'chat' : null)
  return { view: 'group', id, tab }
}
