import type { UploadedPhoto } from '@app/contract/photos'
import type { UploadOptions } from './adapters.ts'

/** Uploads a photo. Imports the upload code with the first photo, which keeps it out of the members' start bundle. */
export async function uploadPhoto(path: string, file: Blob, options: UploadOptions): Promise<UploadedPhoto> {
  const parts = new FormData()
  parts.append('file', file, 'photo.jpg')
  const { upload } = await import('../lib/http/upload.ts')
  return upload(path, parts, options)
}
