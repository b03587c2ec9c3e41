import type { ChatSummary } from '@app/contract/chats'
import { MESSAGE_MAX } from '@app/contract/limits'
import { messageProblem } from '@app/contract/message-text'
import { foldText } from '@app/contract/texts'
import { ImagePlus, SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, lazy, type RefObject, Suspense, useEffect, useId, useRef, useState } from 'react'
import { keyOf } from '../chats/sending.ts'
import { chatsTexts } from '../chats/texts.ts'
import { stoppedTyping, typed } from '../chats/typing.ts'
import { useMedia } from '../lib/media.ts'
import { PHOTO_TYPES } from '../lib/photo-file.ts'
import { useTexts } from '../lib/texts.ts'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useFilePicker } from '../ui/use-file-picker.tsx'
import styles from './composer.module.css'
import { removeDraft, saveDrafts, setDraft, useDrafts } from './drafts.ts'
import { enqueue } from './outbox.ts'
import { chatPhotoTexts } from './photo-texts.ts'
import { pastedPicture, usePhotoDrop } from './use-photo-drop.ts'

const SendPhotoDialog = lazy(async () => ({ default: (await import('./SendPhotoDialog.tsx')).SendPhotoDialog }))

/** A draft from another tab comes in while nobody writes here. */
const isWritingIn = (field: HTMLElement | null): boolean => document.activeElement === field && document.hasFocus()

type Props = { chat: ChatSummary; field: RefObject<HTMLTextAreaElement | null> }

export function Composer({ chat, field }: Props) {
  const t = useTexts(chatsTexts)
  const { chatId } = chat
  const key = keyOf(chatId)
  const photo = useTexts(chatPhotoTexts)
  const hintId = useId()
  const draft = useDrafts(({ texts }) => texts.get(key) ?? '')
  const [text, setText] = useState(draft)
  const [drawnFrom, setDrawnFrom] = useState(draft)
  const form = useRef<HTMLFormElement>(null)
  const [picture, setPicture] = useState<File | null>(null)
  const [everPicked, setEverPicked] = useState(false)
  if (picture && !everPicked) setEverPicked(true)
  const picker = useFilePicker({ accept: PHOTO_TYPES, onFiles: ([file]) => file && setPicture(file) })
  usePhotoDrop(form, setPicture)
  const touch = useMedia('(pointer: coarse)')
  const length = text.trim().length
  const sendable = messageProblem(text) === null

  useEffect(() => {
    if (draft === drawnFrom) return
    setDrawnFrom(draft)
    if (!isWritingIn(field.current)) setText(draft)
  }, [draft, drawnFrom, field])

  useEffect(
    () => () => {
      stoppedTyping(chatId)
      saveDrafts()
    },
    [chatId],
  )

  function change(next: string): void {
    setText(next)
    if (next.trim() === '') {
      removeDraft(key)
      stoppedTyping(chatId)
    } else {
      setDraft(key, next)
      typed(chatId)
    }
  }

  function send(): void {
    if (!sendable) return
    enqueue(key, foldText(text))
    setText('')
    removeDraft(key)
    stoppedTyping(chatId)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    // A key that ends the writing of one character with several keys is not the end of the message.
    if (event.key !== 'Enter' || event.shiftKey || touch || event.nativeEvent.isComposing || event.keyCode === 229)
      return
    event.preventDefault()
    send()
  }

  const tooLong = length > MESSAGE_MAX
  return (
    <form
      ref={form}
      className={styles.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className={styles.inner}>
        <div className={styles.pick}>
          <IconButton icon={ImagePlus} label={photo('pick')} onClick={picker.open} />
          {picker.input}
        </div>
        <div className={styles.grower} data-text={`${text} `}>
          <textarea
            ref={field}
            className={styles.field}
            rows={1}
            dir="auto"
            value={text}
            aria-label={t('composer.label', { name: chat.partner.userName })}
            aria-describedby={hintId}
            aria-invalid={tooLong || undefined}
            placeholder={t('composer.placeholder')}
            enterKeyHint={touch ? 'enter' : 'send'}
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const pasted = pastedPicture(event)
              if (pasted) setPicture(pasted)
            }}
            onBlur={() => {
              stoppedTyping(chatId)
              saveDrafts()
            }}
          />
        </div>
        <button
          type="submit"
          className={styles.send}
          aria-label={t('composer.send')}
          disabled={!sendable}
          data-shown={sendable || undefined}
          onMouseDown={(event) => event.preventDefault()}
        >
          <SendHorizontal size={20} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
      <p className={classes(styles.hint, tooLong && styles.tooLong)} id={hintId} role={tooLong ? 'alert' : undefined}>
        {tooLong && t('composer.counter', { length, max: MESSAGE_MAX })}
        {length === 1 && t('composer.tooShort')}
      </p>
      <Suspense>
        {everPicked && <SendPhotoDialog chat={chat} file={picture} onClose={() => setPicture(null)} />}
      </Suspense>
    </form>
  )
}
