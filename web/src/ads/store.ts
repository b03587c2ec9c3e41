import type { Ad, AdFilter, EditAd, SaveAd } from '@app/contract/ads'
import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT } from '@app/contract/limits'
import { create } from 'zustand'
import { ApiError, isApiError } from '../lib/http/api-error.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { createPageLoads } from '../lib/http/page-loads.ts'
import { refetchList } from '../lib/http/refetch-list.ts'
import { getSession, inSession, useSessionState } from '../lib/http/session.ts'
import { hasSameText } from '../lib/text/has-same-text.ts'
import { getAd, getFilter, postAd, postDelete, postEdit, postFilter } from './api.ts'

/** The ads that match `filter`. While a newly chosen filter loads, `filter` is still the previous one. */
type AdList = { ads: readonly Ad[]; hasMore: boolean; filter: AdFilter }

type AdsState = {
  /** Null until loaded from the server. */
  filter: AdFilter | null
  list: Loadable<AdList>
  /** Ads that were opened individually. */
  opened: ReadonlyMap<Id, Loadable<Ad>>
}

const EMPTY: AdsState = { filter: null, list: notStarted, opened: new Map() }

export const useAds = create<AdsState>(() => EMPTY)

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) useAds.setState(EMPTY, true)
})

/** The number of the latest load of the list. Responses to requests of earlier loads are dropped. */
let lastLoadId = 0

type AdsRequest = {
  isLatest: () => boolean
  /** Applies a change unless a later request has begun. Returns whether it did. */
  apply: (change: (state: AdsState) => Partial<AdsState>) => boolean
}

/** Returns a request that belongs to the latest load of the list. */
function beginRequest(): AdsRequest {
  const [loadId, sessionId] = [lastLoadId, getSession()?.sessionId]
  const isLatest = () => loadId === lastLoadId && getSession()?.sessionId === sessionId
  const apply: AdsRequest['apply'] = (change) => {
    if (!isLatest()) return false
    useAds.setState(change)
    return true
  }
  return { isLatest, apply }
}

let previousRequest: Promise<unknown> = Promise.resolve()

/**
 * Serializes requests, because the server stores the last filter it receives; skips requests that a later one has
 * superseded.
 */
function fetchAds({ isLatest }: AdsRequest, ...page: Parameters<typeof postFilter>): Promise<Ad[]> {
  const response = previousRequest.then(() => (isLatest() ? postFilter(...page) : []))
  previousRequest = response.catch(() => undefined)
  return response
}

/** Returns whether the list on screen matches the chosen filter. */
export const isCurrent = ({ filter, list }: AdsState): boolean => list.data?.filter === filter

async function fetchFirstPage(request: AdsRequest, filter: AdFilter): Promise<AdList> {
  const { list } = useAds.getState()
  const shownAds = list.data?.filter === filter ? list.data.ads : []
  const { items, hasMore } = await refetchList(shownAds, (limit, before) => fetchAds(request, filter, limit, before))
  return { ads: items, hasMore, filter }
}

/** Loads the list with the member's filter, which is fetched first if it is unknown. */
export async function loadAds(): Promise<void> {
  lastLoadId += 1
  const request = beginRequest()
  const { apply } = request
  apply(({ list }) => ({ list: loading(list) }))
  try {
    const filter = useAds.getState().filter ?? (await getFilter())
    if (!apply(() => ({ filter }))) return
    const list = loaded(await fetchFirstPage(request, filter))
    apply(() => ({ list }))
  } catch (error) {
    apply(({ list }) => ({ list: failed(list, error) }))
  }
}

/** Applies a filter; the previous list stays on screen until the response arrives. */
export async function chooseFilter(filter: AdFilter): Promise<void> {
  useAds.setState({ filter })
  await loadAds()
}

const pageLoads = createPageLoads()

