import type { GroupComment } from '@app/contract/groups'
import { useTexts } from '../../lib/text/texts.ts'
import { useFullTime, useRelativeTime } from '../../lib/text/times.ts'
import { Chip } from '../../ui/marks/Chip.tsx'
import { ProfileLink } from '../../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { groupChatTexts } from '../chat/texts.ts'
import styles from './post.module.css'

type Props = Pick<GroupComment, 'userName' | 'admin' | 'badges' | 'sendTime' | 'editTime' | 'deleted'> & {
  /** The id of the line, which identifies the post or comment. */
  lineId: string
  nameClassName?: string
}

/** Shows the author, their role, and the time. */
export function PostAuthor({
  userName,
  admin,
  badges,
  sendTime,
  editTime,
  deleted,
  lineId,
  nameClassName = styles.name,
}: Props) {
  const t = useTexts(groupChatTexts)
  const formatRelative = useRelativeTime()
  const formatFull = useFullTime()
  return (
    <p id={lineId} className={styles.author}>
      <span className={nameClassName}>
        {userName ? <ProfileLink name={userName}>{userName}</ProfileLink> : t('former')}
      </span>
      {badges.includes('VERIFIED') && <VerifiedMark />}
      {admin && (
        <Chip tone="info" small>
          {t('admin')}
        </Chip>
      )}
      <time className={styles.time} dateTime={sendTime} title={formatFull(sendTime)}>
        {formatRelative(sendTime)}
      </time>
      {editTime && !deleted && (
        <span className={styles.time} title={formatFull(editTime)}>
          · {t('edited')}
        </span>
      )}
    </p>
  )
}
