import type { Instant } from '@app/contract/base'
import { CircleAlert, Clock } from 'lucide-react'
import { isRefusal } from '../conversation/drain.ts'
import { useClockTime } from '../conversation/message-times.ts'
import { discard, type Outgoing, retry } from '../conversation/outbox.ts'
import { chatPhotoTexts } from '../conversation/photo-texts.ts'
import { useTransfers } from '../conversation/transfers.ts'
import { useConnectivity } from '../lib/online.ts'
import { useTexts } from '../lib/texts.ts'
import { useFullTime } from '../lib/times.ts'
import { classes } from '../ui/classes.ts'
import type { MessageRow, OutgoingRow } from './Bubble.tsx'
import styles from './bubble.module.css'
import { chatsTexts } from './texts.ts'

function SentTime({ sendTime }: { sendTime: Instant }) {
  const clock = useClockTime()
  const full = useFullTime()
  return (
    <time dateTime={sendTime} title={full(sendTime)}>
      {clock(sendTime)}
    </time>
  )
}

function Receipt({ readAt }: { readAt: string | null }) {
  const t = useTexts(chatsTexts)
  const clock = useClockTime()
  return <> · {readAt ? t('message.readAt', { time: clock(readAt) }) : t('message.read')}</>
}

function useReason(): (item: Outgoing) => string {
  const t = useTexts(chatsTexts)
  const photo = useTexts(chatPhotoTexts)
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

/** It was not sent: why, if that is known, and what can be done about it. */
function Unsent({ item }: { item: Outgoing }) {
  const t = useTexts(chatsTexts)
  const reasonOf = useReason()
  return (
    <p className={classes(styles.meta, styles.failed)} role="alert">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden />
      <span>
        <strong>{t('message.failed')}</strong> {isRefusal(item) && reasonOf(item)}{' '}
        <button type="button" className="text-link" onClick={() => retry(item.clientId)}>
          {t('message.retry')}
        </button>{' '}
        <button type="button" className="text-link" onClick={() => discard(item.clientId)}>
          {t('message.discard')}
        </button>
      </span>
    </p>
  )
}

function OnItsWay({ clientId }: { clientId: string }) {
  const t = useTexts(chatsTexts)
  const photo = useTexts(chatPhotoTexts)
  const percent = useTransfers(({ percents }) => percents.get(clientId))
  const online = useConnectivity((state) => state.online)
  return (
    <p className={styles.meta}>
      <Clock size={14} strokeWidth={1.75} aria-hidden />
      {percent !== undefined ? photo('uploading', { percent }) : online ? t('message.sending') : t('message.waiting')}
    </p>
  )
}

/** Below a bubble: when it was sent and read, or how far it has come. */
export function BubbleState({ row }: { row: MessageRow | OutgoingRow }) {
  if (row.kind === 'outgoing' && row.item.state === 'failed') return <Unsent item={row.item} />
  const sent = row.kind === 'message' ? row.message : row.item.stored
  if (!sent) return <OnItsWay clientId={row.key} />
  return (
    <p className={styles.meta}>
      <SentTime sendTime={sent.sendTime} />
      {row.kind === 'message' && row.read && !row.message.deleted && <Receipt readAt={row.readAt} />}
    </p>
  )
}
