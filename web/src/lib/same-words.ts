import { foldText } from '@app/contract/texts'

type Words = { title: string; content: string }

/** Whether what the server has stored is what was sent. */
export const sameWords = (stored: Words, sent: Words): boolean =>
  stored.title === foldText(sent.title) && stored.content === foldText(sent.content)
