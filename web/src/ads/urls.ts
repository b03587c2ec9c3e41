import type { Id } from '@app/contract/base'

/** The view that the ads page shows. */
export type AdsView = { view: 'list' } | { view: 'ad'; id: Id } | { view: 'edit'; id: Id } | { view: 'new' }

export const ADS = '/ads'
export const NEW_AD = `${ADS}?new=1`
export const adUrl = (id: Id): string => `${ADS}?id=${encodeURIComponent(id)}`
export const editUrl = (id: Id): string => `${adUrl(id)}&edit=1`

export function parseAdsView(params: URLSearchParams): AdsView {
  const id = params.get('id')
  if (params.has('new')) return { view: 'new' }
  if (id === null) return { view: 'list' }
  return params.has('edit') ? { view: 'edit', id } : { view: 'ad', id }
}
