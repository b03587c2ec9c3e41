import { useNumberInWords } from '../lib/text/number-words.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { logOutTexts } from './log-out-texts.ts'

type Props = {
  /** Whether the profile has unsaved changes. */
  hasChanges: boolean
  /** The number of unsent messages. */
  unsentCount: number
  onLogOut: () => void
  onStay: () => void
}

/** Asks for confirmation before a logout that would lose data. */
export function LogOutConfirmation({ hasChanges, unsentCount, onLogOut, onStay }: Props) {
  const t = useTexts(logOutTexts)
  const inWords = useNumberInWords()
  return (
    <ConfirmDialog
      title={t(unsentCount > 0 ? 'unsent' : 'unsaved')}
      confirm={t('logOut')}
      cancelLabel={t('stay')}
      open
      onConfirm={onLogOut}
      onClose={onStay}
    >
      {unsentCount > 0 && t('messages', { count: unsentCount, words: inWords(unsentCount) })}{' '}
      {hasChanges && t('changes')}
    </ConfirmDialog>
  )
}
