import type { MemberResponse, SaveMember } from '@app/contract/members/members'
import type { Album, Photo, PrivateGrant } from '@app/contract/photos'
import { get, post, postText } from '../lib/http/http.ts'
import type { UploadOptions } from '../lib/http/upload.ts'

export const getMember = (userName: string): Promise<MemberResponse> =>
  get(`members/username/${encodeURIComponent(userName)}`)

export const postOrder = (photos: NonNullable<SaveMember['photos']>): Promise<unknown> => post('members', { photos })
export const postDeletion = (url: string): Promise<void> => post('photos/delete', { url })
export const postRotation = (url: string, rotation: Photo['rotation']): Promise<Photo> =>
  postText(`photos/rotate?rotation=${rotation}`, url)

/** Uploads a photo to an album. The upload code loads with the first photo, so it is not in the members' start bundle. */
export async function storePhoto(
  { file, album, clientId }: { file: Blob; album: Album; clientId: string },
  options: UploadOptions,
): Promise<Photo> {
  const parts = new FormData()
  parts.append('album', album)
  parts.append('clientId', clientId)
  parts.append('file', file, 'photo.jpg')
  const { upload } = await import('../lib/http/upload.ts')
  return upload('photos/store', parts, options)
}

export const getGrants = (): Promise<PrivateGrant[]> => get('photos/private')
export const postWithdrawal = (userName: string): Promise<void> => post('photos/private/withdraw', { userName })
