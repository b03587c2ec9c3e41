import type { Category } from '@app/contract/safety/categories'
import type { FileReport } from '@app/contract/safety/reports'
import type { Subject } from '@app/contract/safety/subjects'
import { useCallback, useState } from 'react'
import { discard, enqueueReport, retry, useOutbox } from '../conversation/outbox/outbox.ts'
import { useSessionState } from '../lib/http/session.ts'

/** The input of the member in the dialog. */
export type Draft = {
  category: Category | null
  words: string
  illegal: boolean
  lastHundred: boolean
  /** Whether a report about a member's content also blocks the member. */
  alsoBlock: boolean
  /** The item of the outbox, once the member has sent the report. */
  clientId: string | null
}

const EMPTY: Draft = {
  category: null,
  words: '',
  illegal: false,
  lastHundred: false,
  alsoBlock: true,
  clientId: null,
}

/** The drafts of this page by subject, so that closing a dialog loses no input. They are never stored on the device. */
const drafts = new Map<string, Draft>()

useSessionState.subscribe(({ session }, previous) => {
  if (session?.sessionId !== previous.session?.sessionId) drafts.clear()
})

const keyOf = ({ kind, id, parentId }: Subject): string => [kind, parentId, id].join(' ')

/** Returns the draft about a subject, and the functions that change and remove it. */
export function useDraft(subject: Subject) {
  const key = keyOf(subject)
  const [draft, setDraft] = useState(() => drafts.get(key) ?? EMPTY)
  const change = useCallback(
    (changes: Partial<Draft>) => {
      setDraft((previous) => {
        const next = { ...previous, ...changes }
        drafts.set(key, next)
        return next
      })
    },
    [key],
  )
  /** Removes the draft of a report that the server has stored; an open dialog still shows it. */
  const remove = useCallback(() => void drafts.delete(key), [key])
  return { draft, change, remove }
}

const inputOf = (
  subject: Subject,
  category: Category,
  { words, illegal, lastHundred, alsoBlock }: Draft,
): FileReport => ({
  subject,
  category,
  ...(words.trim() === '' ? {} : { words }),
  ...(illegal ? { illegal } : {}),
  ...(lastHundred ? { lastHundred } : {}),
  ...(alsoBlock ? { alsoBlock } : {}),
})

/**
 * Queues a report. An unchanged report that has failed is sent again under its client id, since the server may have
 * received it; a changed one replaces it. Returns the client id.
 */
export function queueReport(subject: Subject, category: Category, draft: Draft): string {
  const payload = JSON.stringify(inputOf(subject, category, draft))
  const failed = useOutbox.getState().items.find(({ clientId }) => clientId === draft.clientId)
  if (failed?.payload === payload) {
    retry(failed.clientId)
    return failed.clientId
  }
  if (failed) discard(failed.clientId)
  return enqueueReport(payload)
}
