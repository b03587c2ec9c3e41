import type { Ad, AdFilter, EditAd, SaveAd } from '@app/contract/ads'
import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT } from '@app/contract/limits'
import { create } from 'zustand'
import { isApiError } from '../lib/api-error.ts'
import { hasSameText } from '../lib/has-same-text.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/loadable.ts'
import { refetchList } from '../lib/refetch-list.ts'
import { getSession, useSessionState } from '../lib/session.ts'
import { getAd, getFilter, postAd, postDelete, postEdit, postFilter } from './api.ts'

/** What the filter lets through that stands with it; while another one is being asked for, that is not the chosen one. */
type AdList = { ads: readonly Ad[]; hasMore: boolean; filter: AdFilter }

type AdsState = {
  /** Null until the server has told it. */
  filter: AdFilter | null
  list: Loadable<AdList>
  /** Ads that were opened by themselves. */
  opened: ReadonlyMap<Id, Loadable<Ad>>
}

const EMPTY: AdsState = { filter: null, list: notStarted, opened: new Map() }

export const useAds = create<AdsState>(() => EMPTY)

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId !== before.session?.sessionId) useAds.setState(EMPTY, true)
})

/** Whatever is asked for later makes an answer that comes after it worthless. */
let lastRequestId = 0

type AdsRequest = { isLatest: () => boolean; apply: (change: (state: AdsState) => Partial<AdsState>) => boolean }

function beginRequest(): AdsRequest {
  lastRequestId += 1
  const [requestId, login] = [lastRequestId, getSession()?.sessionId]
  const isLatest = () => requestId === lastRequestId && getSession()?.sessionId === login
  const apply: AdsRequest['apply'] = (change) => {
    if (!isLatest()) return false
    useAds.setState(change)
    return true
  }
  return { isLatest, apply }
}

let previousRequest: Promise<unknown> = Promise.resolve()

/** The server keeps the filter that it hears last: it hears one after the other, and none that another has followed. */
function fetchAds({ isLatest }: AdsRequest, ...page: Parameters<typeof postFilter>): Promise<Ad[]> {
  const answer = previousRequest.then(() => (isLatest() ? postFilter(...page) : []))
  previousRequest = answer.catch(() => undefined)
  return answer
}

/** Whether the list on show is what the chosen filter lets through. */
export const isCurrent = ({ filter, list }: AdsState): boolean => list.data?.filter === filter

async function fetchFirst(request: AdsRequest, filter: AdFilter): Promise<AdList> {
  const { list } = useAds.getState()
  const shown = list.data?.filter === filter ? list.data.ads : []
  const { items, hasMore } = await refetchList(shown, (limit, before) => fetchAds(request, filter, limit, before))
  return { ads: items, hasMore, filter }
}

/** Loads the list from its beginning, by the member's own filter. */
export async function loadAds(): Promise<void> {
  const request = beginRequest()
  const { apply } = request
  apply(({ list }) => ({ list: loading(list) }))
  try {
    const filter = useAds.getState().filter ?? (await getFilter())
    if (!apply(() => ({ filter }))) return
    const list = loaded(await fetchFirst(request, filter))
    apply(() => ({ list }))
  } catch (error) {
    apply(({ list }) => ({ list: failed(list, error) }))
  }
}

/** What was on show stays until the answer is there. */
export async function chooseFilter(filter: AdFilter): Promise<void> {
  useAds.setState({ filter })
  await loadAds()
}

let loadingMore = false

/** The page after the last ad; throws when it could not be fetched. */
export async function loadMoreAds(): Promise<void> {
  const { filter, list } = useAds.getState()
  const last = list.data?.ads.at(-1)
  if (!filter || !last || !list.data?.hasMore || loadingMore) return
  loadingMore = true
  const request = beginRequest()
  try {
    const more = await fetchAds(request, filter, PAGE_DEFAULT, last.id)
    const hasMore = more.length === PAGE_DEFAULT
    request.apply((state) => ({
      list: mapData(state.list, ({ ads }) => ({ ads: [...ads, ...more], hasMore, filter })),
    }))
  } finally {
    loadingMore = false
  }
}

const setOpened = (id: Id, change: (before: Loadable<Ad>) => Loadable<Ad>): void =>
  useAds.setState(({ opened }) => ({ opened: new Map(opened).set(id, change(opened.get(id) ?? notStarted)) }))

/** One ad by itself, which the list may show already. */
export async function openAd(id: Id): Promise<void> {
  const login = getSession()?.sessionId
  const known = useAds.getState().list.data?.ads.find((ad) => ad.id === id)
  setOpened(id, (before) => loading(known && !before.data ? loaded(known) : before))
  await getAd(id).then(
    (ad) => getSession()?.sessionId === login && setOpened(id, () => loaded(ad)),
    (error: unknown) => getSession()?.sessionId === login && setOpened(id, (before) => failed(before, error)),
  )
}

/** Puts a new ad in; throws what the server refuses. What had arrived under this name before, in other words, gets these. */
export async function createAd({ clientId, ...words }: SaveAd): Promise<Ad> {
  const stored = await postAd({ clientId, ...words })
  const created = hasSameText(stored, words) ? stored : await postEdit({ id: stored.id, ...words })
  setOpened(created.id, () => loaded(created))
  void loadAds()
  return created
}

/** Throws what the server refuses. */
export async function editAd(change: EditAd): Promise<Ad> {
  const edited = await postEdit(change)
  setOpened(edited.id, () => loaded(edited))
  useAds.setState(({ list }) => ({
    list: mapData(list, (data) => ({ ...data, ads: data.ads.map((ad) => (ad.id === edited.id ? edited : ad)) })),
  }))
  return edited
}

/** Gone already is as it should be. Throws whatever else goes wrong. */
export async function removeAd(id: Id): Promise<void> {
  await postDelete(id).catch((error: unknown) => {
    if (!isApiError(error, 'NOT_FOUND')) throw error
  })
  useAds.setState(({ list, opened }) => ({
    list: mapData(list, (data) => ({ ...data, ads: data.ads.filter((ad) => ad.id !== id) })),
    opened: new Map([...opened].filter(([other]) => other !== id)),
  }))
}
