import type { Picture } from '@app/contract/media'
import type { Photo, PrivateGrant } from '@app/contract/photos'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/loadable.ts'
import { onBrokenUrls } from '../lib/picture-urls.ts'
import { getSession, useSessionState } from '../lib/session.ts'
import { getGrants, getMember } from './api.ts'

type State = {
  own: Loadable<readonly Photo[]>
  /** Who may see the private album. */
  grants: Loadable<readonly PrivateGrant[]>
  /** Copies on this device of what it has uploaded, by id: shown until the server's own have come. */
  previews: ReadonlyMap<string, string>
}

const EMPTY: State = { own: notStarted, grants: notStarted, previews: new Map() }

export const usePhotos = create<State>(() => EMPTY)

/** What was told of photos, which the answer to their upload may be older than. */
const readyPhotos = new Map<string, Picture>()

/** Another number is another login, or a later question. */
let requestCount = 0

useSessionState.subscribe(({ session }, before) => {
  if (session?.sessionId === before.session?.sessionId) return
  requestCount += 1
  for (const url of usePhotos.getState().previews.values()) URL.revokeObjectURL(url)
  readyPhotos.clear()
  usePhotos.setState(EMPTY)
})

/** Counts what has changed here: an answer that was asked for before does not know of it. */
let changes = 0

export function changeOwn(change: (photos: readonly Photo[]) => readonly Photo[]): void {
  changes += 1
  usePhotos.setState(({ own }) => ({ own: mapData(own, change) }))
}

export async function loadOwnPhotos(): Promise<void> {
  const session = getSession()
  if (!session) return
  requestCount += 1
  const [requestId, asOf] = [requestCount, changes]
  usePhotos.setState(({ own }) => ({ own: loading(own) }))
  try {
    const { photos } = await getMember(session.userName)
    if (requestId !== requestCount) return
    if (asOf === changes || !usePhotos.getState().own.data) usePhotos.setState({ own: loaded(photos) })
    else await loadOwnPhotos()
  } catch (error) {
    if (requestId === requestCount) usePhotos.setState(({ own }) => ({ own: failed(own, error) }))
  }
}

export async function loadGrants(): Promise<void> {
  usePhotos.setState(({ grants }) => ({ grants: loading(grants) }))
  await getGrants().then(
    (grants) => usePhotos.setState({ grants: loaded(grants) }),
    (error: unknown) => usePhotos.setState(({ grants }) => ({ grants: failed(grants, error) })),
  )
}

/** A photo that has just been taken in. */
export function addOwn(photo: Photo, preview: string): void {
  const known = readyPhotos.get(photo.id)
  const fresh = known ? { ...photo, ...known } : photo
  usePhotos.setState(({ previews }) => ({ previews: new Map(previews).set(photo.id, preview) }))
  changeOwn((photos) => [...photos.filter(({ id }) => id !== photo.id), fresh])
}

/** Drawn, or not to be drawn. Photos of chats are not among these; one that is unknown comes from another device. */
export function onOwnPhotoReady({ photo, chat }: PushOf<'photo:ready'>): void {
  if (chat) return
  readyPhotos.set(photo.id, photo)
  const { data } = usePhotos.getState().own
  if (!data) return
  if (data.some(({ id }) => id === photo.id)) {
    changeOwn((photos) => photos.map((known) => (known.id === photo.id ? { ...known, ...photo } : known)))
  } else void loadOwnPhotos()
}

onBrokenUrls(() => {
  if (usePhotos.getState().own.data) void loadOwnPhotos()
})
