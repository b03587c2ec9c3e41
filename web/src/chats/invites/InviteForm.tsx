import type { Id } from '@app/contract/base'
import { RELATIONSHIPS } from '@app/contract/chat-rules'
import type { ChatStatus, ChatSummary } from '@app/contract/chats'
import { MESSAGE_MAX } from '@app/contract/limits'
import { findMessageProblem } from '@app/contract/text/message-text'
import { useState } from 'react'
import { conversationTexts } from '../../conversation/texts.ts'
import { showToast } from '../../lib/feedback/toasts.ts'
import { ApiError } from '../../lib/http/api-error.ts'
import { inSession } from '../../lib/http/session.ts'
import { localeOf, useLanguage } from '../../lib/text/language.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { RestrictedNote } from '../../ui/feedback/RestrictedNote.tsx'
import { TextArea } from '../../ui/forms/Field.tsx'
import { invite } from '../chat-actions.ts'
import styles from './find.module.css'
import { statusTexts } from './status-texts.ts'
import { useTeamLabel } from './use-team-label.ts'

type Props = {
  name: string
  status: ChatStatus
  /** The initial text of the field, to which the member adds. */
  initialText?: string
  /** Called with whether the text differs from the initial one. */
  onUnsavedChange: (unsaved: boolean) => void
  onOpenChat: (chatId: Id) => void
  onDone: () => void
}

/** Returns whether the member may send a first message. */
export const mayWrite = ({ status, chatId }: ChatStatus): boolean =>
  status === 'MAY_INVITE' || (status === 'ADMIN_CHAT' && chatId === null)

/** Shows the form for the first message to a member: an invite, or, if one of them is the team, an open chat. */
export function InviteForm({
  name,
  status: { status, relationship },
  initialText = '',
  onUnsavedChange,
  onOpenChat,
  onDone,
}: Props) {
  const t = useTexts(statusTexts)
  const tConversation = useTexts(conversationTexts)
  const teamLabel = useTeamLabel()
  const locale = localeOf(useLanguage())
  const [text, setText] = useState(initialText)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  /** Returns the text for a reached limit of invites, with the time at which it ends; null for any other error. */
  function limitText({ code, retryAfter }: ApiError): string | null {
    if (code !== 'TOO_MANY_REQUESTS' || !retryAfter) return null
    const format = new Intl.DateTimeFormat(locale, { weekday: 'long', hour: '2-digit', minute: '2-digit' })
    return t('tooMany', { time: format.format(Date.now() + retryAfter * 1_000) })
  }

  async function send(): Promise<void> {
    setProblem(undefined)
    setBusy(true)
    const onInvited = inSession(({ state, chatId }: ChatSummary) => {
      if (state === 'OPEN') return onOpenChat(chatId)
      showToast({ text: t('invited', { name }) })
      onDone()
    })
    try {
      onInvited(await invite(name, text))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.fields[0]?.message ?? limitText(error) ?? error.message)
    } finally {
      setBusy(false)
    }
  }

  const isTooShort = text.trim() !== '' && findMessageProblem(text) === 'message.short'
  const isUnchanged = text.trim() === initialText.trim()
  const rule = status === 'MAY_INVITE' ? t('messageHint', { name }) : undefined
  const hint = isUnchanged && initialText !== '' ? t('addWords') : rule

  const change = (next: string) => {
    setText(next)
    onUnsavedChange(next.trim() !== initialText.trim())
  }

  return (
    <>
      {relationship === RELATIONSHIPS.DECLINED && <p>{t('declined', { name })}</p>}
      {status === 'MAY_INVITE' && <RestrictedNote action="invite" />}
      <TextArea
        label={t('message')}
        hint={isTooShort ? tConversation('composer.tooShort') : hint}
        aside={`${text.trim().length}/${MESSAGE_MAX}`}
        error={problem}
        autoFocus
        dir="auto"
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <div className={styles.actions}>
        <Button
          busy={busy}
          busyLabel={t('sending')}
          disabled={findMessageProblem(text) !== null || isUnchanged}
          onClick={() => void send()}
        >
          {status === 'ADMIN_CHAT' ? teamLabel : t('MAY_INVITE')}
        </Button>
      </div>
    </>
  )
}
