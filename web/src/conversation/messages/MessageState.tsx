import type { Instant } from '@app/contract/base'
import { CircleAlert, Clock } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useConnectivity } from '../../lib/device/online.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useFullTime } from '../../lib/text/times.ts'
import { classes } from '../../ui/classes.ts'
import { focusRowOf } from '../list/focus-row.ts'
import { isRejected } from '../outbox/drain.ts'
import { discard, type OutgoingMessage, retry } from '../outbox/outbox.ts'
import { useTransfers } from '../outbox/transfers.ts'
import { photoTexts } from '../photo-texts.ts'
import { conversationTexts } from '../texts.ts'
import { useClockTime } from './message-times.ts'
import styles from './state.module.css'

/** Shows the time at which a message was sent, and its later state. */
export function SentTime({ sendTime, children }: { sendTime: Instant; children?: ReactNode }) {
  const formatClock = useClockTime()
  const formatFullTime = useFullTime()
  return (
    <p className={styles.meta}>
      <time dateTime={sendTime} title={formatFullTime(sendTime)}>
        {formatClock(sendTime)}
      </time>
      {children}
    </p>
  )
}

/** Returns a function that explains why the server rejected a message. */
function useRejectionReason(): (item: OutgoingMessage) => string {
  const t = useTexts(conversationTexts)
  const tPhoto = useTexts(photoTexts)
  return ({ problem, photo: outgoingPhoto }) => {
    if (outgoingPhoto && (problem === 'VALIDATION' || problem === 'TOO_LARGE' || problem === 'UNSUPPORTED_MEDIA')) {
      return tPhoto('rejected')
    }
    if (problem === 'FORBIDDEN' || problem === 'CONFLICT' || problem === 'VALIDATION' || problem === 'TOO_LARGE') {
      return t(`rejections.${problem}`)
    }
    return t('rejections.other')
  }
}

/** Shows that a message was not sent, with the reason if it is known, and buttons to retry or discard it. */
function FailedState({ item }: { item: OutgoingMessage }) {
  const t = useTexts(conversationTexts)
  const reasonOf = useRejectionReason()
  const onRetry = ({ currentTarget }: MouseEvent) => {
    focusRowOf(currentTarget)
    retry(item.clientId)
  }
  const onDiscard = ({ currentTarget }: MouseEvent) => {
    focusRowOf(currentTarget)
    discard(item.clientId)
  }
  return (
    <p className={classes(styles.meta, styles.failed)} role="alert">
      <CircleAlert size="1rem" strokeWidth={1.75} aria-hidden />
      <span>
        <strong>{t('message.failed')}</strong> {isRejected(item) && reasonOf(item)}{' '}
        <button type="button" className="text-link" onClick={onRetry}>
          {t('message.retry')}
        </button>{' '}
        <button type="button" className="text-link" onClick={onDiscard}>
          {t('message.discard')}
        </button>
      </span>
    </p>
  )
}

function SendingState({ clientId }: { clientId: string }) {
  const t = useTexts(conversationTexts)
  const tPhoto = useTexts(photoTexts)
  const percent = useTransfers(({ percents }) => percents.get(clientId))
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
  if (item.state === 'failed') return <FailedState item={item} />
  return item.stored ? <SentTime sendTime={item.stored.sendTime} /> : <SendingState clientId={item.clientId} />
}
