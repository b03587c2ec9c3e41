import { normalizeText } from '@app/contract/text/normalize'
import { ImagePlus } from 'lucide-react'
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { PHOTO_TYPES } from '../../lib/photos/photo-types.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { useFilePicker } from '../../ui/forms/use-file-picker.tsx'
import type { ConversationKey } from '../adapters.ts'
import { enqueue } from '../outbox/outbox.ts'
import { photoTexts } from '../photo-texts.ts'
import styles from './composer.module.css'
import { removeDraft, saveDrafts, setDraft, useDrafts } from './drafts.ts'
import { MessageForm } from './MessageForm.tsx'
import { pastedPicture, usePhotoDrop } from './use-photo-drop.ts'

const SendPhotoDialog = lazy(async () => ({ default: (await import('./SendPhotoDialog.tsx')).SendPhotoDialog }))

/** Returns whether the member is writing in the field. A draft from another tab replaces its text only if not. */
const isWritingIn = (field: HTMLElement | null): boolean => document.activeElement === field && document.hasFocus()

const ignore = (): void => undefined

type Props = {
  of: ConversationKey
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  placeholder: string
  photoTitle: string
  /** Called with true when the member types, and with false when they stop. */
  onTyping?: (typing: boolean) => void
  /** Handles arrow up in an empty field. */
  onUp?: () => void
  /** Shown before a small field, whose buttons appear while the member writes in it. */
  lead?: ReactNode
}

/** The message field with draft, photo picker and sending. */
export function Composer({ of, field, label, placeholder, photoTitle, onTyping = ignore, onUp, lead }: Props) {
  const photo = useTexts(photoTexts)
  const draft = useDrafts(({ texts }) => texts.get(of) ?? '')
  const [text, setText] = useState(draft)
  const [syncedDraft, setSyncedDraft] = useState(draft)
  const form = useRef<HTMLFormElement>(null)
  const [picture, setPicture] = useState<File | null>(null)
  const [everPicked, setEverPicked] = useState(false)
  if (picture && !everPicked) setEverPicked(true)
  const picker = useFilePicker({ accept: PHOTO_TYPES, onFiles: ([file]) => file && setPicture(file) })
  usePhotoDrop(form, lead === undefined ? 'section' : 'article', setPicture)

  useEffect(() => {
    if (draft === syncedDraft) return
    setSyncedDraft(draft)
    if (!isWritingIn(field.current)) setText(draft)
  }, [draft, syncedDraft, field])

  useEffect(
    () => () => {
      onTyping(false)
      saveDrafts()
    },
    [onTyping],
  )

  function change(next: string): void {
    setText(next)
    if (next.trim() === '') removeDraft(of)
    else setDraft(of, next)
    onTyping(next.trim() !== '')
  }

  function send(): void {
    enqueue(of, normalizeText(text))
    setText('')
    removeDraft(of)
    onTyping(false)
    field.current?.focus()
  }

  return (
    <MessageForm
      form={form}
      field={field}
      label={label}
      placeholder={placeholder}
      text={text}
      onChange={change}
      onSend={send}
      onUp={onUp}
      onPaste={(event) => {
        const pasted = pastedPicture(event)
        if (pasted) setPicture(pasted)
      }}
      onBlur={() => {
        onTyping(false)
        saveDrafts()
      }}
      lead={lead}
      pick={
        <div className={styles.pick}>
          <IconButton icon={ImagePlus} label={photo('pick')} onClick={picker.open} />
          {picker.input}
        </div>
      }
    >
      <Suspense>
        {everPicked && <SendPhotoDialog of={of} title={photoTitle} file={picture} onClose={() => setPicture(null)} />}
      </Suspense>
    </MessageForm>
  )
}
