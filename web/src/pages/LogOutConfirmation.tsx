import { useNumberInWords } from '../lib/text/number-words.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { logOutTexts } from './log-out-texts.ts'

type Props = {
  /** Whether the profile has unsaved changes. */
  hasChanges: boolean
  /** The numbers of unsent messages and reports. */
  unsent: { messages: number; reports: number }
  onLogOut: () => void
  onStay: () => void
}

/** Asks for confirmation before a logout that would lose data. */
export function LogOutConfirmation({ hasChanges, unsent, onLogOut, onStay }: Props) {
  const t = useTexts(logOutTexts)
  const inWords = useNumberInWords()
  const { messages, reports } = unsent
  return (
    <ConfirmDialog
      title={t(messages + reports > 0 ? 'unsent' : 'unsaved')}
      confirm={t('logOut')}
      cancelLabel={t('stay')}
      open
      onConfirm={onLogOut}
      onClose={onStay}
    >
      {messages > 0 && t('messages', { count: messages, words: inWords(messages) })}{' '}
      {reports > 0 && t('reports', { count: reports, words: inWords(reports) })} {hasChanges && t('changes')}
    </ConfirmDialog>
  )
}
