import { EllipsisVertical } from 'lucide-react'
import { useRef } from 'react'
import { BarButtons } from '../../conversation/messages/BarButtons.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './post.module.css'
import type { ActionTarget, PostContext } from './post-context.ts'

type Props = {
  label: string
  /** The id of the line that identifies the post or comment. */
  lineId: string
  target: ActionTarget
  context: PostContext
  /** Whether the post or comment has the focus or the pointer, so that its reactions may be needed. */
  isActive: boolean
  tabStop: boolean
  /** Whether Enter on the message opens the menu, so that the button does not have to be a tab stop. */
  isOpenedByEnter?: boolean
}

/** Shows the bar of a post or a comment: reactions and reply while it is pointed at, and the menu. */
export function PostActions({ label, lineId, target, context, isActive, tabStop, isOpenedByEnter }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const { id, reactions } = target.comment ?? target.message
  return (
    <div className={classes(styles.bar, target.comment !== null && styles.commentBar)}>
      {isActive && (
        <div className={styles.tools}>
          <BarButtons
            id={id}
            reactions={reactions}
            tabStop={tabStop}
            onReact={(reaction) => context.onReact(target, reaction)}
            onReply={() => context.onReply(target)}
          />
        </div>
      )}
      <button
        ref={button}
        type="button"
        tabIndex={isOpenedByEnter ? -1 : undefined}
        className={styles.actions}
        aria-label={label}
        aria-describedby={lineId}
        aria-haspopup="menu"
        onClick={() => button.current && context.onActions(target, button.current, false)}
      >
        <EllipsisVertical size="1.125rem" strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  )
}
