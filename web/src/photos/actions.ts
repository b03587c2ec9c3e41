import type { Album, Photo } from '@app/contract/photos'
import { showToast } from '../lib/feedback/toasts.ts'
import { ApiError } from '../lib/http/api-error.ts'
import { mapData } from '../lib/http/loadable.ts'
import { textsNow } from '../lib/text/texts.ts'
import { photosIn, withMoved } from './albums.ts'
import { postDeletion, postOrder, postTurn, postWithdrawal } from './api.ts'
import { changeOwn, loadOwnPhotos, usePhotos } from './store.ts'
import { photosTexts } from './texts.ts'

/** Shows the error of a rejected request; callers roll back. */
function refuse(error: unknown): void {
  if (!(error instanceof ApiError)) throw error
  showToast({ text: error.message })
}

/** Albums with unsaved changes. */
const unsaved = new Set<Album>()
let saving = false

async function save(): Promise<void> {
  if (saving) return
  saving = true
  while (unsaved.size > 0) {
    const photos = usePhotos.getState().own.data ?? []
    const listed = [...unsaved].flatMap((album) => photosIn(photos, album))
    unsaved.clear()
    await postOrder(listed.map(({ url, album }) => ({ url, album }))).catch((error: unknown) => {
      refuse(error)
      return loadOwnPhotos()
    })
  }
  saving = false
}

/** Shows a new order optimistically, and saves the albums that it changes. */
export function arrange(photos: readonly Photo[]): void {
  const before = new Map(usePhotos.getState().own.data?.map((photo) => [photo.id, photo]))
  for (const photo of photos) {
    const { album = photo.album, ordinal = -1 } = before.get(photo.id) ?? {}
    if (album !== photo.album || ordinal !== photo.ordinal) unsaved.add(album).add(photo.album)
  }
  changeOwn(() => photos)
  void save()
}

/** Moves a photo to an index of an album; to the end if none is given. */
export function move(id: string, album: Album, index = Number.POSITIVE_INFINITY): void {
  arrange(withMoved(usePhotos.getState().own.data ?? [], id, album, index))
}

const NEXT_ROTATION = { 0: 90, 90: 180, 180: 270, 270: 0 } as const
const PREVIOUS_ROTATION = { 0: 270, 90: 0, 180: 90, 270: 180 } as const

const change = (id: string, update: (photo: Photo) => Photo): void =>
  changeOwn((photos) => photos.map((photo) => (photo.id === id ? update(photo) : photo)))

/** Rotates a photo clockwise: optimistically on screen, then on the server, which pushes the processed photo. */
export async function turn({ id, url }: Photo): Promise<void> {
  change(id, (photo) => ({ ...photo, rotation: NEXT_ROTATION[photo.rotation] }))
  await postTurn(url).catch((error: unknown) => {
    change(id, (photo) => ({ ...photo, rotation: PREVIOUS_ROTATION[photo.rotation] }))
    refuse(error)
  })
}

/** Deletes a photo; returns whether that succeeded. */
export async function remove({ id, url }: Photo): Promise<boolean> {
  try {
    await postDeletion(url)
  } catch (error) {
    refuse(error)
    return false
  }
  changeOwn((photos) => photos.filter((photo) => photo.id !== id))
  showToast({ text: textsNow(photosTexts)('removed') })
  return true
}

/** Revokes a member's access to the private album. */
export async function withdraw(userName: string): Promise<void> {
  const without = () =>
    usePhotos.setState(({ grants }) => ({
      grants: mapData(grants, (list) => list.filter((grant) => grant.userName !== userName)),
    }))
  await postWithdrawal(userName).then(without, refuse)
}
