import type { ChatMessage } from '@app/contract/chats'
import { memo, useCallback, useId, useState } from 'react'
import { MessagePhoto } from '../../conversation/messages/MessagePhoto.tsx'
import { MessageText } from '../../conversation/messages/MessageText.tsx'
import { useClockTime } from '../../conversation/messages/message-times.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { conversationTexts } from '../../conversation/texts.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { chatsTexts } from '../texts.ts'
import { BubbleState } from './BubbleState.tsx'
import styles from './bubble.module.css'
import type { BubbleProps } from './bubble-props.ts'
import { bubbleExtras } from './extras.ts'

const hasPhoto = (row: BubbleProps['row']): boolean =>
  row.kind === 'message' ? row.message.photo !== null && !row.message.deleted : row.item.photo !== undefined

function BubblePhoto({ row, context }: Pick<BubbleProps, 'row' | 'context'>) {
  const t = useTexts(photoTexts)
  const isOwn = row.kind === 'outgoing' || row.message.mine
  return (
    <MessagePhoto
      photo={row.kind === 'message' ? row.message.photo : (row.item.stored?.photo ?? null)}
      clientId={row.kind === 'message' ? row.message.clientId : row.item.clientId}
      item={row.kind === 'outgoing' ? row.item : null}
      alt={isOwn ? t('mine') : t('from', { name: context.partner.name })}
      onOpen={() => context.onPhoto(row.key)}
    />
  )
}

function BubbleText({ row, id }: Pick<BubbleProps, 'row'> & { id: string }) {
  const t = useTexts(conversationTexts)
  const extras = bubbleExtras.useModule()
  if (row.kind === 'message' && row.message.deleted) {
    const { message } = row
    return (
      <p id={id}>
        {message.removedByTeam && extras ? <extras.RemovedByTeamText id={message.id} /> : t('message.deleted')}
      </p>
    )
  }
  const text = row.kind === 'message' ? row.message.message : row.item.text
  return text && <MessageText id={id} text={text} />
}

const stateClassOf = (row: BubbleProps['row']): string | undefined => {
  if (row.kind === 'message') return row.message.deleted ? styles.deleted : undefined
  return row.item.state === 'queued' || row.item.state === 'sending' ? styles.sending : undefined
}

/** Returns whether to fill the bar of a message, and the handlers that do so when pointer or focus first reach it. */
export function useBar() {
  const [isShown, setShown] = useState(false)
  const show = () => setShown(true)
  return { isShown, handlers: { onPointerEnter: show, onFocus: show } }
}

/**
 * Returns the attributes that name a message by its sender and time and describe it by its text, for the element that
 * takes the focus. The text has the id in `aria-describedby`.
 */
export function useMessageLabel(message: ChatMessage | null, partnerName: string) {
  const t = useTexts(conversationTexts)
  const formatClock = useClockTime()
  const id = useId()
  const sender = message && !message.mine ? partnerName : t('message.me')
  const name = message?.writtenBy ?? sender
  return {
    id,
    'aria-label': message ? t('message.label', { name, time: formatClock(message.sendTime) }) : name,
    'aria-describedby': `${id}-text`,
  }
}

/**
 * Shows one message, confirmed or outgoing. Both render the same element, so that it keeps the focus when the server
 * confirms the message.
 */
export const Bubble = memo(function Bubble({ row, tabStop, context, handlers }: BubbleProps) {
  const t = useTexts(conversationTexts)
  const tChats = useTexts(chatsTexts)
  const { partner } = context
  const { watch } = handlers
  const message = row.kind === 'message' ? row.message : null
  const isOwn = !message || message.mine
  const isDeleted = message?.deleted
  const bar = useBar()
  const label = useMessageLabel(message, partner.name)
  const extras = bubbleExtras.useModule()
  const observedId = message && !isOwn ? message.id : null
  const observe = useCallback(
    (element: HTMLElement | null) => (element && observedId ? watch(element, observedId) : undefined),
    [watch, observedId],
  )
  return (
    <div className={classes(styles.row, isOwn && styles.mine, row.endsGroup && styles.endsGroup)}>
      {!isOwn && (
        <span className={styles.who}>
          {row.endsGroup && <Avatar name={partner.name} shape={partner.shape} photoUrl={partner.photoUrl} size={32} />}
        </span>
      )}
      <div className={styles.body}>
        <div className={styles.line} {...bar.handlers}>
          <article
            {...label}
            ref={observe}
            className={classes(styles.bubble, stateClassOf(row), hasPhoto(row) && styles.withPhoto)}
            tabIndex={tabStop ? 0 : -1}
            data-key={row.key}
            onFocus={() => handlers.onFocus(row.key)}
            onKeyDown={(event) => handlers.onKey(event, row.key)}
          >
            {message?.writtenBy ? (
              <span className={styles.writer}>{message.writtenBy}</span>
            ) : (
              <span className="visually-hidden">{isOwn ? t('message.me') : partner.name}: </span>
            )}
            {extras && !isDeleted && <extras.BubbleQuote row={row} tabStop={tabStop} context={context} />}
            {hasPhoto(row) && <BubblePhoto row={row} context={context} />}
            <BubbleText row={row} id={label['aria-describedby']} />
          </article>
          {extras && row.kind === 'message' && !isDeleted && (
            <extras.MessageBar row={row} tabStop={tabStop} context={context} isShown={bar.isShown} labelId={label.id} />
          )}
        </div>
        {extras && row.kind === 'message' && !isDeleted && (
          <extras.MessageReactions row={row} tabStop={tabStop} context={context} className={styles.reactions} />
        )}
        {row.kind === 'message' && row.warns && <p className={styles.warning}>{tChats('message.careful')}</p>}
        {(row.endsGroup || message?.editTime) && (
          <div className={styles.state}>
            <BubbleState row={row} />
          </div>
        )}
      </div>
    </div>
  )
})
