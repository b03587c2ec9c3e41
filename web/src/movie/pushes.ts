import type { PushOf } from '@app/contract/pushes'
import { scheduleCount } from './new-entries.ts'
import { changeEntry, onDeleted, onPicture } from './store.ts'

export const onChanged = ({ gone: removedId }: PushOf<'movie:changed'>): void =>
  removedId ? onDeleted(removedId) : scheduleCount()

export const onLiked = ({ id, likes }: PushOf<'movie:liked'>): void => changeEntry(id, () => ({ likes }))

export const onPhotoReady = ({ photo }: PushOf<'photo:ready'>): void => onPicture(photo)
