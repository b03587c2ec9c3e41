import { normalizeText } from '@app/contract/text/normalize'

type TitleAndContent = { title: string; content: string }

/** Returns whether the stored text equals the sent one after normalization. */
export const hasSameText = (stored: TitleAndContent, sent: TitleAndContent): boolean =>
  stored.title === normalizeText(sent.title) && stored.content === normalizeText(sent.content)
