import type { ChatSummary } from '@app/contract/chats'
import { useState } from 'react'
import { requestEndOfBlock } from '../../lib/blocking/request-block.ts'
import { watchForFocusLoss } from '../../lib/navigation/focus-loss.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { stopIgnoring } from '../chat-actions.ts'
import { chatsTexts } from '../texts.ts'
import styles from './closed-note.module.css'
import { closedTexts } from './closed-texts.ts'

/** Replaces the message field when the member cannot write. */
export function ClosedNote({ chat }: { chat: ChatSummary }) {
  const t = useTexts(closedTexts)
  const tChats = useTexts(chatsTexts)
  const [busy, setBusy] = useState(false)
  const stop = async () => {
    setBusy(true)
    // The message field replaces the pressed button.
    if (document.activeElement) watchForFocusLoss(document.activeElement)
    await stopIgnoring(chat)
    setBusy(false)
  }
  const ownReason = chat.iAmIgnoring && t('ignoredByMe', { name: chat.partner.userName })
  const otherReason = chat.theyAreIgnoring ? t('ignored') : t('ended')
  if (chat.blocked) {
    return (
      <div className={styles.note}>
        <p>{t('blocked', { name: chat.partner.userName })}</p>
        <Button variant="outlined" onClick={() => requestEndOfBlock(chat.partner.userName)}>
          {t('unblock')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.note}>
      <p>{ownReason || otherReason}</p>
      {chat.iAmIgnoring && (
        <Button variant="outlined" busy={busy} busyLabel={tChats('menu.stopIgnoring')} onClick={() => void stop()}>
          {tChats('menu.stopIgnoring')}
        </Button>
      )}
    </div>
  )
}
