import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isPageActive } from '../lib/page-active.ts'
import type { Conversation, Page } from './conversation.ts'
import { isAfter } from './ids.ts'
import type { UnreadStart } from './rows.ts'

/**
 * Where the new messages begin. It is settled when the conversation is opened and stays until it is left, whatever is read
 * meanwhile; messages that arrive while nobody looks get a line of their own if there is none yet.
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
    // What comes below a stretch that had more to come has not arrived just now.
    if (before.last === null || last === before.last || before.hasNewer || (isPageActive() && atEnd.current())) return
    const arrived = messages.filter(({ id, mine }) => !mine && isAfter(id, before.last)).length
    if (arrived > 0) setLine((now) => ({ after: now ? now.after : before.last, count: (now?.count ?? 0) + arrived }))
  }, [last, hasNewer, messages, atEnd])
  return line
}
