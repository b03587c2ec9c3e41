import { useTexts } from '../lib/texts.ts'
import { undelete } from './api.ts'
import { MailedAction } from './MailedAction.tsx'
import { accountTexts } from './texts.ts'

/** Takes back a deletion, by the link that was mailed. */
export function UndeleteForm({ token }: { token: string }) {
  const t = useTexts(accountTexts)
  return (
    <MailedAction
      question={t('undeleteLead')}
      action={t('undelete')}
      done={t('undeleted')}
      run={() => undelete(token)}
    />
  )
}
