import type { CaseRow, OpenCase } from '@app/contract/safety/cases'
import type { Category } from '@app/contract/safety/categories'
import type { Subject } from '@app/contract/safety/subjects'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, describeError } from '../lib/http/api-error.ts'
import { newClientId } from '../lib/http/client-id.ts'
import { useSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { FieldError, TextField } from '../ui/forms/Field.tsx'
import { Segmented } from '../ui/forms/Segmented.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { postCase } from './api.ts'
import { AttachToNotice } from './case/AttachToNotice.tsx'
import styles from './case/case.module.css'
import { caseUrl } from './case-url.ts'
import { openingTexts } from './opening-texts.ts'

/**
 * The reason why the team opens a case: an admin saw the content, an authority ordered it, or a notice from outside is
 * about it.
 */
type Origin = OpenCase['source'] | 'NOTICE'

const ORIGINS: readonly Origin[] = ['OWN', 'AUTHORITY', 'NOTICE']
const LEADS = { OWN: 'lead', AUTHORITY: 'leadAuthority', NOTICE: 'leadNotice' } as const

/** The maximum length that the server accepts, in characters. */
const REFERENCE_MAX = 200

type Props = {
  subject: Subject
  open: boolean
  onClose: () => void
  /** Renders the list of categories. */
  renderCategories: (onChoose: (category: Category) => void) => ReactNode
  /** Replaces the form in a session that began without a passkey. */
  passkeyNeeded: ReactNode
}

/**
 * Asks for the origin and the category, then opens a case about the subject and shows its page; or attaches the subject
 * to the case of a notice.
 */
export function OpenCaseDialog({ subject, open, onClose, renderCategories, passkeyNeeded }: Props) {
  const t = useTexts(openingTexts)
  const navigate = useNavigate()
  const hasPasskeySession = useSession()?.passkey === true
  const [error, setError] = useState<ApiError | null>(null)
  const [isPending, setPending] = useState(false)
  const [origin, setOrigin] = useState<Origin>('OWN')
  const [reference, setReference] = useState('')
  const [clientId] = useState(newClientId)

  async function showCase({ id }: CaseRow): Promise<void> {
    onClose()
    await navigate(caseUrl(id))
  }
  async function choose(category: Category): Promise<void> {
    if (isPending || origin === 'NOTICE') return
    setPending(true)
    setError(null)
    try {
      const isOrder = origin === 'AUTHORITY' && reference.trim() !== ''
      await showCase(
        await postCase({
          subject,
          category,
          source: origin,
          clientId,
          ...(isOrder && { reference: reference.trim() }),
        }),
      )
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught
      setError(caught)
    } finally {
      setPending(false)
    }
  }

  const hasPasskey = hasPasskeySession && error?.code !== 'PASSKEY_REQUIRED'
  return (
    <Dialog title={t('title')} {...(hasPasskey && { lead: t(LEADS[origin]) })} open={open} onClose={onClose} wide>
      {!hasPasskey && passkeyNeeded}
      {hasPasskey && (
        <div className={styles.dialogForm}>
          <Segmented
            label={t('origin')}
            choices={ORIGINS.map((value) => ({ value, label: t(value) }))}
            value={origin}
            onChange={setOrigin}
            stretch
          />
          {origin === 'AUTHORITY' && (
            <TextField
              label={t('reference')}
              value={reference}
              maxLength={REFERENCE_MAX}
              autoComplete="off"
              onChange={({ target }) => setReference(target.value)}
            />
          )}
          {origin === 'NOTICE' ? (
            <AttachToNotice subject={subject} onAttached={(row) => void showCase(row)} onError={setError} />
          ) : (
            renderCategories((category) => void choose(category))
          )}
        </div>
      )}
      <p role="status" className="visually-hidden">
        {isPending ? t('opening') : ''}
      </p>
      {error && hasPasskey && (
        <FieldError>{error.code === 'NOT_FOUND' ? t('unavailable') : describeError(error)}</FieldError>
      )}
    </Dialog>
  )
}
