import type { MessageHit } from '@app/contract/message-search'
import { useNumberInWords } from '../lib/text/number-words.ts'
import { useTexts } from '../lib/text/texts.ts'
import { messageSearchTexts } from './texts.ts'

/** Returns a function that names the number of conversations of hits, such as 'fyra samtal'. */
export function useConversationCount(): (hits: readonly MessageHit[]) => string {
  const t = useTexts(messageSearchTexts)
  const inWords = useNumberInWords()
  return (hits) => {
    const count = new Set(hits.map(({ chat, group }) => `${chat?.chatId} ${group?.groupId}`)).size
    return t('conversations', { count, words: inWords(count) })
  }
}
