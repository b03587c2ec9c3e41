import type { Id } from '@app/contract/base'

/** The view that the events page shows. */
export type EventsView =
  | { view: 'none' }
  | { view: 'event'; id: Id }
  | { view: 'edit'; id: Id }
  | { view: 'new'; groupId: Id | null }

export const eventAddress = (id: Id): string => `/events?id=${encodeURIComponent(id)}`
export const editAddress = (id: Id): string => `${eventAddress(id)}&edit=1`
/** Returns the address of the form for a new event, preset to a group if one is given. */
export const newEventAddress = (groupId?: Id): string => `/events?new=1${groupId ? `&group=${groupId}` : ''}`

export function parseEventsView(params: URLSearchParams): EventsView {
  const id = params.get('id')
  if (params.has('new')) return { view: 'new', groupId: params.get('group') }
  if (id === null) return { view: 'none' }
  return params.has('edit') ? { view: 'edit', id } : { view: 'event', id }
}
