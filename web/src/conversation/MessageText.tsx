import { LazyMarkdown } from '../ui/LazyMarkdown.tsx'

/** What could be more than words: only then is the renderer needed. */
const MARKUP = /[*_`~#>[\]|\\<&]|^\s*(?:[-+]|\d+[.)])\s|https?:\/\/|mailto:/m

/** Whether a message takes the Markdown renderer. */
export const hasMarkup = (text: string | null): boolean => text !== null && MARKUP.test(text)

/** A bare address that is not part of a link or of code. Punctuation at its end belongs to the sentence. */
const BARE_ADDRESS = /(^|[\s(])(https?:\/\/[^\s<>()[\]`]+[^\s<>()[\]`.,;:!?'"])/g

const withLinks = (text: string): string => (text.includes('`') ? text : text.replace(BARE_ADDRESS, '$1<$2>'))

/** A message's words, each paragraph in the direction of its own script. */
export const MessageText = ({ text }: { text: string }) => (
  <div dir="auto">
    {hasMarkup(text) ? (
      <LazyMarkdown text={withLinks(text)} plain={text} />
    ) : (
      <div className="markdown">
        <p>{text}</p>
      </div>
    )}
  </div>
)
