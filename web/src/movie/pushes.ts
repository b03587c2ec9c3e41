import type { PushOf } from '@app/contract/pushes'
import { askForNewer } from './newer.ts'
import { changeEntry, onGone, onPicture } from './store.ts'

export const onChanged = ({ gone }: PushOf<'movie:changed'>): void => (gone ? onGone(gone) : askForNewer())

export const onLiked = ({ id, likes }: PushOf<'movie:liked'>): void => changeEntry(id, () => ({ likes }))

export const onPhotoReady = ({ photo }: PushOf<'photo:ready'>): void => onPicture(photo)
