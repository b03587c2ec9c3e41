import type { MovieEntry } from '@app/contract/movie'
import { createUploads, type UploadOf } from '../ui/photos/uploads.ts'
import { type NewEntry, postEntry } from './api.ts'
import { addOwn, type Preview } from './store.ts'

type Item = Omit<NewEntry, 'clientId'> & { preview: Preview }

export type Upload = UploadOf<Item>

const uploads = createUploads<Item, MovieEntry>({
  parallelMax: Number.POSITIVE_INFINITY,
  store: (upload, file, options) => postEntry({ ...upload, file }, options),
  onStored: (entry, { preview }) => addOwn(entry, preview),
})

export const { useUploads, retry: retryUpload, cancel: cancelUpload } = uploads

/** Uploads a photo with its caption; `preview` is the cropped copy. */
export const uploadEntry = (entry: Omit<NewEntry, 'clientId'>, preview: Preview): void =>
  uploads.add([{ ...entry, preview }])
