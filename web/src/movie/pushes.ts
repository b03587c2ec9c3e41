import type { PushOf } from '@app/contract/pushes'
import { scheduleNewer } from './newer.ts'
import { changeEntry, onPicture, onRemoved } from './store.ts'

export const onChanged = ({ gone: removedId }: PushOf<'movie:changed'>): void =>
  removedId ? onRemoved(removedId) : scheduleNewer()

export const onLiked = ({ id, likes }: PushOf<'movie:liked'>): void => changeEntry(id, () => ({ likes }))

export const onPhotoReady = ({ photo }: PushOf<'photo:ready'>): void => onPicture(photo)
