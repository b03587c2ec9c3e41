import { normalizeText } from '@app/contract/text/normalize'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useConnectivity } from '../../lib/device/online.ts'
import { ApiError, describeError } from '../../lib/http/api-error.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { extrasTexts } from '../messages/extras-texts.ts'
import { ComposerNote } from './ComposerNote.tsx'
import styles from './composer-note.module.css'
import { MessageForm } from './MessageForm.tsx'

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  original: string
  save: (text: string) => Promise<unknown>
  /** Called once the edit is saved or canceled, when the field is about to be removed. */
  onDone: () => void
  lead?: ReactNode
}

/**
 * Replaces the message field while the member edits a message. The draft in that field stays. A text that could not be
 * saved also stays, with the reason.
 */
export function EditForm({ field, original, save, onDone, lead }: Props) {
  const t = useTexts(extrasTexts)
  const [text, setText] = useState(original)
  const [problem, setProblem] = useState<string | null>(null)
  const isSaving = useRef(false)
  const isOpen = useRef(true)

  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(-1, -1)
  }, [field])

  async function submit(): Promise<void> {
    const edited = normalizeText(text)
    if (isSaving.current) return
    if (edited === original) {
      onDone()
      return
    }
    if (!useConnectivity.getState().online) {
      setProblem(t('editOffline'))
      return
    }
    isSaving.current = true
    try {
      await save(edited)
      // A save that ends after its form was closed must not close the form of another message.
      if (isOpen.current) onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.code === 'CONFLICT' ? t('tooLate') : describeError(error))
    } finally {
      isSaving.current = false
    }
  }

  return (
    <MessageForm
      field={field}
      label={t('editing')}
      placeholder=""
      submitLabel={t('save')}
      text={text}
      onChange={(next) => {
        setText(next)
        setProblem(null)
      }}
      onSend={() => void submit()}
      onEscape={onDone}
      lead={lead}
      note={
        <ComposerNote title={t('editing')} cancelLabel={t('cancelEdit')} onCancel={onDone}>
          {problem === null ? (
            <p className={styles.quoted} dir="auto">
              {original}
            </p>
          ) : (
            <p className={styles.problem} role="alert">
              {problem}
            </p>
          )}
        </ComposerNote>
      }
    />
  )
}
