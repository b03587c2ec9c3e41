import type { ChatSummary } from '@app/contract/chats'
import { useState } from 'react'
import { requestEndOfBlock } from '../../lib/blocking/request-block.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { stopIgnoring } from '../chat-actions.ts'
import { chatsTexts } from '../texts.ts'
import styles from './closed-note.module.css'

/** Replaces the message field when the member cannot write. */
export function ClosedNote({ chat }: { chat: ChatSummary }) {
  const t = useTexts(chatsTexts)
  const [busy, setBusy] = useState(false)
  const stop = async () => {
    setBusy(true)
    await stopIgnoring(chat)
    setBusy(false)
  }
  const ownReason = chat.iAmIgnoring && t('composer.ignoredByMe', { name: chat.partner.userName })
  const otherReason = chat.theyAreIgnoring ? t('composer.ignored') : t('composer.ended')
  if (chat.blocked) {
    return (
      <div className={styles.note}>
        <p>{t('composer.blocked', { name: chat.partner.userName })}</p>
        <Button variant="outlined" onClick={() => requestEndOfBlock(chat.partner.userName)}>
          {t('composer.unblock')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.note}>
      <p>{ownReason || otherReason}</p>
      {chat.iAmIgnoring && (
        <Button variant="outlined" busy={busy} busyLabel={t('menu.stopIgnoring')} onClick={() => void stop()}>
          {t('menu.stopIgnoring')}
        </Button>
      )}
    </div>
  )
}
