import type { Id } from '@app/contract/base'
import type { NewsComment as Comment } from '@app/contract/news'
import { TEAM_NAME } from '@app/contract/text/names'
import { EllipsisVertical, Trash } from 'lucide-react'
import { useState } from 'react'
import commentStyles from '../conversation/messages/comments.module.css'
import { DeleteDialog } from '../conversation/messages/DeleteDialog.tsx'
import { MessageText } from '../conversation/messages/MessageText.tsx'
import { useBlockActions } from '../lib/blocking/use-block-actions.ts'
import { showToast } from '../lib/feedback/toasts.ts'
import { inSession } from '../lib/http/session.ts'
import { focusHeading } from '../lib/navigation/focus-heading.ts'
import { useReportActions } from '../lib/reporting/use-report-actions.ts'
import { useTexts } from '../lib/text/texts.ts'
import { useFullTime, useRelativeTime } from '../lib/text/times.ts'
import { IconButton } from '../ui/buttons/IconButton.tsx'
import { classes } from '../ui/classes.ts'
import { ProfileLink } from '../ui/marks/ProfileLink.tsx'
import { VerifiedMark } from '../ui/marks/VerifiedMark.tsx'
import { Menu } from '../ui/overlays/Menu.tsx'
import { Avatar } from '../ui/photos/Avatar.tsx'
import styles from './comments.module.css'
import { deleteComment } from './comments.ts'
import { newsTexts } from './texts.ts'

/** Shows a comment's author and time. The team has no profile to link to. */
function Author({ userName, badges, sendTime }: Comment) {
  const relative = useRelativeTime()
  const full = useFullTime()
  return (
    <p className={styles.author}>
      <span className={commentStyles.name}>
        {userName === TEAM_NAME ? userName : <ProfileLink name={userName}>{userName}</ProfileLink>}
      </span>
      {badges.includes('VERIFIED') && <VerifiedMark />}
      <time className={styles.time} dateTime={sendTime} title={full(sendTime)}>
        {relative(sendTime)}
      </time>
    </p>
  )
}

/** Shows a comment. Its author may delete it, others report it. */
export function NewsComment({ newsId, comment }: { newsId: Id; comment: Comment }) {
  const t = useTexts(newsTexts)
  const [confirming, setConfirming] = useState(false)
  const { id, userName, couple, profilePhotoUrl, message, sendTime } = comment
  const blockActions = useBlockActions()(userName)
  const reportActions = useReportActions()({
    subject: { kind: 'NEWS_COMMENT', id, parentId: newsId },
    name: userName,
    sentAt: sendTime,
  })

  async function remove(): Promise<void> {
    const onRemoved = inSession(() => {
      showToast({ text: t('talk.removed') })
      focusHeading()
    })
    await deleteComment(newsId, id)
    onRemoved()
  }

  return (
    <li className={classes(commentStyles.comment, styles.comment)} data-member={comment.mine ? undefined : userName}>
      <Avatar name={userName} shape={couple ? 'couple' : 'person'} photoUrl={profilePhotoUrl} size={32} />
      <div className={commentStyles.body}>
        <Author {...comment} />
        <MessageText text={message} />
      </div>
      {comment.mine ? (
        <>
          <IconButton icon={Trash} label={t('talk.remove', { name: userName })} onClick={() => setConfirming(true)} />
          <DeleteDialog open={confirming} onDelete={remove} onClose={() => setConfirming(false)}>
            {message}
          </DeleteDialog>
        </>
      ) : (
        reportActions.length > 0 && (
          <Menu
            label={t('talk.moreFor', { name: userName })}
            icon={EllipsisVertical}
            actions={[...blockActions, ...reportActions]}
          />
        )
      )}
    </li>
  )
}
