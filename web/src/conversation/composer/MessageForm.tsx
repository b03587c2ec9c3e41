import { MESSAGE_MAX } from '@app/contract/limits'
import { findMessageProblem } from '@app/contract/text/message-text'
import { SendHorizontal } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { conversationTexts } from '../texts.ts'
import styles from './composer.module.css'
import { isSubmitKey } from './is-submit-key.ts'

type Props = {
  form?: RefObject<HTMLFormElement | null>
  field: RefObject<HTMLTextAreaElement | null>
  label: string
  placeholder: string
  text: string
  onChange: (text: string) => void
  /** Called only if the text is a valid message. */
  onSend: () => void
  onBlur?: () => void
  onPaste?: (event: ClipboardEvent) => void
  /** Handles arrow up in an empty field. */
  onUp?: (() => void) | undefined
  onEscape?: (() => void) | undefined
  /** The name of the button that submits; by default 'Send'. */
  submitLabel?: string
  /** Shown above the field. */
  note?: ReactNode
  /** Shown before a small field, whose buttons appear while the member writes in it. */
  lead?: ReactNode
  /** The button that picks a photo to send. */
  photoButton?: ReactNode
  children?: ReactNode
}

/** Shows a field that grows with its text, and a send button that is enabled while the text is a valid message. */
export function MessageForm({ form, field, text, lead, photoButton, onSend, onUp, onEscape, ...props }: Props) {
  const t = useTexts(conversationTexts)
  const hintId = useId()
  const isTouch = useMediaQuery('(pointer: coarse)')
  const length = text.trim().length
  const isSendable = findMessageProblem(text) === null
  const isTooLong = length > MESSAGE_MAX
  const send = (): void => {
    if (isSendable) onSend()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowUp' && text === '' && onUp) onUp()
    else if (isSubmitKey(event, isTouch)) send()
    else if (event.key === 'Escape' && onEscape && !event.nativeEvent.isComposing) {
      event.stopPropagation()
      onEscape()
    } else return
    event.preventDefault()
  }

  return (
    <form
      ref={form}
      className={classes(styles.composer, lead !== undefined && styles.small)}
      data-written={length > 0 || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {props.note}
      <div className={styles.inner}>
        {lead ?? photoButton}
        <div className={styles.grower} data-text={`${text} `}>
          <textarea
            ref={field}
            className={styles.field}
            rows={1}
            dir="auto"
            value={text}
            aria-label={props.label}
            aria-describedby={hintId}
            aria-invalid={isTooLong || undefined}
            placeholder={props.placeholder}
            enterKeyHint={isTouch ? 'enter' : 'send'}
            onChange={(event) => props.onChange(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={props.onPaste}
            onBlur={props.onBlur}
          />
        </div>
        {lead !== undefined && photoButton}
        <button
          type="submit"
          className={styles.send}
          aria-label={props.submitLabel ?? t('composer.send')}
          disabled={!isSendable}
          data-shown={isSendable || undefined}
          onMouseDown={(event) => event.preventDefault()}
        >
          <SendHorizontal size="1.25rem" strokeWidth={1.75} aria-hidden />
        </button>
      </div>
      <p
        className={classes(styles.hint, isTooLong && styles.tooLong)}
        id={hintId}
        role={isTooLong ? 'alert' : undefined}
      >
        {isTooLong && t('composer.counter', { length, max: MESSAGE_MAX })}
        {length === 1 && t('composer.tooShort')}
      </p>
      {props.children}
    </form>
  )
}
