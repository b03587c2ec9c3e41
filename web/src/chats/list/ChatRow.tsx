import type { ChatSummary } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH } from '@app/contract/limits'
import { Clock, Image } from 'lucide-react'
import { memo } from 'react'
import { useDrafts } from '../../conversation/composer/drafts.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { toListPreview } from '../../lib/text/strip-markdown.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { classes } from '../../ui/classes.ts'
import { shapeOf } from '../../ui/facts.ts'
import { ListRow, ListText } from '../../ui/lists/ListPane.tsx'
import { Ball } from '../../ui/marks/Ball.tsx'
import { CountMark } from '../../ui/marks/CountMark.tsx'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { usePresence } from '../presence/presence.ts'
import { useTyping } from '../presence/typing.ts'
import { useUnread } from '../reading.ts'
import { chatKey } from '../sending.ts'
import { isWritable } from '../state.ts'
import { chatsTexts } from '../texts.ts'
import { useIsMyTurn, useLastWritten } from '../use-chats.ts'
import styles from './list.module.css'

const previewOf = (text: string): string => toListPreview(text, CHAT_PREVIEW_LENGTH)

/** Shows the beginning of the last message, or a label for a photo without text. */
function LastMessage({ message, mine }: { message: string | null; mine: boolean }) {
  const t = useTexts(chatsTexts)
  const photo = useTexts(photoTexts)('photo')
  const text = message === null ? photo : previewOf(message)
  return (
    <>
      {message === null && <Image className={styles.mark} size="1rem" strokeWidth={1.75} aria-hidden />}
      {mine ? t('list.mine', { text }) : text}
    </>
  )
}

/** Returns whether no message has followed the acceptance of the invite, and both members can write. */
const hasJustOpened = (chat: ChatSummary): boolean =>
  isWritable(chat) && chat.acceptedAt !== null && chat.lastUpdate <= chat.acceptedAt

/** Shows the second line of a row: the typing indicator, else the draft, else the last message. */
function Preview({ chat }: { chat: ChatSummary }) {
  const t = useTexts(chatsTexts)
  const typing = useTyping(({ chats }) => chats.has(chat.chatId))
  const draft = useDrafts(({ texts }) => texts.get(chatKey(chat.chatId)))
  const lastWritten = useLastWritten(chat.chatId)
  if (typing) return <span className={styles.typing}>{t('list.typing')}</span>
  if (draft) {
    return (
      <>
        <span className={styles.draft}>{t('list.draft')}:</span> {previewOf(draft)}
      </>
    )
  }
  if (lastWritten !== null) return <LastMessage message={lastWritten || null} mine />
  if (hasJustOpened(chat)) return t('list.accepted')
  if (chat.lastMessageSender === null) return t('list.deleted')
  return <LastMessage message={chat.lastMessage} mine={chat.lastMessageSender !== chat.partner.userName} />
}

type Props = {
  chat: ChatSummary
  to: string
  selected: boolean
  tabStop: boolean
  /** Shows in gray that the member's own invite awaits an answer. */
  pending?: boolean
}

/** Shows a row for a chat or an invite: name, time, last message, unread count, and whether it is the member's turn. */
export const ChatRow = memo(function ChatRow({ chat, to, selected, tabStop, pending = false }: Props) {
  const t = useTexts(chatsTexts)
  const { userName, persons } = chat.partner
  const online = usePresence((state) => state.online.has(userName)) && chat.state === 'OPEN'
  const isMyTurn = useIsMyTurn(chat)
  const unread = useUnread(chat)
  return (
    <ListRow
      to={to}
      selected={selected}
      unread={unread > 0}
      tabIndex={tabStop ? 0 : -1}
      data-chat={chat.chatId}
      data-member={userName}
    >
      <span className={classes(styles.photo, pending && styles.pendingPhoto)}>
        <Avatar name={userName} shape={shapeOf(persons)} photoUrl={chat.profilePhotoUrl} online={online} />
      </span>
      <ListText
        name={pending ? <span className={styles.pending}>{userName}</span> : userName}
        nameMarks={chat.badges.includes('VERIFIED') && <VerifiedMark />}
        time={chat.lastUpdate}
        preview={
          pending ? (
            <span className={styles.pending}>
              <Clock className={styles.mark} size="1rem" strokeWidth={1.75} aria-hidden />
              {t('list.pending')}
            </span>
          ) : (
            <Preview chat={chat} />
          )
        }
        marks={
          <>
            {isMyTurn && <Ball />}
            <CountMark count={unread} />
          </>
        }
      />
    </ListRow>
  )
})
