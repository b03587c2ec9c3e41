import type { MovieEntry } from '@app/contract/movie'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { showErrorToast, showToast } from '../lib/feedback/toasts.ts'
import { isApiError } from '../lib/http/api-error.ts'
import { inSession } from '../lib/http/session.ts'
import { focusHeading } from '../lib/navigation/focus-heading.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ConfirmDialog } from '../ui/overlays/ConfirmDialog.tsx'
import { deleteEntry, onDeleted } from './store.ts'
import { movieTexts } from './texts.ts'

export function DeleteEntry({ entry, onClose }: { entry: MovieEntry | null; onClose: () => void }) {
  const t = useTexts(movieTexts)
  const [busy, setBusy] = useState(false)
  /** Moves the focus to the heading, since the button that opened the dialog is removed with its card. */
  const closeAndFocusHeading = () => {
    flushSync(onClose)
    focusHeading()
  }
  const remove = async ({ id }: MovieEntry) => {
    const onRemoved = inSession(() => {
      showToast({ text: t('removed') })
      closeAndFocusHeading()
    })
    setBusy(true)
    try {
      await deleteEntry(id)
      onRemoved()
    } catch (error) {
      if (isApiError(error, 'NOT_FOUND')) {
        onDeleted(id)
        closeAndFocusHeading()
      } else showErrorToast(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      title={entry ? t('removeTitle', { name: entry.userName }) : ''}
      confirm={t('removeConfirm')}
      cancelLabel={t('keep')}
      open={entry !== null}
      busy={busy}
      onConfirm={() => entry && void remove(entry)}
      onClose={onClose}
    >
      {t('removeText')}
    </ConfirmDialog>
  )
}
