import type { Picture } from '@app/contract/media'
import type { Photo, PrivateGrant } from '@app/contract/photos'
import type { PushOf } from '@app/contract/pushes'
import { create } from 'zustand'
import { loadInSession } from '../lib/http/load-in-session.ts'
import { failed, type Loadable, loaded, loading, mapData, notStarted } from '../lib/http/loadable.ts'
import { getSession, useSessionState } from '../lib/http/session.ts'
import { onBrokenUrls } from '../lib/photos/picture-urls.ts'
import { getGrants, getMember } from './api.ts'

type State = {
  own: Loadable<readonly Photo[]>
  /** The members who may see the private album. */
  grants: Loadable<readonly PrivateGrant[]>
  /** Local previews of uploaded photos by id, shown until the server's variants are ready. */
  previews: ReadonlyMap<string, string>
}

const EMPTY: State = { own: notStarted, grants: notStarted, previews: new Map() }

export const usePhotos = create<State>(() => EMPTY)

/** Photos from `photo:ready` pushes, which may arrive before the response to the upload. */
const readyPhotos = new Map<string, Picture>()

/** Increments on a new session or a later request, so that earlier responses are dropped. */
let requestCount = 0

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  requestCount += 1
  for (const url of usePhotos.getState().previews.values()) URL.revokeObjectURL(url)
  readyPhotos.clear()
  usePhotos.setState(EMPTY)
})

/** Counts local changes, to detect responses to requests that were sent before them. */
let changeCount = 0

/** Applies a local change to the member's photos. */
export function changeOwn(change: (photos: readonly Photo[]) => readonly Photo[]): void {
  changeCount += 1
  usePhotos.setState(({ own }) => ({ own: mapData(own, change) }))
}

export async function loadOwnPhotos(): Promise<void> {
  const session = getSession()
  if (!session) return
  requestCount += 1
  const [requestId, changeCountBefore] = [requestCount, changeCount]
  usePhotos.setState(({ own }) => ({ own: loading(own) }))
  try {
    const { photos } = await getMember(session.userName)
    if (requestId !== requestCount) return
    if (changeCountBefore === changeCount || !usePhotos.getState().own.data) usePhotos.setState({ own: loaded(photos) })
    else await loadOwnPhotos()
  } catch (error) {
    if (requestId === requestCount) usePhotos.setState(({ own }) => ({ own: failed(own, error) }))
  }
}

export const loadGrants = (): Promise<void> =>
  loadInSession<readonly PrivateGrant[]>(getGrants, (change) =>
    usePhotos.setState(({ grants }) => ({ grants: change(grants) })),
  )

/** Adds a photo that was just uploaded. */
export function addOwn(photo: Photo, preview: string): void {
  const readyPhoto = readyPhotos.get(photo.id)
  const updated = readyPhoto ? { ...photo, ...readyPhoto } : photo
  usePhotos.setState(({ previews }) => ({ previews: new Map(previews).set(photo.id, preview) }))
  changeOwn((photos) => [...photos.filter(({ id }) => id !== photo.id), updated])
}

/**
 * Updates a photo once it is processed or has failed. Ignores photos in chats. An unknown photo may have been
 * uploaded to an album on another device, so all are reloaded.
 */
export function onOwnPhotoReady({ photo, chat }: PushOf<'photo:ready'>): void {
  if (chat) return
  readyPhotos.set(photo.id, photo)
  const { data } = usePhotos.getState().own
  if (!data) return
  if (data.some(({ id }) => id === photo.id)) {
    changeOwn((photos) => photos.map((current) => (current.id === photo.id ? { ...current, ...photo } : current)))
  } else void loadOwnPhotos()
}

onBrokenUrls(() => {
  if (usePhotos.getState().own.data) void loadOwnPhotos()
})
