import type { Id } from '@app/contract/base'
import { createRefreshPictures, hasPhoto, withRefreshedPhoto } from '../conversation/refresh-pictures.ts'
import { loadAll, source } from './loads.ts'

export const refreshPictures = createRefreshPictures({
  ...source,
  pictures: { has: hasPhoto, refreshUrls: withRefreshedPhoto },
})

/** Requests fresh photo URLs for the lists and the visible chats after the old ones have expired. */
export async function refreshPictureUrls(visible: readonly Id[]): Promise<void> {
  await Promise.all([loadAll(), ...visible.map((chatId) => refreshPictures(chatId))]).catch(() => undefined)
}
