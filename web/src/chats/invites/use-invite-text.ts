import type { ChatSummary } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH } from '@app/contract/limits'
import { useEffect } from 'react'
import { hasContactDetails } from '../../lib/text/contact-details.ts'
import { stripMarkdown, toListPreview } from '../../lib/text/strip-markdown.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { openConversation } from '../loads.ts'
import { findConversation } from '../state.ts'
import { useChats } from '../store.ts'
import { chatsTexts } from '../texts.ts'

/**
 * Loads an invite and returns its text, or its preview until it is loaded. The text is plain, so that a stranger's
 * message contains no links.
 */
export function useInviteText({ chatId, lastMessage }: ChatSummary): string {
  const fullText = useChats((state) => findConversation(state, chatId)?.messages[0]?.message)
  useEffect(() => {
    void openConversation(chatId)
  }, [chatId])
  return fullText ? stripMarkdown(fullText) : toListPreview(lastMessage ?? '', CHAT_PREVIEW_LENGTH)
}

/** Returns the warning about a link or a telephone number in an invite; null without one, and for own invites. */
export function useInviteWarning({ chatId, createdByMe, lastMessage }: ChatSummary): string | null {
  const t = useTexts(chatsTexts)
  const fullText = useChats((state) => findConversation(state, chatId)?.messages[0]?.message)
  return !createdByMe && hasContactDetails(fullText ?? lastMessage ?? '') ? t('message.careful') : null
}
