import { normalizeText } from '@app/contract/text/normalize'
import { ImagePlus } from 'lucide-react'
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import { PHOTO_TYPES } from '../../lib/photos/photo-types.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { useFilePicker } from '../../ui/forms/use-file-picker.tsx'
import type { ConversationKey } from '../adapters.ts'
import type { Entry } from '../conversation.ts'
import { enqueue } from '../outbox/outbox.ts'
import { photoTexts } from '../photo-texts.ts'
import { withCurrentQuotes } from '../quotes.ts'
import styles from './composer.module.css'
import { clearText, removeDraft, saveDrafts, setDraft, setReply, useDrafts } from './drafts.ts'
import { MessageForm } from './MessageForm.tsx'
import { takePastedPicture, usePhotoDrop } from './use-photo-drop.ts'

const SendPhotoDialog = lazy(async () => ({ default: (await import('./SendPhotoDialog.tsx')).SendPhotoDialog }))

const ReplyNote = lazy(async () => ({ default: (await import('./ReplyNote.tsx')).ReplyNote }))

/**
 * Returns whether the member is writing in the field. A draft from another tab replaces the text only if they are not.
 */
const isWritingIn = (field: HTMLElement | null): boolean => document.activeElement === field && document.hasFocus()

const noop = (): void => undefined

type Props = {
  conversationKey: ConversationKey
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  placeholder: string
  photoTitle: string
  /** Called with true when the member types, and with false when they stop. */
  onTyping?: (typing: boolean) => void
  /** Handles arrow up in an empty field. */
  onUp?: () => void
  /** The loaded messages, whose current text a reply quotes. */
  messages: readonly Entry[]
  /** Shown before a small field, whose buttons appear while the member writes in it. */
  lead?: ReactNode
}

/** Shows the message field, which saves drafts, picks photos and sends. */
export function Composer({
  conversationKey,
  field,
  label,
  placeholder,
  photoTitle,
  onTyping = noop,
  onUp,
  messages,
  lead,
}: Props) {
  const tPhoto = useTexts(photoTexts)
  const draft = useDrafts(({ texts }) => texts.get(conversationKey) ?? '')
  const reply = useDrafts(({ replies }) => replies.get(conversationKey))
  const [{ replyTo } = {}] = withCurrentQuotes([{ replyTo: reply }], messages)
  const [text, setText] = useState(draft)
  const [syncedDraft, setSyncedDraft] = useState(draft)
  const form = useRef<HTMLFormElement>(null)
  const [picture, setPicture] = useState<File | null>(null)
  const [hasPicked, setHasPicked] = useState(false)
  if (picture && !hasPicked) setHasPicked(true)
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
    if (next.trim() === '') clearText(conversationKey)
    else setDraft(conversationKey, next)
    onTyping(next.trim() !== '')
  }

  function send(): void {
    enqueue(conversationKey, normalizeText(text), { replyTo })
    setText('')
    removeDraft(conversationKey)
    onTyping(false)
    field.current?.focus()
  }

  function cancelReply(): void {
    setReply(conversationKey, null)
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
      onEscape={replyTo && cancelReply}
      note={
        replyTo && (
          <Suspense>
            <ReplyNote quote={replyTo} onCancel={cancelReply} />
          </Suspense>
        )
      }
      onPaste={(event) => {
        const pasted = takePastedPicture(event)
        if (pasted) setPicture(pasted)
      }}
      onBlur={() => {
        onTyping(false)
        saveDrafts()
      }}
      lead={lead}
      photoButton={
        <div className={styles.pick}>
          <IconButton icon={ImagePlus} label={tPhoto('pick')} onClick={picker.open} />
          {picker.input}
        </div>
      }
    >
      <Suspense>
        {hasPicked && (
          <SendPhotoDialog
            conversationKey={conversationKey}
            title={photoTitle}
            file={picture}
            replyTo={replyTo}
            onClose={() => setPicture(null)}
          />
        )}
      </Suspense>
    </MessageForm>
  )
}
