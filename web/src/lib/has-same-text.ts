import { normalizeText } from '@app/contract/texts'

type Words = { title: string; content: string }

/** Whether what the server has stored is what was sent. */
export const hasSameText = (stored: Words, sent: Words): boolean =>
  stored.title === normalizeText(sent.title) && stored.content === normalizeText(sent.content)
