import type { PasskeyProtection } from '@app/contract/safety/passkeys'
import { useState } from 'react'
import { useTexts } from '../lib/text/texts.ts'
import { Switch } from '../ui/forms/Switch.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { ProofForm } from './ProofForm.tsx'
import styles from './passkeys.module.css'
import { setPasskeyOnly } from './store.ts'
import { passkeyTexts } from './texts.ts'

type Props = { protection: PasskeyProtection; hasPasskey: boolean }

/** Returns the text of what is missing to turn the login with the password off. */
const missingOf = (hasPasskey: boolean, hasCodes: boolean) =>
  hasPasskey ? 'onlyNeedsCodes' : hasCodes ? 'onlyNeedsPasskey' : 'onlyNeeds'

/** Turns the login with the password off and on, after a confirmation. */
export function PasskeyOnly({ protection: { passkeyOnly, codesLeft }, hasPasskey }: Props) {
  const t = useTexts(passkeyTexts)
  const [open, setOpen] = useState(false)
  const isPossible = passkeyOnly || (hasPasskey && codesLeft > 0)
  const change = passkeyOnly ? 'allowPassword' : 'forbidPassword'
  return (
    <div className={styles.only}>
      <Switch
        checked={passkeyOnly}
        disabled={!isPossible}
        hint={t(isPossible ? 'onlyHint' : missingOf(hasPasskey, codesLeft > 0))}
        onChange={() => setOpen(true)}
      >
        {t('only')}
      </Switch>
      <Dialog title={t(`${change}.title`)} role="alertdialog" open={open} onClose={() => setOpen(false)}>
        <ProofForm
          text={t(`${change}.text`)}
          confirm={t(`${change}.confirm`)}
          busy={t('saving')}
          cancel={t('cancel')}
          close={() => setOpen(false)}
          send={(proof) => setPasskeyOnly(!passkeyOnly, proof)}
        />
      </Dialog>
    </div>
  )
}
