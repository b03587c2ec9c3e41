import type { PasskeyEntry } from '@app/contract/safety/passkeys'
import { showToast } from '../lib/feedback/toasts.ts'
import { useForm } from '../lib/forms/use-form.ts'
import { getTexts, useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import styles from './passkeys.module.css'
import { deletePasskey } from './store.ts'
import { passkeyTexts } from './texts.ts'
import { useProof } from './use-proof.ts'

type Props = { passkey: PasskeyEntry; close: () => void }

/** Confirms the deletion of a passkey, with the password if required. The focus starts on the safe choice. */
export function DeletePasskey({ passkey: { id, name }, close }: Props) {
  const t = useTexts(passkeyTexts)
  const { needsPassword, send } = useProof()
  const { field, form, isPending } = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({
      password: needsPassword && password === '' ? 'password.loginEmpty' : undefined,
    }),
    send: async ({ password }) => {
      await send(password, (proof) => deletePasskey(id, proof))
      showToast({ text: getTexts(passkeyTexts)('removed', { name }) })
      close()
    },
  })
  return (
    <form className={styles.form} {...form}>
      <p>{t('removeText')}</p>
      {needsPassword && <PasswordField label={t('password')} autoComplete="current-password" {...field('password')} />}
      <div className={styles.dialogActions}>
        <Button variant="quiet" autoFocus onClick={close}>
          {t('keep')}
        </Button>
        <Button type="submit" variant="danger" busy={isPending} busyLabel={t('removing')}>
          {t('remove')}
        </Button>
      </div>
    </form>
  )
}
