import type { Id } from '@app/contract/base'

export const NEWS = '/news'
export const PUBLISH = '/news?publish=1'

export const commentsUrl = (id: Id): string => `/news?comments=${id}`
export const deleteUrl = (id: Id): string => `/news?delete=${id}`

/**
 * The view of the news page: the list, with the comments of one item open. Publishers can also publish and delete news.
 */
type NewsView = { view: 'list'; comments: Id | null } | { view: 'publish' } | { view: 'delete'; id: Id }

export function parseNewsView(params: URLSearchParams, mayPublish: boolean): NewsView {
  const id = params.get('delete')
  if (mayPublish && params.has('publish')) return { view: 'publish' }
  if (mayPublish && id !== null) return { view: 'delete', id }
  return { view: 'list', comments: params.get('comments') }
}
