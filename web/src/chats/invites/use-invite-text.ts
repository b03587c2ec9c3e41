import type { ChatSummary } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH } from '@app/contract/limits'
import { useEffect } from 'react'
import { stripMarkdown, toListPreview } from '../../lib/text/strip-markdown.ts'
import { openConversation } from '../loads.ts'
import { findConversation } from '../state.ts'
import { useChats } from '../store.ts'

/** Returns the text of an invite as plain text: the sender is not known yet, so it contains no links. */
export function useInviteText({ chatId, lastMessage }: ChatSummary): string {
  const fullText = useChats((state) => findConversation(state, chatId)?.messages[0]?.message)
  useEffect(() => {
    void openConversation(chatId)
  }, [chatId])
  return fullText ? stripMarkdown(fullText) : toListPreview(lastMessage ?? '', CHAT_PREVIEW_LENGTH)
}
