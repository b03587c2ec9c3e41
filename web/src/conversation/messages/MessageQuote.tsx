import type { Quote } from '@app/contract/replies'
import { stripMarkdown } from '../../lib/text/strip-markdown.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { photoTexts } from '../photo-texts.ts'
import { extrasTexts } from './extras-texts.ts'
import styles from './quote.module.css'

/** Returns a function that describes the quoted message in one line. */
export function useQuotedText(): (quote: Quote) => string {
  const t = useTexts(extrasTexts)
  const photoText = useTexts(photoTexts)('photo')
  return ({ message, deleted }) => {
    if (deleted) return t('deleted')
    return message === null ? photoText : stripMarkdown(message, true)
  }
}

type Props = {
  quote: Quote
  /** Whether the reply is the member's own, on a colored bubble. */
  onColor?: boolean
  tabStop: boolean
  onOpen: (messageId: string) => void
}

/** Shows the message that another one replies to, above its text. Opens that message. */
export function MessageQuote({ quote, onColor, tabStop, onOpen }: Props) {
  const t = useTexts(extrasTexts)
  const quotedText = useQuotedText()
  const name = quote.mine ? t('me') : quote.senderName || t('former')
  return (
    <button
      type="button"
      className={classes(styles.quote, onColor && styles.onColor)}
      tabIndex={tabStop ? 0 : -1}
      onClick={() => onOpen(quote.id)}
    >
      <span className="visually-hidden">{t('replyTo', { name })} </span>
      <span className={styles.name} aria-hidden>
        {name}
      </span>
      <span className={classes(styles.text, quote.deleted && styles.deleted)} dir="auto">
        {quotedText(quote)}
      </span>
    </button>
  )
}
