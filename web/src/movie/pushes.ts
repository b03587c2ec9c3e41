import type { PushOf } from '@app/contract/pushes'

export const onChanged = (_: PushOf<'movie:changed'>): void => undefined
export const onLiked = (_: PushOf<'movie:liked'>): void => undefined
