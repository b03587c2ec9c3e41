import type { Instant } from '@app/contract/base'
import { Clock } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { lazy } from '../../lib/device/chunks.ts'
import { useConnectivity } from '../../lib/device/online.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useFullTime } from '../../lib/text/times.ts'
import type { OutgoingMessage } from '../outbox/outbox.ts'
import { useUploadProgress } from '../outbox/upload-progress.ts'
import { photoTexts } from '../photo-texts.ts'
import { conversationTexts } from '../texts.ts'
import { useClockTime } from './message-times.ts'
import styles from './state.module.css'

const FailedState = lazy(async () => ({ default: (await import('./FailedState.tsx')).FailedState }))

type SentTimeProps = { sendTime: Instant; editTime?: Instant | undefined; children?: ReactNode }

/** Shows the time at which a message was sent, whether it was edited, and after that `children`, such as a receipt. */
export function SentTime({ sendTime, editTime, children }: SentTimeProps) {
  const t = useTexts(conversationTexts)
  const formatClock = useClockTime()
  const formatFullTime = useFullTime()
  return (
    <p className={styles.meta}>
      <time dateTime={sendTime} title={formatFullTime(sendTime)}>
        {formatClock(sendTime)}
      </time>
      {editTime && <span title={formatFullTime(editTime)}> · {t('message.edited')}</span>}
      {children}
    </p>
  )
}

function SendingState({ clientId }: { clientId: string }) {
  const t = useTexts(conversationTexts)
  const tPhoto = useTexts(photoTexts)
  const percent = useUploadProgress(({ percents }) => percents.get(clientId))
  const online = useConnectivity((state) => state.online)
  return (
    <p className={styles.meta}>
      <Clock size="0.875rem" strokeWidth={1.75} aria-hidden />
      {percent !== undefined ? tPhoto('uploading', { percent }) : online ? t('message.sending') : t('message.waiting')}
    </p>
  )
}

/** Shows the state of one of the member's messages that the conversation does not show yet. */
export function OutgoingState({ item }: { item: OutgoingMessage }) {
  if (item.state === 'failed') {
    return (
      <Suspense>
        <FailedState item={item} />
      </Suspense>
    )
  }
  return item.stored ? <SentTime sendTime={item.stored.sendTime} /> : <SendingState clientId={item.clientId} />
}
