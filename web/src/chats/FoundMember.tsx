import type { Id } from '@app/contract/base'
import type { ChatStatus } from '@app/contract/chats'
import { MESSAGE_MAX } from '@app/contract/limits'
import { messageProblem } from '@app/contract/message-text'
import type { SearchHit } from '@app/contract/profiles'
import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../lib/api-error.ts'
import { failed, type Loadable, loaded, notStarted } from '../lib/loadable.ts'
import { useTexts } from '../lib/texts.ts'
import { showToast } from '../lib/toasts.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/Field.tsx'
import { inOneLine, shapeOf, usePersons } from '../ui/facts.ts'
import { VerifiedMark } from '../ui/VerifiedMark.tsx'
import { getStatus } from './api.ts'
import { invite } from './chat-actions.ts'
import styles from './find.module.css'
import { StatusActions } from './StatusActions.tsx'
import { chatsTexts } from './texts.ts'

type Props = {
  hit: SearchHit
  onBack: () => void
  onWritten: (written: boolean) => void
  onOpenChat: (chatId: Id) => void
  onDone: () => void
}

/** Those who may be written to for the first time. */
const mayWrite = ({ status, chatId }: ChatStatus): boolean =>
  status === 'MAY_INVITE' || (status === 'ADMIN_CHAT' && chatId === null)

export function FoundMember({ hit, onBack, onWritten, onOpenChat, onDone }: Props) {
  const t = useTexts(chatsTexts)
  const persons = usePersons()
  const name = hit.userName
  const [status, setStatus] = useState<Loadable<ChatStatus>>(notStarted)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)

  const ask = useCallback(
    () =>
      getStatus(name).then(
        (answer) => setStatus(loaded(answer)),
        (error: unknown) => setStatus((before) => failed(before, error)),
      ),
    [name],
  )
  useEffect(() => {
    void ask()
  }, [ask])

  async function send(): Promise<void> {
    setProblem(undefined)
    setBusy(true)
    try {
      const chat = await invite(name, text)
      showToast({ text: t('find.invited', { name }) })
      if (chat.state === 'OPEN') onOpenChat(chat.chatId)
      else onDone()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.fields[0]?.message ?? error.message)
    } finally {
      setBusy(false)
    }
  }

  const tooShort = text.trim() !== '' && messageProblem(text) === 'message.short'
  const rule = status.data?.status === 'MAY_INVITE' ? t('find.messageHint', { name }) : undefined
  const hint = tooShort ? t('composer.tooShort') : rule

  const write = (next: string) => {
    setText(next)
    onWritten(next.trim() !== '')
  }

  return (
    <div className={styles.form}>
      <button type="button" className={styles.back} onClick={onBack}>
        <ArrowLeft size={18} strokeWidth={1.75} aria-hidden />
        {t('find.back')}
      </button>
      <div className={styles.found}>
        <Avatar name={name} shape={shapeOf(hit.persons)} photoUrl={hit.profilePhotoUrl} size={56} />
        <div>
          <p className={styles.foundName}>
            <span>{name}</span>
            {hit.badges.includes('VERIFIED') && <VerifiedMark />}
          </p>
          <p className={styles.facts}>{inOneLine(persons(hit.persons), hit.cities.join(', '))}</p>
        </div>
      </div>
      {status.state === 'failed' && (
        <p role="alert" className={styles.failed}>
          {t('find.failed')}. {status.error.message}
        </p>
      )}
      {!status.data && status.state !== 'failed' && <p role="status">{t('find.loading')}</p>}
      {status.data && mayWrite(status.data) && (
        <>
          {status.data.relationship === 3 && <p>{t('find.declined', { name })}</p>}
          <TextArea
            label={t('find.message')}
            hint={hint}
            aside={`${text.trim().length}/${MESSAGE_MAX}`}
            error={problem}
            autoFocus
            dir="auto"
            value={text}
            onChange={(event) => write(event.target.value)}
          />
          <div className={styles.actions}>
            <Button
              busy={busy}
              busyLabel={t('find.sending')}
              disabled={messageProblem(text) !== null}
              onClick={() => void send()}
            >
              {status.data.status === 'ADMIN_CHAT' ? t('find.ADMIN_CHAT') : t('find.MAY_INVITE')}
            </Button>
          </div>
        </>
      )}
      {status.data && !mayWrite(status.data) && (
        <StatusActions name={name} status={status.data} onOpenChat={onOpenChat} onChanged={() => void ask()} />
      )}
    </div>
  )
}
