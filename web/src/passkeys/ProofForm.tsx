import type { PasswordConfirmation } from '@app/contract/members/members'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useForm } from '../lib/forms/use-form.ts'
import { useProof } from '../lib/forms/use-proof.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { settingsUrl } from '../lib/navigation/settings-url.ts'
import { useTexts } from '../lib/text/texts.ts'
import { Button, type ButtonVariant } from '../ui/buttons/Button.tsx'
import { Banner } from '../ui/feedback/Banner.tsx'
import { PasswordField } from '../ui/forms/PasswordField.tsx'
import styles from './passkeys.module.css'
import { passkeyTexts } from './texts.ts'

type Props = {
  text: string
  confirm: string
  busy: string
  cancel: string
  variant?: ButtonVariant
  send: (proof: PasswordConfirmation) => Promise<void>
  close: () => void
}

/**
 * Confirms a change in a dialog, with the password if required. Links to the login with a passkey if the server requires
 * one. The cancel button has the initial focus.
 */
export function ProofForm({ text, confirm, busy, cancel, variant = 'primary', send: sendChange, close }: Props) {
  const t = useTexts(passkeyTexts)
  const { needsPassword, laterField, send } = useProof()
  const [needsPasskey, setNeedsPasskey] = useState(false)
  const { field, form, isPending, hideErrors } = useForm({
    initial: { password: '' },
    validate: ({ password }) => ({
      password: needsPassword && password === '' ? 'password.loginEmpty' : undefined,
    }),
    send: async ({ password }) => {
      try {
        if (!(await send(password, sendChange))) {
          hideErrors({ password })
          return
        }
      } catch (error) {
        if (!isApiError(error, 'PASSKEY_REQUIRED')) throw error
        setNeedsPasskey(true)
        return
      }
      close()
    },
  })
  return (
    <form className={styles.form} {...form}>
      <p>{text}</p>
      {needsPassword && (
        <PasswordField label={t('password')} autoComplete="current-password" {...laterField} {...field('password')} />
      )}
      {needsPasskey && (
        <Banner tone="info" icon={KeyRound} role="alert">
          {t.rich('passkeyNeeded', {
            link: (chunks) => (
              <Link className="text-link" to="/passkey" state={{ from: settingsUrl('login') }}>
                {chunks}
              </Link>
            ),
          })}
        </Banner>
      )}
      <div className={styles.dialogActions}>
        <Button variant="quiet" autoFocus onClick={close}>
          {cancel}
        </Button>
        <Button type="submit" variant={variant} busy={isPending} busyLabel={busy}>
          {confirm}
        </Button>
      </div>
    </form>
  )
}
