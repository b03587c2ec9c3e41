import type { Instant } from '@app/contract/base'
import type { ChatSummary } from '@app/contract/chats'
import { useCallback, useEffect, useState } from 'react'
import { MessageText } from '../../conversation/messages/MessageText.tsx'
import { RemovedByTeam } from '../../conversation/messages/RemovedByTeam.tsx'
import { conversationTexts } from '../../conversation/texts.ts'
import { useMediaQuery } from '../../lib/device/use-media-query.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { useFullTime, useRelativeTime, useShortDate } from '../../lib/text/times.ts'
import { classes } from '../../ui/classes.ts'
import { useTimeAgo } from '../../ui/facts.ts'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { endFirstVisit, isFirstVisit } from '../first-visits.ts'
import { useBar, useMessageLabel } from '../messages/Bubble.tsx'
import { MessageBar, MessageReactions } from '../messages/BubbleExtras.tsx'
import { BubbleState } from '../messages/BubbleState.tsx'
import type { BubbleProps } from '../messages/bubble-props.ts'
import type { MessageRow } from '../messages/rows.ts'
import { isWritable } from '../state.ts'
import { useChat, useIsMyTurn } from '../use-chats.ts'
import styles from './opening-invite.module.css'
import { openingInviteTexts } from './opening-invite-texts.ts'

const JUST_NOW_MS = 60_000

/** Returns a formatter with results such as 'nyss', 'för 20 min sedan', 'i går' and 'den 8 nov'. */
function useWhen(): (instant: Instant) => string {
  const t = useTexts(openingInviteTexts)
  const formatRelative = useRelativeTime()
  const formatDate = useShortDate()
  const timeAgo = useTimeAgo()
  return (instant) => {
    if (Date.now() - Date.parse(instant) < JUST_NOW_MS) return t('justNow')
    const date = formatDate(instant)
    return formatRelative(instant) === date ? t('onDate', { date }) : timeAgo(instant)
  }
}

type Turn = 'mine' | 'theirs' | 'none'

/** Returns whose turn it is; 'none' if the two cannot write, or all messages were deleted. */
function useTurn(chat: ChatSummary): Turn {
  const isMine = useIsMyTurn(chat)
  if (!isWritable(chat) || chat.lastMessageSender === null) return 'none'
  return isMine ? 'mine' : 'theirs'
}

/** Shows who invited whom and when, when the invite was accepted, and whose turn it is until a message follows. */
function Story({ chat, sentAt, turn }: { chat: ChatSummary; sentAt: Instant; turn: Turn }) {
  const t = useTexts(openingInviteTexts)
  const when = useWhen()
  const formatFullTime = useFullTime()
  const { acceptedAt, createdByMe } = chat
  const name = chat.partner.userName
  const invited = t(createdByMe ? 'invitedByMe' : 'invited', { name, when: when(sentAt) })
  const accepted = acceptedAt && t(createdByMe ? 'accepted' : 'acceptedByMe', { name, when: when(acceptedAt), turn })
  return (
    <p className={styles.story}>
      <span title={formatFullTime(sentAt)}>{invited}</span>{' '}
      {accepted ? <span title={formatFullTime(acceptedAt)}>{accepted}</span> : turn !== 'none' && t('turn', { turn })}
    </p>
  )
}

/** Shows the line between the two members, with the ball at the end of the member whose turn it is. */
const Line = ({ turn, rolls }: { turn: Turn; rolls: boolean }) => (
  <span className={classes(styles.line, styles[turn], rolls && styles.rolls)} aria-hidden>
    <span className={styles.ring} />
    {turn !== 'none' && <span className={styles.ball} />}
  </span>
)

/** Replaces double quotation marks by single ones, for a text that is shown in double ones itself. */
const toInnerQuotes = (text: string): string => text.replaceAll('“', '‘').replaceAll('”', '’')

type CardProps = Omit<BubbleProps, 'row'> & { row: MessageRow; chat: ChatSummary }

function OpeningInviteCard({ row, chat, tabStop, context, handlers }: CardProps) {
  const t = useTexts(openingInviteTexts)
  const tConversation = useTexts(conversationTexts)
  // On a phone the name above is the page's first heading.
  const Heading = useMediaQuery('(max-width: 37.5em)') ? 'h2' : 'h3'
  const [isFirst] = useState(() => isFirstVisit(chat))
  const turn = useTurn(chat)
  const { message } = row
  const { partner } = context
  const { watch } = handlers
  const bar = useBar()
  const label = useMessageLabel(message, partner.name)
  const observedId = message.mine ? null : message.id
  const observe = useCallback(
    (element: HTMLElement | null) => (element && observedId ? watch(element, observedId) : undefined),
    [watch, observedId],
  )
  useEffect(() => endFirstVisit(chat.chatId), [chat.chatId])
  const photoClass = classes(styles.photo, isFirst && styles.appears)
  return (
    <div className={styles.row} data-opening-invite {...bar.handlers}>
      <article
        {...label}
        ref={observe}
        className={styles.card}
        tabIndex={tabStop ? 0 : -1}
        data-key={row.key}
        onFocus={() => handlers.onFocus(row.key)}
        onKeyDown={(event) => handlers.onKey(event, row.key)}
      >
        <div className={styles.members}>
          <span className={photoClass}>
            <Avatar
              name={partner.name}
              shape={partner.shape}
              photoUrl={chat.blocked ? null : chat.partner.photoUrl}
              size={88}
            />
          </span>
          <Line turn={turn} rolls={isFirst} />
          <span className={photoClass}>{context.ownPhoto}</span>
        </div>
        <Heading className={styles.title}>{t(isWritable(chat) ? 'title' : 'titleClosed')}</Heading>
        {message.deleted || message.message === null ? (
          <p id={label['aria-describedby']} className={styles.deleted}>
            {message.removedByTeam ? (
              <RemovedByTeam kind="CHAT_MESSAGE" id={message.id} />
            ) : (
              tConversation('message.deleted')
            )}
          </p>
        ) : (
          <blockquote className={styles.words}>
            <MessageText id={label['aria-describedby']} text={toInnerQuotes(message.message)} />
          </blockquote>
        )}
        <Story chat={chat} sentAt={message.sendTime} turn={row.openingInvite === 'alone' ? turn : 'none'} />
        {message.mine && <BubbleState row={row} />}
        {!message.deleted && (
          <MessageBar
            row={row}
            tabStop={tabStop}
            context={context}
            isShown={bar.isShown}
            labelId={label.id}
            className={styles.bar}
          />
        )}
      </article>
      {!message.deleted && (
        <MessageReactions row={row} tabStop={tabStop} context={context} className={styles.reactions} />
      )}
    </div>
  )
}

/** Shows the invite that began a chat as a card with both photos, instead of a bubble. */
export function OpeningInvite({ row, ...props }: BubbleProps) {
  const chat = useChat(props.context.chatId)
  return chat && row.kind === 'message' && <OpeningInviteCard row={row} chat={chat} {...props} />
}
