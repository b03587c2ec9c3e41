import { type MessageHit, toSearchWords } from '@app/contract/message-search'
import { splitAtWords } from './marks.ts'

/** The name of the highlight in the stylesheet. */
const HIGHLIGHT = 'found-words'

let observer: MutationObserver | undefined

/** Returns the registry of highlights; undefined in browsers without one, where only the message is outlined. */
const getHighlights = (): HighlightRegistry | undefined => globalThis.CSS?.highlights

/** Removes the marks from the message that was opened last. */
export function clearMarks(): void {
  observer?.disconnect()
  getHighlights()?.delete(HIGHLIGHT)
}

/** Returns the ranges of the words in the text of a message, without its quote, its event and its author. */
function listRanges(message: Element, words: readonly string[]): Range[] {
  const ranges: Range[] = []
  const texts = document.createTreeWalker(message.querySelector('[data-lifted]') ?? message, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const node = texts.currentNode as Text
    if (node.parentElement?.closest('button, a[href^="/"], .visually-hidden')) continue
    let offset = 0
    for (const { text, isMatch } of splitAtWords(node.data, words)) {
      const range = document.createRange()
      range.setStart(node, offset)
      offset += text.length
      range.setEnd(node, offset)
      if (isMatch) ranges.push(range)
    }
  }
  return ranges
}

/** Returns the message of a hit once it is outlined, or the comment once it is on the page. */
function findOpened({ messageId, parentId }: MessageHit, records: readonly MutationRecord[]): Element | undefined {
  if (parentId !== null) return document.querySelector(`[role="log"] [data-comment="${messageId}"]`) ?? undefined
  return records
    .map(({ target }) => target)
    .find((target): target is Element => target instanceof Element && target.matches('[role="log"] [data-outlined]'))
}

/** Marks the words of the search in the message of a hit as soon as it opens. */
export function markWhenOpened(hit: MessageHit, words: string): void {
  clearMarks()
  const highlights = getHighlights()
  if (!highlights) return
  const opened = new MutationObserver((records) => {
    const message = findOpened(hit, records)
    if (!message) return
    opened.disconnect()
    highlights.set(HIGHLIGHT, new Highlight(...listRanges(message, toSearchWords(words))))
  })
  opened.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-outlined'],
  })
  observer = opened
}
