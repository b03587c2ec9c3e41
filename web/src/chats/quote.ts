import type { Id } from '@app/contract/base'
import { setDraft, useDrafts } from '../conversation/composer/drafts.ts'
import { chatKey } from './sending.ts'

/** Returns the Markdown quote of a title that begins a message about it. */
export const markdownQuoteOf = (title: string): string => `> ${title}\n\n`

/** Puts the quote into the chat's draft, unless there is a draft already. */
export function quoteInChat(chatId: Id, title: string): void {
  const key = chatKey(chatId)
  if (!useDrafts.getState().texts.get(key)) setDraft(key, markdownQuoteOf(title))
}
