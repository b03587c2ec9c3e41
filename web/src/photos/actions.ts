import type { Album, Photo } from '@app/contract/photos'
import { showToast } from '../lib/feedback/toasts.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { mapData } from '../lib/http/loadable.ts'
import { getSession, inSession, useSessionState } from '../lib/http/session.ts'
import { getTexts } from '../lib/text/texts.ts'
import { photosIn, withMoved } from './albums.ts'
import { postDeletion, postOrder, postRotation, postWithdrawal } from './api.ts'
import { changeOwn, loadOwnPhotos, usePhotos } from './store.ts'
import { photosTexts } from './texts.ts'

/** Shows the error of a failed request; callers undo optimistic changes. Rethrows other errors. */
function showRejection(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  showToast({ text: error.message })
}

/** Albums with unsaved changes. */
const unsavedAlbums = new Set<Album>()
let isSaving = false

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId === previous.session?.sessionId) return
  unsavedAlbums.clear()
  isSaving = false
})

/** Saves the albums with unsaved changes, one request at a time, until the session ends. */
async function save(): Promise<void> {
  if (isSaving) return
  isSaving = true
  const sessionId = getSession()?.sessionId
  const isSameSession = (): boolean => getSession()?.sessionId === sessionId
  try {
    while (isSameSession() && unsavedAlbums.size > 0) {
      const photos = usePhotos.getState().own.data ?? []
      const photosToSave = [...unsavedAlbums].flatMap((album) => photosIn(photos, album))
      unsavedAlbums.clear()
      await postOrder(photosToSave.map(({ url, album }) => ({ url, album }))).catch((error: unknown) => {
        if (!isSameSession()) return
        showRejection(error)
        return loadOwnPhotos()
      })
    }
  } finally {
    if (isSameSession()) isSaving = false
  }
}

/**
 * Shows a new order optimistically, and saves the albums that it changes. Takes only albums and positions from `photos`,
 * since an upload, a push or a deletion may have changed the photos during a drag.
 */
export function reorderPhotos(photos: readonly Photo[]): void {
  const previous = new Map(usePhotos.getState().own.data?.map((photo) => [photo.id, photo]))
  for (const photo of photos) {
    const { album = photo.album, ordinal = -1 } = previous.get(photo.id) ?? {}
    if (album !== photo.album || ordinal !== photo.ordinal) unsavedAlbums.add(album).add(photo.album)
  }
  const arranged = new Map(photos.map((photo) => [photo.id, photo]))
  changeOwn((current) =>
    current.map((photo) => {
      const { album, ordinal } = arranged.get(photo.id) ?? photo
      return { ...photo, album, ordinal }
    }),
  )
  void save()
}

/** Moves a photo to an index of an album; to the end if none is given. */
export function movePhoto(id: string, album: Album, index = Number.POSITIVE_INFINITY): void {
  reorderPhotos(withMoved(usePhotos.getState().own.data ?? [], id, album, index))
}

const NEXT_ROTATION = { 0: 90, 90: 180, 180: 270, 270: 0 } as const
const PREVIOUS_ROTATION = { 0: 270, 90: 0, 180: 90, 270: 180 } as const

const changePhoto = (id: string, update: (photo: Photo) => Photo): void =>
  changeOwn((photos) => photos.map((photo) => (photo.id === id ? update(photo) : photo)))

/**
 * Rotates a photo clockwise: optimistically on screen, then on the server, which pushes the processed photo. The request
 * names the rotation, so that a second attempt after a lost response changes nothing.
 */
export async function rotatePhoto({ id, url, rotation }: Photo): Promise<void> {
  changePhoto(id, (photo) => ({ ...photo, rotation: NEXT_ROTATION[photo.rotation] }))
  const onRejected = inSession((error: unknown) => {
    changePhoto(id, (photo) => ({ ...photo, rotation: PREVIOUS_ROTATION[photo.rotation] }))
    showRejection(error)
  })
  await postRotation(url, NEXT_ROTATION[rotation]).catch(onRejected)
}

/** Deletes a photo; returns whether that succeeded. */
export async function deletePhoto({ id, url }: Photo): Promise<boolean> {
  const onRejected = inSession(showRejection)
  const onDeleted = inSession(() => {
    changeOwn((photos) => photos.filter((photo) => photo.id !== id))
    showToast({ text: getTexts(photosTexts)('removed') })
  })
  try {
    await postDeletion(url)
  } catch (error) {
    onRejected(error)
    return false
  }
  onDeleted()
  return true
}

/** Revokes a member's access to the private album. */
export async function revokeGrant(userName: string): Promise<void> {
  const removeGrant = inSession(() =>
    usePhotos.setState(({ grants }) => ({
      grants: mapData(grants, (list) => list.filter((grant) => grant.userName !== userName)),
    })),
  )
  await postWithdrawal(userName).then(removeGrant, inSession(showRejection))
}
