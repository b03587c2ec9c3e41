import type { Id } from '@app/contract/base'
import { useState } from 'react'
import { useTexts } from '../../lib/text/texts.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading, Skeleton } from '../../ui/feedback/Loading.tsx'
import findStyles from '../../ui/forms/find-member.module.css'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { loadStatus, useStatus } from '../statuses.ts'
import { InviteForm, mayWrite } from './InviteForm.tsx'
import { StatusActions } from './StatusActions.tsx'
import { statusTexts } from './status-texts.ts'

type Props = {
  name: string
  /** The beginning of the first message, which the member completes. */
  initialText: string
  onOpenChat: (chatId: Id) => void
  /** Called when the invite is sent. */
  onInvited: () => void
  onClose: () => void
}

function Content({
  name,
  initialText,
  onUnsavedChange,
  ...actions
}: Props & { onUnsavedChange: (unsaved: boolean) => void }) {
  const t = useTexts(statusTexts)
  const status = useStatus(name)
  const reload = () => void loadStatus(name)
  if (!status.data && status.state === 'failed')
    return <Failed title={t('statusFailed')} error={status.error} retry={reload} />
  if (!status.data) {
    return (
      <Loading text={t('loading')}>
        <Skeleton height="11.5rem" radius="0.75rem" />
      </Loading>
    )
  }
  if (!mayWrite(status.data))
    return <StatusActions name={name} status={status.data} onOpenChat={actions.onOpenChat} onChanged={reload} />
  return (
    <InviteForm
      name={name}
      status={status.data}
      initialText={initialText}
      onUnsavedChange={onUnsavedChange}
      onOpenChat={actions.onOpenChat}
      onDone={actions.onInvited}
    />
  )
}

/** Shows a dialog for the first message to a member, or the actions that are possible instead. */
export function InviteDialog(props: Props) {
  const t = useTexts(statusTexts)
  const [hasText, setHasText] = useState(false)
  return (
    <Dialog title={t('inviteTitle', { name: props.name })} open onClose={props.onClose} unsaved={hasText}>
      <div className={findStyles.form}>
        <Content {...props} onUnsavedChange={setHasText} />
      </div>
    </Dialog>
  )
}
