import type { Id } from '@app/contract/base'
import { PAGE_DEFAULT } from '@app/contract/limits'
import type { MovieEntry, MovieNew } from '@app/contract/movie'
import { get, post } from '../lib/http/http.ts'
import type { UploadOptions } from '../lib/http/upload.ts'
import type { Crop } from '../ui/photos/crop-area.ts'

export const getEntries = (before?: Id, limit: number = PAGE_DEFAULT): Promise<MovieEntry[]> =>
  get('movie', { ...(before ? { before } : {}), limit })

export const getNewEntryCount = (after: Id): Promise<MovieNew> => get('movie/new', { after })

export type NewEntry = { file: Blob; crop: Crop; message: string; altText: string; clientId: string }

/** Formats a number with enough decimals for one pixel of the largest photo. */
const decimal = (value: number): string => value.toFixed(6)

export async function postEntry(entry: NewEntry, options: UploadOptions): Promise<MovieEntry> {
  const { file, crop, message, altText, clientId } = entry
  const parts = new FormData()
  parts.append('message', message)
  parts.append('zoom', decimal(crop.zoom))
  parts.append('offset_x', decimal(crop.offsetX))
  parts.append('offset_y', decimal(crop.offsetY))
  parts.append('alt_text', altText)
  parts.append('clientId', clientId)
  parts.append('file', file, 'photo.jpg')
  const { upload } = await import('../lib/http/upload.ts')
  return upload('movie', parts, options)
}

export const postDeletion = (id: Id): Promise<void> => post('movie/delete', { id })
export const postLike = (id: Id, like: boolean): Promise<void> => post(like ? 'movie/like' : 'movie/unlike', { id })
