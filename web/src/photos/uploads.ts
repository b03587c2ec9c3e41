import { PHOTOS_PER_MEMBER } from '@app/contract/limits'
import type { Album, Photo } from '@app/contract/photos'
import { getTexts } from '../lib/text/texts.ts'
import { createUploads, type UploadOf } from '../ui/photos/uploads.ts'
import { storePhoto } from './api.ts'
import { addOwn, usePhotos } from './store.ts'
import { photosTexts } from './texts.ts'

type Item = {
  album: Album
  file: Blob
  preview: { url: string }
  onStored?: ((photo: Photo) => void) | undefined
}

export type Upload = UploadOf<Item>

const uploads = createUploads<Item, Photo>({
  parallelMax: 2,
  store: ({ album, clientId }, file, options) => storePhoto({ file, album, clientId }, options),
  onStored: (photo, { preview, onStored }) => {
    addOwn(photo, preview.url)
    onStored?.(photo)
  },
})

export const { useUploads, retry: retryUpload, cancel: cancelUpload } = uploads

const countPhotos = (): number => (usePhotos.getState().own.data?.length ?? 0) + useUploads.getState().uploads.length

/**
 * Queues chosen files for an album; those beyond the free slots fail at once. Calls `onStored` with each uploaded
 * photo.
 */
export function addFiles(files: readonly Blob[], album: Album, onStored?: (photo: Photo) => void): void {
  const freeSlots = Math.max(0, PHOTOS_PER_MEMBER - countPhotos())
  const t = getTexts(photosTexts)
  uploads.add(
    files.map((file, index) => ({
      album,
      file,
      preview: { url: URL.createObjectURL(file) },
      onStored,
      problem: index >= freeSlots ? { text: t('full', { max: PHOTOS_PER_MEMBER }), final: true } : null,
    })),
  )
}
