import type { Id } from '@app/contract/base'
import { useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Entry } from '../conversation.ts'
import type { RowTarget } from './ConversationList.tsx'
import { keyOfMessage } from './rows.ts'

/** The message that a quote or a link opens. */
export type MessageTarget = { id: Id; focus: boolean }

/**
 * Returns the message to open, at first the one in the URL, and a function that sets another one. Following a link to the
 * same message again opens it again.
 */
export function useLinkedTarget(linkedId: Id | null, focus = false) {
  const { key } = useLocation()
  const link = `${key} ${linkedId}`
  const create = (): MessageTarget | null => (linkedId === null ? null : { id: linkedId, focus })
  const [target, setTarget] = useState(create)
  const [openedLink, setOpenedLink] = useState(link)
  if (link !== openedLink) {
    setOpenedLink(link)
    setTarget(create())
  }
  return [target, setTarget] as const
}

/** Returns the row of the message to open; null until the message is loaded. */
export function useRowTarget(
  target: MessageTarget | null,
  messages: readonly Pick<Entry, 'id' | 'mine' | 'clientId'>[],
): RowTarget | null {
  const message = target && messages.find(({ id }) => id === target.id)
  const key = message ? keyOfMessage(message) : null
  return useMemo(() => (target && key !== null ? { key, focus: target.focus } : null), [target, key])
}
