import type { RowHandlers } from '../../conversation/list/ConversationList.tsx'
import { UnreadDivider } from '../../conversation/list/UnreadDivider.tsx'
import { useDayName } from '../../conversation/messages/message-times.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { DayPill } from '../../ui/lists/Dividers.tsx'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { openingInvite } from '../pane/opening-invite.ts'
import { chatsTexts } from '../texts.ts'
import { Bubble } from './Bubble.tsx'
import type { BubbleContext } from './bubble-props.ts'
import styles from './messages.module.css'
import type { Row } from './rows.ts'

export function TypingDots({ partner }: Pick<BubbleContext, 'partner'>) {
  const t = useTexts(chatsTexts)
  return (
    <div className={styles.typing} role="img" aria-label={t('pane.typing', { name: partner.name })}>
      <Avatar name={partner.name} shape={partner.shape} photoUrl={partner.photoUrl} size={32} />
      <span className={styles.dots}>
        <span />
        <span />
        <span />
      </span>
    </div>
  )
}

function Day({ day }: { day: string }) {
  const dayName = useDayName()
  return (
    <div className={styles.day}>
      <DayPill>{dayName(day)}</DayPill>
    </div>
  )
}

type Props = { row: Row; tabStop: boolean; bubble: BubbleContext; handlers: RowHandlers }

export function MessageRow({ row, tabStop, bubble, handlers }: Props) {
  const OpeningInvite = openingInvite.useModule()?.OpeningInvite
  if (row.kind === 'day') return <Day day={row.day} />
  if (row.kind === 'unread') return <UnreadDivider count={row.count} />
  const isOpeningInvite = row.kind === 'message' && row.openingInvite !== null
  const Message = (isOpeningInvite && OpeningInvite) || Bubble
  return <Message row={row} tabStop={tabStop} context={bubble} handlers={handlers} />
}
