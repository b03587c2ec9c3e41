import { LazyMarkdown } from '../../ui/markdown/LazyMarkdown.tsx'

/** Matches text that may contain Markdown or links; only such text needs the renderer. */
const MARKUP = /[*_`~#>[\]|\\<&]|^\s*(?:[-+]|\d+[.)])\s|https?:\/\/|mailto:/m

/** Returns whether a message needs the Markdown renderer. */
export const hasMarkup = (text: string | null): boolean => text !== null && MARKUP.test(text)

/**
 * Matches a bare URL at the start of a text, or after a space or an opening parenthesis. Punctuation at its end belongs
 * to the sentence.
 */
const BARE_URL = /(^|[\s(])(https?:\/\/[^\s<>()[\]`]+[^\s<>()[\]`.,;:!?'"])/g

/** Turns bare URLs into Markdown links, unless the text may contain code. */
const withLinks = (text: string): string => (text.includes('`') ? text : text.replace(BARE_URL, '$1<$2>'))

/** Shows the text of a message, each paragraph in the direction of its own script. */
export const MessageText = ({ text, id }: { text: string; id?: string | undefined }) => (
  <div id={id} dir="auto">
    {hasMarkup(text) ? (
      <LazyMarkdown text={withLinks(text)} plain={text} />
    ) : (
      <div className="markdown">
        <p>{text}</p>
      </div>
    )}
  </div>
)
