import type { Id } from '@app/contract/base'
import { setDraft, useDrafts } from '../conversation/composer/drafts.ts'

/** Returns a title as a Markdown quote, which begins a message about it. */
export const quoteOf = (title: string): string => `> ${title}\n\n`

/** Puts the quote into the chat's draft, unless there is a draft already. */
export function quoteInChat(chatId: Id, title: string): void {
  const conversation = `chat:${chatId}` as const
  if (!useDrafts.getState().texts.get(conversation)) setDraft(conversation, quoteOf(title))
}
