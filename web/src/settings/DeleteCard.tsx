import { useState } from 'react'
import { useForm } from '../lib/forms/use-form.ts'
import { useProof } from '../lib/forms/use-proof.ts'
import { useSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { Card } from '../ui/layout/Card.tsx'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import styles from './settings.module.css'
import { deleteAccount } from './store.ts'
import { settingsTexts } from './texts.ts'

/** Lets members delete their account. Explains the consequences, asks for the password if required, and to confirm. */
export function DeleteCard() {
  const t = useTexts(settingsTexts)
  const name = useSession()?.userName ?? ''
  /** Resolves the confirmation that the dialog asks for; null while it is closed. */
  const [resolveConfirmation, setResolveConfirmation] = useState<((isConfirmed: boolean) => void) | null>(null)
  const { needsPassword, laterField, send } = useProof()
  const { field, form, isPending, hideErrors } = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({ password: needsPassword && password === '' ? 'password.loginEmpty' : undefined }),
    send: async ({ password }) => {
      if (!(await new Promise<boolean>((resolve) => setResolveConfirmation(() => resolve)))) return
      if (!(await send(password, deleteAccount))) hideErrors({ password })
    },
  })
  const close = (isConfirmed: boolean) => {
    resolveConfirmation?.(isConfirmed)
    setResolveConfirmation(null)
  }
  return (
    <Card title={t('delete')}>
      <p className={styles.lead}>{t('deleteLead')}</p>
      <form className={styles.form} {...form}>
        {needsPassword && (
          <PasswordField
            label={t('deletePassword')}
            autoComplete="current-password"
            {...laterField}
            {...field('password')}
          />
        )}
        <div>
          <Button type="submit" variant="dangerQuiet" busy={isPending} busyLabel={t('deleting')}>
            {t('delete')}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        title={t('deleteTitle', { name })}
        confirm={t('delete')}
        cancelLabel={t('deleteKeep')}
        open={resolveConfirmation !== null}
        onConfirm={() => close(true)}
        onClose={() => close(false)}
      >
        {t('deleteText')}
      </ConfirmDialog>
    </Card>
  )
}
