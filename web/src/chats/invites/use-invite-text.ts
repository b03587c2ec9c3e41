import type { ChatSummary } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH } from '@app/contract/limits'
import { useEffect } from 'react'
import { stripMarkdown, toListPreview } from '../../lib/text/strip-markdown.ts'
import { openConversation } from '../loads.ts'
import { findConversation } from '../state.ts'
import { useChats } from '../store.ts'

/**
 * Loads an invite and returns its text, and its preview until then: as plain text, so that a stranger's message
 * contains no links.
 */
export function useInviteText({ chatId, lastMessage }: ChatSummary): string {
  const fullText = useChats((state) => findConversation(state, chatId)?.messages[0]?.message)
  useEffect(() => {
    void openConversation(chatId)
  }, [chatId])
  return fullText ? stripMarkdown(fullText) : toListPreview(lastMessage ?? '', CHAT_PREVIEW_LENGTH)
}
