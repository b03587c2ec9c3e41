import type { Album } from '@app/contract/photos'

/** The albums that the welcome dialog offers for the first photo. */
export const FIRST_PHOTO_ALBUMS = ['PUBLIC', 'PRIVATE'] as const satisfies readonly Album[]
export type FirstPhotoAlbum = (typeof FIRST_PHOTO_ALBUMS)[number]
