import type { Id } from '@app/contract/base'
import { setDraft, useDrafts } from '../conversation/drafts.ts'

/** How a message begins that answers something with this title. */
export const quoteOf = (title: string): string => `> ${title}\n\n`

/** The next message of the chat begins with the quote, unless one is begun already. */
export function quoteInChat(chatId: Id, title: string): void {
  const conversation = `chat:${chatId}` as const
  if (!useDrafts.getState().texts.get(conversation)) setDraft(conversation, quoteOf(title))
}
