import type { Id } from '@app/contract/base'
import type { ChatStatus } from '@app/contract/chats'
import { MessageCirclePlus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { conversationTexts } from '../../conversation/texts.ts'
import type { Loadable } from '../../lib/http/loadable.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import findStyles from '../../ui/forms/find-member.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { loadStatus } from '../statuses.ts'
import styles from './find.module.css'
import { InviteForm, mayWrite } from './InviteForm.tsx'
import { StatusActions } from './StatusActions.tsx'
import { statusTexts } from './status-texts.ts'
import { useTeamLabel } from './use-team-label.ts'

type Props = {
  name: string
  status: Loadable<ChatStatus>
  onOpenChat: (chatId: Id) => void
  /** The initial text of the first message, and the label of the buttons that open the form or the chat. */
  initialMessage?: { label: string; text: string }
}

/** Shows the buttons to write to another member, on their profile and below their ads. */
export function MemberActions({ name, status, onOpenChat, initialMessage }: Props) {
  const t = useTexts(statusTexts)
  const tConversation = useTexts(conversationTexts)
  const teamLabel = useTeamLabel()
  const [isInviting, setIsInviting] = useState(false)
  const [hasText, setHasText] = useState(false)
  const reloadStatus = () => void loadStatus(name)
  const close = () => {
    setIsInviting(false)
    setHasText(false)
  }
  if (!status.data && status.state !== 'failed') {
    return (
      <Loading text={t('loading')}>
        <Skeleton height="2.75rem" radius="0.75rem" />
      </Loading>
    )
  }
  if (!status.data) {
    return (
      <div role="alert" className={styles.actions}>
        <p className={findStyles.failed}>{t('statusFailed')}</p>
        <Button variant="outlined" wide icon={RefreshCw} onClick={reloadStatus}>
          {tConversation('list.retry')}
        </Button>
      </div>
    )
  }
  if (!mayWrite(status.data)) {
    return (
      <StatusActions
        name={name}
        status={status.data}
        openLabel={initialMessage?.label}
        onOpenChat={onOpenChat}
        onChanged={reloadStatus}
        wide
      />
    )
  }
  const withTeam = status.data.status === 'ADMIN_CHAT'
  return (
    <>
      <Button wide icon={MessageCirclePlus} onClick={() => setIsInviting(true)}>
        {initialMessage?.label ?? (withTeam ? teamLabel : t('MAY_INVITE'))}
      </Button>
      <Dialog
        title={withTeam ? teamLabel : t('inviteTitle', { name })}
        open={isInviting}
        onClose={close}
        unsaved={hasText}
      >
        <div className={findStyles.form}>
          <InviteForm
            name={name}
            status={status.data}
            initialText={initialMessage?.text}
            onUnsavedChange={setHasText}
            onOpenChat={onOpenChat}
            onDone={() => {
              close()
              reloadStatus()
            }}
          />
        </div>
      </Dialog>
    </>
  )
}
