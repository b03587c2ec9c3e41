import { OutgoingState, SentTime } from '../../conversation/messages/MessageState.tsx'
import { useClockTime } from '../../conversation/messages/message-times.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { chatsTexts } from '../texts.ts'
import type { MessageRow, OutgoingRow } from './rows.ts'

function Receipt({ readAt }: { readAt: string | null }) {
  const t = useTexts(chatsTexts)
  const formatClock = useClockTime()
  return <> · {readAt ? t('message.readAt', { time: formatClock(readAt) }) : t('message.read')}</>
}

/** Shows below a bubble when the message was sent and read, or its sending state. */
export function BubbleState({ row }: { row: MessageRow | OutgoingRow }) {
  if (row.kind === 'outgoing') return <OutgoingState item={row.item} />
  const { sendTime, editTime, deleted } = row.message
  return (
    <SentTime sendTime={sendTime} editTime={deleted ? undefined : editTime}>
      {row.read && !deleted && <Receipt readAt={row.readAt} />}
    </SentTime>
  )
}
