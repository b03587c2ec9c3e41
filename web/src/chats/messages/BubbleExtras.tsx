import type { Id } from '@app/contract/base'
import { EllipsisVertical } from 'lucide-react'
import { useRef } from 'react'
import { BarButtons } from '../../conversation/messages/BarButtons.tsx'
import { minutesToEdit } from '../../conversation/messages/edit-period.ts'
import { extrasTexts } from '../../conversation/messages/extras-texts.ts'
import { LongPress } from '../../conversation/messages/LongPress.tsx'
import { MessageQuote } from '../../conversation/messages/MessageQuote.tsx'
import { Reactions } from '../../conversation/messages/Reactions.tsx'
import { RemovedByTeam } from '../../conversation/messages/RemovedByTeam.tsx'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { reactToMessage } from '../message-changes.ts'
import { openMessage } from '../open-message.ts'
import styles from './bubble.module.css'
import type { BubbleContext, BubbleProps } from './bubble-props.ts'
import { EditMessage } from './EditMessage.tsx'
import { MessageOverlays } from './MessageOverlays.tsx'
import type { MessageRow } from './rows.ts'

type ActionsButtonProps = Pick<BubbleContext, 'onActions'> & Pick<MessageBarProps, 'row' | 'labelId'>

function ActionsButton({ row, labelId, onActions }: ActionsButtonProps) {
  const t = useTexts(extrasTexts)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <button
      ref={button}
      type="button"
      tabIndex={-1}
      className={styles.actions}
      aria-label={t('actions')}
      aria-describedby={labelId}
      aria-haspopup="menu"
      onClick={() => button.current && onActions(row, button.current, false)}
    >
      <EllipsisVertical size="1.125rem" strokeWidth={1.75} aria-hidden />
    </button>
  )
}

type MessageBarProps = Pick<BubbleProps, 'tabStop' | 'context'> & {
  row: MessageRow
  isShown: boolean
  /** The id of the element whose name identifies the message. */
  labelId: string
  className?: string | undefined
}

/** Shows the bar of a message: the menu's button always, reactions and reply while `isShown`. */
export function MessageBar({ row, tabStop, context, isShown, labelId, className }: MessageBarProps) {
  const { message } = row
  const { writing } = context
  return (
    <div className={classes(styles.bar, className)}>
      <div className={styles.tools}>
        {isShown && writing && (
          <BarButtons
            id={message.id}
            reactions={message.reactions}
            tabStop={tabStop}
            onReact={(reaction) => writing.onReact(message.id, reaction)}
            onReply={() => writing.onReply(message)}
          />
        )}
        <ActionsButton row={row} labelId={labelId} onActions={context.onActions} />
      </div>
    </div>
  )
}

/** Shows the reactions to a message. */
export function MessageReactions({ row, tabStop, context, className }: Omit<MessageBarProps, 'isShown' | 'labelId'>) {
  const { id, reactions } = row.message
  const { writing } = context
  return (
    <Reactions
      id={id}
      reactions={reactions}
      tabStop={tabStop}
      onReact={writing && ((reaction) => writing.onReact(id, reaction))}
      className={className}
    />
  )
}

/** The functions and components that the pane needs for the actions of messages. */
export const messageActions = { EditMessage, LongPress, MessageOverlays, minutesToEdit, openMessage, reactToMessage }

/** Informs the author that the team has removed their message. */
export const RemovedByTeamText = ({ id }: { id: Id }) => <RemovedByTeam kind="CHAT_MESSAGE" id={id} />

/** Shows the quote of the message to which the message in the row replies. */
export function BubbleQuote({ row, tabStop, context }: Omit<BubbleProps, 'handlers'>) {
  const isOwn = row.kind === 'outgoing' || row.message.mine
  const quote = row.kind === 'message' ? row.message.replyTo : row.item.replyTo
  return quote && <MessageQuote quote={quote} onColor={isOwn} tabStop={tabStop} onOpen={context.onQuote} />
}
