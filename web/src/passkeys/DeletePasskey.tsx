import type { PasskeyEntry } from '@app/contract/safety/passkeys'
import { showToast } from '../lib/feedback/toasts.ts'
import { inSession } from '../lib/http/session.ts'
import { getTexts, useTexts } from '../lib/text/texts.ts'
import { ProofForm } from './ProofForm.tsx'
import { deletePasskey } from './store.ts'
import { passkeyTexts } from './texts.ts'

type Props = { passkey: PasskeyEntry; close: () => void }

/** Asks for confirmation of the deletion of a passkey. */
export function DeletePasskey({ passkey: { id, name }, close }: Props) {
  const t = useTexts(passkeyTexts)
  return (
    <ProofForm
      text={t('removeText')}
      confirm={t('remove')}
      busy={t('removing')}
      cancel={t('keep')}
      variant="danger"
      close={close}
      send={async (proof) => {
        const showDeleted = inSession(() => showToast({ text: getTexts(passkeyTexts)('removed', { name }) }))
        await deletePasskey(id, proof)
        showDeleted()
      }}
    />
  )
}
