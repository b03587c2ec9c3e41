import { normalizeText } from '@app/contract/text/normalize'

type Words = { title: string; content: string }

/** Returns whether the stored text equals the sent one. */
export const hasSameText = (stored: Words, sent: Words): boolean =>
  stored.title === normalizeText(sent.title) && stored.content === normalizeText(sent.content)
