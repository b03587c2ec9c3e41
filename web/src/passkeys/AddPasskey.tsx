import { isVisible } from '@app/contract/text/normalize'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { showToast } from '../lib/feedback/toasts.ts'
import { useForm } from '../lib/forms/use-form.ts'
import { useProof } from '../lib/forms/use-proof.ts'
import { inSession } from '../lib/http/session.ts'
import { getTexts, useTexts } from '../lib/text/texts.ts'
import { Button } from '../ui/buttons/Button.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { TextField } from '../ui/forms/Field.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import { DeviceRefusal, type Refusal } from './device.ts'
import styles from './passkeys.module.css'
import { addPasskey } from './store.ts'
import { passkeyTexts } from './texts.ts'

/** Asks for a name and, if required, the password, and then lets the device create a passkey. */
export function AddPasskey({ close }: { close: () => void }) {
  const t = useTexts(passkeyTexts)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { needsPassword, laterField, send } = useProof()
  const { field, form, isPending, hideErrors } = useForm({
    initial: { name: '', password: '' },
    validate: ({ name, password }) => ({
      name: isVisible(name) ? undefined : 'passkey.name',
      password: needsPassword && password === '' ? 'password.loginEmpty' : undefined,
    }),
    send: async ({ name, password }) => {
      setRefusal(null)
      const showAdded = inSession(() => showToast({ text: getTexts(passkeyTexts)('added', { name }) }))
      try {
        if (!(await send(password, (proof) => addPasskey(name, proof)))) {
          hideErrors({ password })
          return
        }
      } catch (error) {
        if (!(error instanceof DeviceRefusal)) throw error
        setRefusal(error.refusal)
        return
      }
      showAdded()
      close()
    },
  })
  return (
    <form className={styles.form} {...form}>
      <TextField label={t('name')} hint={t('nameHint')} maxLength={50} autoComplete="off" {...field('name')} />
      {needsPassword && (
        <PasswordField label={t('password')} autoComplete="current-password" {...laterField} {...field('password')} />
      )}
      {refusal && (
        <Banner tone="info" icon={KeyRound} role="alert">
          {t(`refusal.${refusal}`)}
        </Banner>
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={isPending} busyLabel={t('adding')}>
          {t('add')}
        </Button>
        <Button variant="quiet" onClick={close}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
