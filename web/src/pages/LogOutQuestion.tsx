import { useNumberInWords } from '../lib/text/number-words.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { logOutTexts } from './log-out-texts.ts'

type Props = {
  /** The profile has unsaved changes. */
  changes: boolean
  /** The number of unsent messages. */
  unsent: number
  onLogOut: () => void
  onStay: () => void
}

/** Asks for confirmation before a logout that would lose data. */
export function LogOutQuestion({ changes, unsent, onLogOut, onStay }: Props) {
  const t = useTexts(logOutTexts)
  const inWords = useNumberInWords()
  return (
    <ConfirmDialog
      title={t(unsent > 0 ? 'unsent' : 'unsaved')}
      confirm={t('logOut')}
      cancelLabel={t('stay')}
      open
      onConfirm={onLogOut}
      onClose={onStay}
    >
      {unsent > 0 && t('messages', { count: unsent, words: inWords(unsent) })} {changes && t('changes')}
    </ConfirmDialog>
  )
}
