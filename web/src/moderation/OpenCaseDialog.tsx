import type { Category } from '@app/contract/safety/categories'
import type { Subject } from '@app/contract/safety/subjects'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, describeError } from '../lib/http/api-error.ts'
import { useSession } from '../lib/http/session.ts'
import { useTexts } from '../lib/text/texts.ts'
import { FieldError } from '../ui/forms/Field.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { postCase } from './api.ts'
import { openingTexts } from './opening-texts.ts'

type Props = {
  subject: Subject
  open: boolean
  onClose: () => void
  /** Renders the list of categories. */
  renderCategories: (onChoose: (category: Category) => void) => ReactNode
  /** What a session that began without a passkey shows instead. */
  passkeyNeeded: ReactNode
}

/** Asks for the category, opens a case about the subject, and goes on to its page. */
export function OpenCaseDialog({ subject, open, onClose, renderCategories, passkeyNeeded }: Props) {
  const t = useTexts(openingTexts)
  const navigate = useNavigate()
  const began = useSession()?.passkey === true
  const [error, setError] = useState<ApiError | null>(null)
  const [isPending, setPending] = useState(false)

  async function choose(category: Category): Promise<void> {
    if (isPending) return
    setPending(true)
    setError(null)
    try {
      const { id } = await postCase({ subject, category, source: 'OWN' })
      onClose()
      await navigate(`/moderation?case=${id}`)
    } catch (caught) {
      if (!(caught instanceof ApiError)) throw caught
      setError(caught)
    } finally {
      setPending(false)
    }
  }

  const hasPasskey = began && error?.code !== 'PASSKEY_REQUIRED'
  return (
    <Dialog title={t('title')} {...(hasPasskey && { lead: t('lead') })} open={open} onClose={onClose} wide>
      {hasPasskey ? renderCategories((category) => void choose(category)) : passkeyNeeded}
      <p role="status" className="visually-hidden">
        {isPending ? t('opening') : ''}
      </p>
      {error && hasPasskey && (
        <FieldError>{error.code === 'NOT_FOUND' ? t('unavailable') : describeError(error)}</FieldError>
      )}
    </Dialog>
  )
}
