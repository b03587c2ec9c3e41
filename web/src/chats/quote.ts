import type { Id } from '@app/contract/base'
import { setDraft, useDrafts } from '../conversation/composer/drafts.ts'

/** Returns the quote that begins a message about something with this title. */
export const quoteOf = (title: string): string => `> ${title}\n\n`

/** Puts the quote into the chat's draft, unless there is a draft already. */
export function quoteInChat(chatId: Id, title: string): void {
  const conversation = `chat:${chatId}` as const
  if (!useDrafts.getState().texts.get(conversation)) setDraft(conversation, quoteOf(title))
}
