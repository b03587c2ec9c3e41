import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isPageActive } from '../../lib/device/page-active.ts'
import type { Conversation, Page } from '../conversation.ts'
import { isAfter } from '../ids.ts'
import type { UnreadStart } from './rows.ts'

/**
 * Returns the start of the unread messages, where the list shows a divider. It is set when the conversation is opened
 * and stays until it is left, even once messages are read. Messages that arrive while the page is inactive or the list
 * is not at its end increment its count, or set it if there is none.
 */
export function useUnreadLine(
  { newMessages, myLastRead }: Pick<Page, 'newMessages' | 'myLastRead'>,
  { messages, hasNewer }: Conversation,
  isAtEnd: RefObject<() => boolean>,
): UnreadStart | null {
  const [unreadStart, setUnreadStart] = useState<UnreadStart | null>(() =>
    newMessages > 0 ? { after: myLastRead, count: newMessages } : null,
  )
  const lastId = messages.at(-1)?.id ?? null
  const previousEnd = useRef({ lastId, hasNewer })
  useLayoutEffect(() => {
    const previous = previousEnd.current
    previousEnd.current = { lastId, hasNewer }
    // If the range had newer messages to load, the messages added to its end have not just arrived.
    if (
      previous.lastId === null ||
      lastId === previous.lastId ||
      previous.hasNewer ||
      (isPageActive() && isAtEnd.current())
    )
      return
    const newCount = messages.filter(({ id, mine }) => !mine && isAfter(id, previous.lastId)).length
    if (newCount > 0)
      setUnreadStart((current) => ({
        after: current ? current.after : previous.lastId,
        count: (current?.count ?? 0) + newCount,
      }))
  }, [lastId, hasNewer, messages, isAtEnd])
  return unreadStart
}
