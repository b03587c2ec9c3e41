import type { Ad, AdFilter, EditAd, SaveAd } from '@app/contract/ads'
import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT, PAGE_MAX } from '@app/contract/limits'
import { create } from 'zustand'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/loadable.ts'
import { getSession, useSessionState } from '../lib/session.ts'
import { getAd, getFilter, postAd, postDelete, postEdit, postFilter } from './api.ts'

type AdList = { ads: readonly Ad[]; hasMore: boolean }

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
let latest = 0

function asking(): (change: (state: AdsState) => Partial<AdsState>) => boolean {
  latest += 1
  const [mine, login] = [latest, getSession()?.sessionId]
  return (change) => {
    if (mine !== latest || getSession()?.sessionId !== login) return false
    useAds.setState(change)
    return true
  }
}

/** As many as stand there already, so that nothing on show goes away. */
const lengthShown = (list: Loadable<AdList>): number =>
  Math.min(Math.max(list.data?.ads.length ?? 0, PAGE_DEFAULT), PAGE_MAX)

/** Loads the list from its beginning, by the member's own filter. */
export async function loadAds(): Promise<void> {
  const apply = asking()
  const limit = lengthShown(useAds.getState().list)
  apply(({ list }) => ({ list: loading(list) }))
  try {
    const filter = useAds.getState().filter ?? (await getFilter())
    if (!apply(() => ({ filter }))) return
    const ads = await postFilter(filter, limit)
    apply(() => ({ list: loaded({ ads, hasMore: ads.length === limit }) }))
  } catch (error) {
    apply(({ list }) => ({ list: failed(list, error) }))
  }
}

export async function chooseFilter(filter: AdFilter): Promise<void> {
  useAds.setState({ filter, list: notStarted })
  await loadAds()
}

let growing = false

/** The page after the last ad; throws when it could not be fetched. */
export async function loadMoreAds(): Promise<void> {
  const { filter, list } = useAds.getState()
  const last = list.data?.ads.at(-1)
  if (!filter || !last || !list.data?.hasMore || growing) return
  growing = true
  const apply = asking()
  try {
    const more = await postFilter(filter, PAGE_DEFAULT, last.id)
    const hasMore = more.length === PAGE_DEFAULT
    apply((state) => ({ list: mapData(state.list, ({ ads }) => ({ ads: [...ads, ...more], hasMore })) }))
  } finally {
    growing = false
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

/** Puts a new ad in; throws what the server refuses. */
export async function createAd(ad: SaveAd): Promise<Ad> {
  const created = await postAd(ad)
  setOpened(created.id, () => loaded(created))
  void loadAds()
  return created
}

/** Throws what the server refuses. */
export async function editAd(change: EditAd): Promise<Ad> {
  const edited = await postEdit(change)
  setOpened(edited.id, () => loaded(edited))
  useAds.setState(({ list }) => ({
    list: mapData(list, ({ ads, hasMore }) => ({ ads: ads.map((ad) => (ad.id === edited.id ? edited : ad)), hasMore })),
  }))
  return edited
}

/** Throws when that fails. */
export async function removeAd(id: Id): Promise<void> {
  await postDelete(id)
  useAds.setState(({ list, opened }) => ({
    list: mapData(list, ({ ads, hasMore }) => ({ ads: ads.filter((ad) => ad.id !== id), hasMore })),
    opened: new Map([...opened].filter(([other]) => other !== id)),
  }))
}
