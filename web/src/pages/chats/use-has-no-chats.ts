import { TEAM_NAME } from '@app/contract/text/names'
import { useChats } from '../../chats/store.ts'

/**
 * Returns whether the member has no chats yet, apart from invites and the chat with the team; false until that is
 * known.
 */
export const useHasNoChats = (): boolean =>
  useChats(
    ({ known, lists }) =>
      lists.chats.data !== undefined &&
      ![...known.values()].some(({ chat }) => chat && chat.state !== 'INVITED' && chat.partner.userName !== TEAM_NAME),
  )
