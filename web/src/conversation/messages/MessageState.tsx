import type { Instant } from '@app/contract/base'
import { CircleAlert, Clock } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { useConnectivity } from '../../lib/device/online.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useFullTime } from '../../lib/text/times.ts'
import { classes } from '../../ui/classes.ts'
import { focusRowOf } from '../list/focus-row.ts'
import { isRefusal } from '../outbox/drain.ts'
import { discard, type Outgoing, retry } from '../outbox/outbox.ts'
import { useTransfers } from '../outbox/transfers.ts'
import { photoTexts } from '../photo-texts.ts'
import { conversationTexts } from '../texts.ts'
import { useClockTime } from './message-times.ts'
import styles from './state.module.css'

/** Shows when a message was sent, and its state since. */
export function SentTime({ sendTime, children }: { sendTime: Instant; children?: ReactNode }) {
  const clock = useClockTime()
  const full = useFullTime()
  return (
    <p className={styles.meta}>
      <time dateTime={sendTime} title={full(sendTime)}>
        {clock(sendTime)}
      </time>
      {children}
    </p>
  )
}

function useReason(): (item: Outgoing) => string {
  const t = useTexts(conversationTexts)
  const photo = useTexts(photoTexts)
  return ({ problem, photo: sent }) => {
    if (sent && (problem === 'VALIDATION' || problem === 'TOO_LARGE' || problem === 'UNSUPPORTED_MEDIA')) {
      return photo('refused')
    }
    if (problem === 'FORBIDDEN' || problem === 'CONFLICT' || problem === 'VALIDATION' || problem === 'TOO_LARGE') {
      return t(`refusals.${problem}`)
    }
    return t('refusals.other')
  }
}

/** Shows that a message was not sent, the reason if it is known, and the member's options. */
function Unsent({ item }: { item: Outgoing }) {
  const t = useTexts(conversationTexts)
  const reasonOf = useReason()
  const again = ({ currentTarget }: MouseEvent) => {
    focusRowOf(currentTarget)
    retry(item.clientId)
  }
  const away = ({ currentTarget }: MouseEvent) => {
    focusRowOf(currentTarget)
    discard(item.clientId)
  }
  return (
    <p className={classes(styles.meta, styles.failed)} role="alert">
      <CircleAlert size="1rem" strokeWidth={1.75} aria-hidden />
      <span>
        <strong>{t('message.failed')}</strong> {isRefusal(item) && reasonOf(item)}{' '}
        <button type="button" className="text-link" onClick={again}>
          {t('message.retry')}
        </button>{' '}
        <button type="button" className="text-link" onClick={away}>
          {t('message.discard')}
        </button>
      </span>
    </p>
  )
}

function SendingState({ clientId }: { clientId: string }) {
  const t = useTexts(conversationTexts)
  const photo = useTexts(photoTexts)
  const percent = useTransfers(({ percents }) => percents.get(clientId))
  const online = useConnectivity((state) => state.online)
  return (
    <p className={styles.meta}>
      <Clock size="0.875rem" strokeWidth={1.75} aria-hidden />
      {percent !== undefined ? photo('uploading', { percent }) : online ? t('message.sending') : t('message.waiting')}
    </p>
  )
}

/** The sending state of an own message. */
export function OutgoingState({ item }: { item: Outgoing }) {
  if (item.state === 'failed') return <Unsent item={item} />
  return item.stored ? <SentTime sendTime={item.stored.sendTime} /> : <SendingState clientId={item.clientId} />
}
