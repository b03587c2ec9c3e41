import type { Id } from '@app/contract/base'
import type { GroupMessage } from '@app/contract/groups'
import { MESSAGE_MAX } from '@app/contract/limits'
import { findMessageProblem } from '@app/contract/text/message-text'
import { normalizeText } from '@app/contract/text/normalize'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isSubmitKey } from '../../conversation/composer/is-submit-key.ts'
import { conversationTexts } from '../../conversation/texts.ts'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { showErrorToast } from '../../lib/feedback/toasts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { editPost } from '../chat/actions.ts'
import { groupChatTexts } from '../chat/texts.ts'
import styles from './post-editor.module.css'

type Props = { groupId: Id; message: GroupMessage; onDone: () => void }

/** Shows the field in which the member edits a message in place. */
export function PostEditor({ groupId, message, onDone }: Props) {
  const t = useTexts(groupChatTexts)
  const tConversation = useTexts(conversationTexts)
  const field = useRef<HTMLTextAreaElement>(null)
  const editor = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const isTouch = useMediaQuery('(pointer: coarse)')
  const [text, setText] = useState(message.message ?? '')
  const [busy, setBusy] = useState(false)
  const problem = findMessageProblem(text)
  const length = text.trim().length

  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.setSelectionRange(-1, -1)
    editor.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])

  async function save(): Promise<void> {
    if (problem || busy) return
    setBusy(true)
    try {
      await editPost(groupId, message.id, normalizeText(text))
      onDone()
    } catch (error) {
      showErrorToast(error)
      setBusy(false)
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) onDone()
    else if (isSubmitKey(event, isTouch)) void save()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div ref={editor} className={styles.editor}>
      <textarea
        ref={field}
        className={styles.field}
        dir="auto"
        rows={3}
        value={text}
        aria-label={t('edit')}
        aria-describedby={hintId}
        aria-invalid={length > MESSAGE_MAX || undefined}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={hintId} className={styles.hint}>
        {problem === 'message.short' && tConversation('composer.tooShort')}
        {length > MESSAGE_MAX && tConversation('composer.counter', { length, max: MESSAGE_MAX })}
      </p>
      <div className={styles.buttons}>
        <Button variant="quiet" onClick={onDone}>
          {t('cancel')}
        </Button>
        <Button busy={busy} busyLabel={t('saving')} disabled={problem !== null} onClick={() => void save()}>
          {t('save')}
        </Button>
      </div>
    </div>
  )
}
