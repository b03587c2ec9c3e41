import type { PushOf } from '@app/contract/pushes'
import { removeAdsOf } from '../../ads/store.ts'
import { loadBlocks, refreshBlocks, useBlocks } from '../../blocks/store.ts'
import { resync } from '../../chats/poll.ts'
import { removeChatsWith } from '../../chats/remove-member.ts'
import { removeMemberFromEvents } from '../../events/store.ts'
import { reloadGroupChats } from '../../groups/chat/loads.ts'
import { removeMemberFromGroups } from '../../groups/store.ts'
import { fadeRowsOf } from '../../lib/blocking/fade-rows.ts'
import { removeOpenedPhoto } from '../../lib/photos/opened-photo.ts'
import { removeFoundMessages } from '../../message-search/store.ts'
import { removeEntriesOf } from '../../movie/store.ts'
import { removeCommentsOf } from '../../news/comments.ts'
import { removeProfile, restoreProfile } from '../../profiles/store.ts'
import { removeHits } from '../../search/store.ts'
import { removeVerificationsOf } from '../../verifications/store.ts'
import { removeVisitor } from '../../visits/store.ts'
import { removeSuggestion } from '../../welcome/start/store.ts'

/** Returns the id of the kept chat with a blocked member; null if there is none. */
const keptChatOf = (userName: string) =>
  useBlocks.getState().blocks.data?.find((block) => block.userName === userName)?.chatId ?? null

/**
 * Removes all data of a blocked member from this page and this device. Idempotent, since both the response and the push
 * trigger it.
 */
export async function removeMember(userName: string): Promise<void> {
  removeProfile(userName)
  const showRows = await fadeRowsOf(userName)
  removeChatsWith(userName, null)
  removeHits(userName)
  removeFoundMessages(userName)
  removeVisitor(userName)
  removeSuggestion(userName)
  removeMemberFromGroups(userName)
  removeMemberFromEvents(userName)
  removeEntriesOf(userName)
  removeAdsOf(userName)
  removeCommentsOf(userName)
  removeVerificationsOf(userName)
  removeOpenedPhoto(userName)
  reloadGroupChats()
  // Admins of a group still see all of its members.
  requestAnimationFrame(showRows)
  // A push may already have removed the chat from this page; then only the list of blocks has its id.
  await loadBlocks()
  removeChatsWith(userName, keptChatOf(userName))
}

/** Reloads the data in which a member is visible again after the end of a block. */
export function showMember(userName: string): void {
  refreshBlocks()
  restoreProfile(userName)
  reloadGroupChats()
  void resync()
}

export function onBlockChanged({ userName, blocked }: PushOf<'block:changed'>): void {
  if (blocked) void removeMember(userName)
  else showMember(userName)
}
