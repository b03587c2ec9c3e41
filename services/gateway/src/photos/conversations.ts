import type { MemberTx } from '@app/server/delivery/transact'
import { lockChat, requireChat } from '@app/server/policies/chats'
import { lockGroup, requireGroup } from '@app/server/policies/groups'
import type { MemberCtx } from '../context.ts'
import type { MediaTarget } from './queries.ts'

/** A conversation whose messages can have a photo. */
export type Conversation = Exclude<MediaTarget, { kind: 'ALBUM' | 'MOVIE' }>

/** Requires that the caller may write in a conversation. */
export const requireWritable = ({ db, member }: MemberCtx, conversation: Conversation): Promise<unknown> =>
  conversation.kind === 'CHAT'
    ? requireChat(db, conversation.chatId, member, 'write')
    : requireGroup(db, conversation.groupId, member, 'write')

/** Requires that the caller may write in a conversation, and locks it until the transaction ends. */
export const lockWritable = ({ db, member }: MemberTx, conversation: Conversation): Promise<unknown> =>
  conversation.kind === 'CHAT'
    ? lockChat(db, conversation.chatId, member, 'write')
    : lockGroup(db, conversation.groupId, member, 'write')
