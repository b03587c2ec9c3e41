import type { ChatSummary } from '@app/contract/chats'
import { CHAT_PREVIEW_LENGTH } from '@app/contract/limits'
import { Image } from 'lucide-react'
import { memo } from 'react'
import { useDrafts } from '../../conversation/composer/drafts.ts'
import { photoTexts } from '../../conversation/photo-texts.ts'
import { toListPreview } from '../../lib/text/strip-markdown.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { shapeOf } from '../../ui/facts.ts'
import { ListRow, ListText } from '../../ui/lists/ListPane.tsx'
import { Badge } from '../../ui/marks/Badge.tsx'
import { Ball } from '../../ui/marks/Ball.tsx'
import { VerifiedMark } from '../../ui/marks/VerifiedMark.tsx'
import { Avatar } from '../../ui/photos/Avatar.tsx'
import { usePresence } from '../presence.ts'
import { useUnread } from '../reading.ts'
import { chatKey } from '../sending.ts'
import { chatsTexts } from '../texts.ts'
import { useTyping } from '../typing.ts'
import { useLastWritten, useMyTurn } from '../use-chats.ts'
import styles from './list.module.css'

const previewOf = (text: string): string => toListPreview(text, CHAT_PREVIEW_LENGTH)

/** Shows the beginning of the last message, or a label for a photo without text. */
function LastMessage({ message, mine }: { message: string | null; mine: boolean }) {
  const t = useTexts(chatsTexts)
  const photo = useTexts(photoTexts)('photo')
  const text = message === null ? photo : previewOf(message)
  return (
    <>
      {message === null && <Image className={styles.photoMark} size="1rem" strokeWidth={1.75} aria-hidden />}
      {mine ? t('list.mine', { text }) : text}
    </>
  )
}

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
  if (chat.lastMessageSender === null) return t('list.deleted')
  return <LastMessage message={chat.lastMessage} mine={chat.lastMessageSender !== chat.partner.userName} />
}

type Props = { chat: ChatSummary; to: string; selected: boolean; tabStop: boolean }

/** Shows a row for a chat or an invite: name, time, the beginning of the last message, and whose turn it is. */
export const ChatRow = memo(function ChatRow({ chat, to, selected, tabStop }: Props) {
  const { userName, persons } = chat.partner
  const online = usePresence((state) => state.online.has(userName)) && chat.state === 'OPEN'
  const myTurn = useMyTurn(chat)
  const unread = useUnread(chat)
  return (
    <ListRow to={to} selected={selected} unread={unread > 0} tabIndex={tabStop ? 0 : -1} data-chat={chat.chatId}>
      <Avatar name={userName} shape={shapeOf(persons)} photoUrl={chat.profilePhotoUrl} online={online} />
      <ListText
        name={userName}
        nameMarks={chat.badges.includes('VERIFIED') && <VerifiedMark />}
        time={chat.lastUpdate}
        preview={<Preview chat={chat} />}
        marks={
          <>
            {myTurn && <Ball />}
            <Badge count={unread} />
          </>
        }
      />
    </ListRow>
  )
})
