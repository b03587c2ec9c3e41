import { MESSAGE_MAX } from '@app/contract/limits'
import { messageProblem } from '@app/contract/message-text'
import { foldText } from '@app/contract/texts'
import { ImagePlus, SendHorizontal } from 'lucide-react'
import {
  type KeyboardEvent,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useMedia } from '../lib/media.ts'
import { PHOTO_TYPES } from '../lib/photo-file.ts'
import { useTexts } from '../lib/texts.ts'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { useFilePicker } from '../ui/use-file-picker.tsx'
import styles from './composer.module.css'
import { removeDraft, saveDrafts, setDraft, useDrafts } from './drafts.ts'
import { endsWriting } from './ends-writing.ts'
import type { Key } from './kinds.ts'
import { enqueue } from './outbox.ts'
import { photoTexts } from './photo-texts.ts'
import { conversationTexts } from './texts.ts'
import { pastedPicture, usePhotoDrop } from './use-photo-drop.ts'

const SendPhotoDialog = lazy(async () => ({ default: (await import('./SendPhotoDialog.tsx')).SendPhotoDialog }))

/** A draft from another tab comes in while nobody writes here. */
const isWritingIn = (field: HTMLElement | null): boolean => document.activeElement === field && document.hasFocus()

const ignore = (): void => undefined

type Props = {
  of: Key
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  placeholder: string
  photoTitle: string
  /** Told when the member types, and when that is over. */
  onTyping?: (typing: boolean) => void
  /** The arrow up in an empty field. */
  onUp?: () => void
  /** Stands before a small field, whose buttons show while it is written in. */
  lead?: ReactNode
}

/** The field in which a message is written, and all that sends it. */
export function Composer({ of, field, label, placeholder, photoTitle, onTyping = ignore, onUp, lead }: Props) {
  const t = useTexts(conversationTexts)
  const photo = useTexts(photoTexts)
  const hintId = useId()
  const draft = useDrafts(({ texts }) => texts.get(of) ?? '')
  const [text, setText] = useState(draft)
  const [drawnFrom, setDrawnFrom] = useState(draft)
  const form = useRef<HTMLFormElement>(null)
  const [picture, setPicture] = useState<File | null>(null)
  const [everPicked, setEverPicked] = useState(false)
  if (picture && !everPicked) setEverPicked(true)
  const picker = useFilePicker({ accept: PHOTO_TYPES, onFiles: ([file]) => file && setPicture(file) })
  const isSmall = lead !== undefined
  usePhotoDrop(form, isSmall ? 'article' : 'section', setPicture)
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
    if (!sendable) return
    enqueue(of, foldText(text))
    setText('')
    removeDraft(of)
    onTyping(false)
    field.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowUp' && text === '' && onUp) onUp()
    else if (endsWriting(event, touch)) send()
    else return
    event.preventDefault()
  }

  const tooLong = length > MESSAGE_MAX
  const pick = (
    <div className={styles.pick}>
      <IconButton icon={ImagePlus} label={photo('pick')} onClick={picker.open} />
      {picker.input}
    </div>
  )
  return (
    <form
      ref={form}
      className={classes(styles.composer, isSmall && styles.small)}
      data-written={length > 0 || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className={styles.inner}>
        {lead ?? pick}
        <div className={styles.grower} data-text={`${text} `}>
          <textarea
            ref={field}
            className={styles.field}
            rows={1}
            dir="auto"
            value={text}
            aria-label={label}
            aria-describedby={hintId}
            aria-invalid={tooLong || undefined}
            placeholder={placeholder}
            enterKeyHint={touch ? 'enter' : 'send'}
            onChange={(event) => change(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={(event) => {
              const pasted = pastedPicture(event)
              if (pasted) setPicture(pasted)
            }}
            onBlur={() => {
              onTyping(false)
              saveDrafts()
            }}
          />
        </div>
        {isSmall && pick}
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
        {everPicked && <SendPhotoDialog of={of} title={photoTitle} file={picture} onClose={() => setPicture(null)} />}
      </Suspense>
    </form>
  )
}