/** Loads the page after the last ad, unless the list of another filter is loading; throws when the request fails. */
export async function loadMoreAds(): Promise<void> {
  const { filter, list } = useAds.getState()
  const last = list.data?.ads.at(-1)
  if (!filter || !last || !list.data?.hasMore || list.data.filter !== filter) return
  await pageLoads.run('ads', async () => {
    const request = beginRequest()
    const olderAds = await fetchAds(request, filter, PAGE_DEFAULT, last.id)
    const hasMore = olderAds.length === PAGE_DEFAULT
    // If the list has been reloaded meanwhile, the page may no longer follow its last ad.
    const append = (current: AdList): AdList =>
      current.ads.at(-1)?.id === last.id ? { ads: [...current.ads, ...olderAds], hasMore, filter } : current
    request.apply((state) => ({ list: mapData(state.list, append) }))
  })
}

const setOpened = (id: Id, change: (before: Loadable<Ad>) => Loadable<Ad>): void =>
  useAds.setState(({ opened }) => ({ opened: new Map(opened).set(id, change(opened.get(id) ?? notStarted)) }))

/**
 * Loads a single ad; shows the one from the list, if any, while loading. Drops the response if the ad was changed or
 * removed meanwhile, because the response may be older.
 */
export async function openAd(id: Id): Promise<void> {
  const listedAd = useAds.getState().list.data?.ads.find((ad) => ad.id === id)
  setOpened(id, (previous) => loading(listedAd && !previous.data ? loaded(listedAd) : previous))
  const findOpened = () => useAds.getState().opened.get(id)
  const pending = findOpened()
  await getAd(id).then(
    (ad) => findOpened() === pending && setOpened(id, () => loaded(ad)),
    (error: unknown) => findOpened() === pending && setOpened(id, (previous) => failed(previous, error)),
  )
}

/** Changes the listed ads. If the list is loading, loads it again, because the response may be older than the change. */
function changeListed(change: (ads: readonly Ad[]) => readonly Ad[]): void {
  useAds.setState(({ list }) => ({ list: mapData(list, (data) => ({ ...data, ads: change(data.ads) })) }))
  if (useAds.getState().list.state === 'loading' || pageLoads.isRunning('ads')) void loadAds()
}

/**
 * Creates an ad; throws if the request fails. If an earlier attempt with this client id stored other text,
 * updates it to this text.
 */
export async function createAd({ clientId, ...fields }: SaveAd): Promise<Ad> {
  const onCreated = inSession((created: Ad) => {
    setOpened(created.id, () => loaded(created))
    void loadAds()
  })
  const savedAd = await postAd({ clientId, ...fields })
  const created = hasSameText(savedAd, fields) ? savedAd : await postEdit({ id: savedAd.id, ...fields })
  onCreated(created)
  return created
}

/** Saves changes to an ad; throws if the request fails. */
export async function editAd(change: EditAd): Promise<Ad> {
  const onEdited = inSession((edited: Ad) => {
    setOpened(edited.id, () => loaded(edited))
    changeListed((ads) => ads.map((ad) => (ad.id === edited.id ? edited : ad)))
  })
  const edited = await postEdit(change)
  onEdited(edited)
  return edited
}

/** Deletes an ad. An ad that no longer exists counts as deleted; throws every other error. */
export async function deleteAd(id: Id): Promise<void> {
  await postDelete(id).catch((error: unknown) => {
    if (!isApiError(error, 'NOT_FOUND')) throw error
  })
  useAds.setState(({ opened }) => ({ opened: new Map([...opened].filter(([other]) => other !== id)) }))
  changeListed((ads) => ads.filter((ad) => ad.id !== id))
}

/** Removes the ads of a blocked member. */
export function removeAdsOf(userName: string): void {
  useAds.setState(({ opened }) => ({
    opened: new Map(
      [...opened].map(([id, ad]) => [
        id,
        ad.data?.userName === userName ? failed(notStarted, new ApiError('NOT_FOUND', '')) : ad,
      ]),
    ),
  }))
  changeListed((ads) => ads.filter((ad) => ad.userName !== userName))
}
