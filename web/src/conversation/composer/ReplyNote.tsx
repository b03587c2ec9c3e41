import type { Quote } from '@app/contract/replies'
import { useTexts } from '../../lib/text/texts.ts'
import { extrasTexts } from '../messages/extras-texts.ts'
import { useQuotedText } from '../messages/MessageQuote.tsx'
import { ComposerNote } from './ComposerNote.tsx'
import styles from './composer-note.module.css'

/** Shows which message the member replies to. */
export function ReplyNote({ quote, onCancel }: { quote: Quote; onCancel: () => void }) {
  const t = useTexts(extrasTexts)
  const quotedText = useQuotedText()
  const title = quote.mine ? t('replyingToMe') : t('replying', { name: quote.senderName || t('former') })
  return (
    <ComposerNote title={title} cancelLabel={t('cancelReply')} onCancel={onCancel}>
      <p className={styles.quoted} dir="auto">
        {quotedText(quote)}
      </p>
    </ComposerNote>
  )
}
