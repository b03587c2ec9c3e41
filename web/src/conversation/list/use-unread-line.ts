import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isPageActive } from '../../lib/device/page-active.ts'
import type { Conversation, Page } from '../conversation.ts'
import { isAfter } from '../ids.ts'
import type { UnreadStart } from './rows.ts'

/**
 * Returns where the new messages begin. The line is set when the conversation is opened and stays until it is left,
 * regardless of what is read. Messages that arrive while the page is inactive or the list is not at its end extend it,
 * or start one if there is none.
 */
export function useUnreadLine(
  { newMessages, myLastRead }: Pick<Page, 'newMessages' | 'myLastRead'>,
  { messages, hasNewer }: Conversation,
  atEnd: RefObject<() => boolean>,
): UnreadStart | null {
  const [line, setLine] = useState<UnreadStart | null>(() =>
    newMessages > 0 ? { after: myLastRead, count: newMessages } : null,
  )
  const last = messages.at(-1)?.id ?? null
  const known = useRef({ last, hasNewer })
  useLayoutEffect(() => {
    const before = known.current
    known.current = { last, hasNewer }
    // Messages below a range that had newer ones to load have not just arrived.
    if (before.last === null || last === before.last || before.hasNewer || (isPageActive() && atEnd.current())) return
    const arrived = messages.filter(({ id, mine }) => !mine && isAfter(id, before.last)).length
    if (arrived > 0) setLine((now) => ({ after: now ? now.after : before.last, count: (now?.count ?? 0) + arrived }))
  }, [last, hasNewer, messages, atEnd])
  return line
}
