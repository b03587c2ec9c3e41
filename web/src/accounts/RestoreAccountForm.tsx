import { useTexts } from '../lib/text/texts.ts'
import { restoreAccount } from './api.ts'
import { MailedAction } from './MailedAction.tsx'
import { accountPageTexts } from './page-texts.ts'

/** Lets a member cancel the deletion of the account, with the token from the emailed link. */
export function RestoreAccountForm({ token }: { token: string }) {
  const t = useTexts(accountPageTexts)
  return (
    <MailedAction
      question={t('undeleteLead')}
      action={t('undelete')}
      done={t('undeleted')}
      run={() => restoreAccount(token)}
    />
  )
}
