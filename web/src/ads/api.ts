import type { Ad, AdFilter, EditAd, SaveAd } from '@app/contract/ads'
import type { Id } from '@app/contract/base'
import { get, post, postToRead } from '../lib/http/http.ts'

export const getFilter = (): Promise<AdFilter> => get('ads/filter')
/** Stores the filter and returns a page of the ads that match it. */
export const postFilter = (filter: AdFilter, limit: number, before?: Id): Promise<Ad[]> =>
  postToRead(`ads/filtered?limit=${limit}${before ? `&before=${before}` : ''}`, filter)
export const getAd = (id: Id): Promise<Ad> => get(`ads/${encodeURIComponent(id)}`)
export const postAd = (ad: SaveAd): Promise<Ad> => post('ads', ad)
export const postEdit = (ad: EditAd): Promise<Ad> => post('ads/edit', ad)
export const postDelete = (id: Id): Promise<void> => post('ads/delete', { id })
