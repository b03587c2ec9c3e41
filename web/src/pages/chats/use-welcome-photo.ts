import type { Photo } from '@app/contract/photos'
import { useSessionState } from '../../lib/http/session.ts'
import { deletePhoto, movePhoto } from '../../photos/actions.ts'
import { photosIn } from '../../photos/albums.ts'
import { usePhotos } from '../../photos/store.ts'
import { addFiles, cancelUpload, retryUpload, useUploads } from '../../photos/uploads.ts'
import { useOwnPhotos } from '../../photos/use-own-photos.ts'
import type { StepPhoto } from '../../welcome/dialog/PhotoStep.tsx'
import { changeWelcomeDraft, useWelcomeDraft } from '../../welcome/draft.ts'
import { FIRST_PHOTO_ALBUMS, type FirstPhotoAlbum } from '../../welcome/first-photo-album.ts'

/** The files from which photos were cropped on this page, by photo id, to crop them again. */
const sources = new Map<string, Blob>()

useSessionState.subscribe(({ session }) => {
  if (!session) sources.clear()
})

const draftOf = () => useWelcomeDraft.getState().changes

/** Moves an uploaded photo to the start of the chosen album, and deletes the photo of the welcome that it replaces. */
function onStored(photo: Photo, source: Blob): void {
  const { photoId, audience = 'PUBLIC' } = draftOf()
  sources.set(photo.id, source)
  changeWelcomeDraft({ photoId: photo.id, shownId: photo.id })
  movePhoto(photo.id, audience, 0)
  const replaced = usePhotos.getState().own.data?.find(({ id }) => id === photoId)
  if (replaced && replaced.id !== photo.id) void deletePhoto(replaced)
}

async function fetchSource({ id, largeUrl }: Photo): Promise<Blob> {
  const source = sources.get(id)
  if (source) return source
  const response = await fetch(largeUrl)
  if (!response.ok) throw new Error(`The photo could not be fetched: ${response.status}`)
  return response.blob()
}

/** Returns the photo that the welcome shows, with the actions on it. */
export function useWelcomePhoto() {
  const photos = useOwnPhotos().data ?? []
  const upload = useUploads(({ uploads }) =>
    uploads.findLast(({ album }) => FIRST_PHOTO_ALBUMS.some((one) => one === album)),
  )
  const previews = usePhotos((state) => state.previews)
  const { photoId, shownId = photoId, audience: chosenAudience = 'PUBLIC' } = useWelcomeDraft((draft) => draft.changes)
  const stored = photos.find(({ id }) => id === shownId) ?? photosIn(photos, 'PUBLIC')[0]

  const audience: FirstPhotoAlbum =
    stored && !upload ? (stored.album === 'PUBLIC' ? 'PUBLIC' : 'PRIVATE') : chosenAudience
  const photo: StepPhoto | null = upload
    ? { ...upload, preview: upload.preview.url }
    : stored
      ? { state: 'stored', photo: stored, preview: previews.get(stored.id), isUnreadable: stored.status === 'FAILED' }
      : null
  return {
    photo,
    audience,
    onAudience: (next: FirstPhotoAlbum) => {
      changeWelcomeDraft(stored && !upload ? { audience: next, shownId: stored.id } : { audience: next })
      if (stored && !upload) movePhoto(stored.id, next, 0)
    },
    onUpload: (file: Blob, source: Blob) => {
      if (upload) cancelUpload(upload.clientId)
      changeWelcomeDraft({ audience })
      addFiles([file], audience, (uploaded) => onStored(uploaded, source))
    },
    onRetry: () => upload && retryUpload(upload.clientId),
    onCancel: () => upload && cancelUpload(upload.clientId),
    // A new crop replaces the photo, which is allowed only for a photo that the welcome uploaded.
    getSource: stored && stored.id === photoId ? () => fetchSource(stored) : undefined,
  }
}
