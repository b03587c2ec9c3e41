import type { Id } from '@app/contract/base'
import { MessageCirclePlus, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { conversationTexts } from '../../conversation/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import findStyles from '../../ui/forms/find-member.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { loadStatus, useStatus } from '../statuses.ts'
import styles from './find.module.css'
import { InviteForm, mayWrite } from './InviteForm.tsx'
import { StatusActions } from './StatusActions.tsx'
import { statusTexts } from './status-texts.ts'
import { useTeamLabel } from './use-team-label.ts'

type Props = {
  name: string
  onOpenChat: (chatId: Id) => void
  /** The initial text of the first message, and the label of the buttons that open the form or the chat. */
  beginning?: { label: string; text: string }
}

/** The chat actions on another member's profile. */
export function MemberActions({ name, onOpenChat, beginning }: Props) {
  const t = useTexts(statusTexts)
  const words = useTexts(conversationTexts)
  const teamWords = useTeamLabel()
  const status = useStatus(name)
  const [inviting, setInviting] = useState(false)
  const [written, setWritten] = useState(false)
  const reloadStatus = () => void loadStatus(name)
  const close = () => {
    setInviting(false)
    setWritten(false)
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
          {words('list.retry')}
        </Button>
      </div>
    )
  }
  if (!mayWrite(status.data)) {
    return (
      <StatusActions
        name={name}
        status={status.data}
        openLabel={beginning?.label}
        onOpenChat={onOpenChat}
        onChanged={reloadStatus}
        wide
      />
    )
  }
  const withTeam = status.data.status === 'ADMIN_CHAT'
  return (
    <>
      <Button wide icon={MessageCirclePlus} onClick={() => setInviting(true)}>
        {beginning?.label ?? (withTeam ? teamWords : t('MAY_INVITE'))}
      </Button>
      <Dialog
        title={withTeam ? teamWords : t('inviteTitle', { name })}
        open={inviting}
        onClose={close}
        unsaved={written}
      >
        <div className={findStyles.form}>
          <InviteForm
            name={name}
            status={status.data}
            beginning={beginning?.text}
            onWritten={setWritten}
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
