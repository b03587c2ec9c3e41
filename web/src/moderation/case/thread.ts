import type { CaseRow, EvidencePart } from '@app/contract/safety/cases'

/** The number of texts before the reported one that are shown with it. */
const SHOWN_BEFORE = 2

const THREAD_ROLES: ReadonlySet<EvidencePart['role']> = new Set(['BEFORE', 'AFTER', 'COMMENT'])
const isInThread = ({ role }: EvidencePart): boolean => THREAD_ROLES.has(role)

/**
 * Returns the parts of evidence that are folded: the thread except for the texts right before the reported one, and the
 * earlier words of the folded texts.
 */
export function findFolded(parts: readonly EvidencePart[]): ReadonlySet<EvidencePart> {
  const subject = parts.findIndex(({ role }) => role === 'SUBJECT')
  const thread = parts.filter(isInThread)
  const near = new Set(parts.slice(0, Math.max(subject, 0)).filter(isInThread).slice(-SHOWN_BEFORE))
  const folded = new Set(thread.filter((part) => !near.has(part)))
  const ids = new Set([...folded].map(({ id }) => id))
  return new Set([...folded, ...parts.filter(({ role, id }) => role === 'EARLIER' && ids.has(id))])
}

type Thread = { of: 'comments' | 'messages' | 'posts'; count: number }

/** Counts the texts of a thread: the comments on a post, the messages of a chat, or the author's posts in a group. */
export function countThread(kind: CaseRow['kind'], parts: readonly EvidencePart[]): Thread {
  const count = parts.filter(isInThread).length
  if (kind === 'CHAT_MESSAGE') return { of: 'messages', count: count + 1 }
  if (kind === 'GROUP') return { of: 'posts', count }
  const isComment = parts.some(({ role }) => role === 'PARENT')
  return { of: 'comments', count: isComment ? count + 1 : count }
}
