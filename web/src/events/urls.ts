import type { Id } from '@app/contract/base'

/** The view that the URL of the events page selects. */
export type EventsView =
  | { view: 'none' }
  | { view: 'event'; id: Id }
  | { view: 'edit'; id: Id }
  | { view: 'new'; groupId: Id | null }

export const eventUrl = (id: Id): string => `/events?id=${encodeURIComponent(id)}`
export const editUrl = (id: Id): string => `${eventUrl(id)}&edit=1`
/** Returns the URL of the form for a new event, with a group preselected if one is given. */
export const newEventUrl = (groupId?: Id): string => `/events?new=1${groupId ? `&group=${groupId}` : ''}`

export function parseEventsView(params: URLSearchParams): EventsView {
  const id = params.get('id')
  if (params.has('new')) return { view: 'new', groupId: params.get('group') }
  if (id === null) return { view: 'none' }
  return params.has('edit') ? { view: 'edit', id } : { view: 'event', id }
}
