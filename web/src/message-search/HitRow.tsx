import { type MessageHit, toSearchWords } from '@app/contract/message-search'
import { memo } from 'react'
import { FIND } from '../lib/navigation/message-search.ts'
import { stripMarkdown } from '../lib/text/strip-markdown.ts'
import { useTexts } from '../lib/text/texts.ts'
import { ListRow } from '../ui/lists/ListPane.tsx'
import { RowText } from '../ui/lists/RowText.tsx'
import { Avatar } from '../ui/photos/Avatar.tsx'
import { GroupArt } from '../ui/photos/GroupArt.tsx'
import { markWhenOpened } from './mark-opened.ts'
import { splitAtWords } from './marks.ts'
import styles from './message-search.module.css'
import { keyOfHit } from './store.ts'
import { messageSearchTexts } from './texts.ts'

/** Returns the URL of a hit's conversation at the message; a comment's also names its post. */
function hitUrl({ chat, group, messageId, parentId }: MessageHit): string {
  const message = parentId === null ? `message=${messageId}` : `message=${parentId}&comment=${messageId}`
  return chat ? `/chats?id=${chat.chatId}&${message}` : `/groups?id=${group?.groupId}&${message}`
}

function Excerpt({ hit, words }: { hit: MessageHit; words: string }) {
  const t = useTexts(messageSearchTexts)
  const text = stripMarkdown(hit.excerpt, true)
  const sender = hit.mine ? t('mine') : hit.group ? t('sender', { name: hit.senderName }) : null
  return (
    <span className={styles.excerpt} dir="auto">
      {sender && (
        <>
          <span className={styles.sender}>{sender}</span>{' '}
        </>
      )}
      {splitAtWords(text, toSearchWords(words)).map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
        part.isMatch ? <mark key={index}>{part.text}</mark> : part.text,
      )}
    </span>
  )
}

type Props = {
  hit: MessageHit
  words: string
  /** The scope of the search, which the hit's URL keeps if the list stays beside the message; null if it does not. */
  find: string | null
  selected: boolean
  tabStop: boolean
}

/** Links to a message that contains the words, in its conversation. */
export const HitRow = memo(function HitRow({ hit, words, find, selected, tabStop }: Props) {
  const { chat, group } = hit
  const name = chat?.partnerName ?? group?.groupName ?? ''
  return (
    <ListRow
      to={find === null ? hitUrl(hit) : `${hitUrl(hit)}&${FIND}=${find}`}
      selected={selected}
      tabIndex={tabStop ? 0 : -1}
      data-hit={keyOfHit(hit)}
      onClick={() => markWhenOpened(hit, words)}
      {...(chat && { 'data-member': chat.partnerName })}
    >
      <span className={styles.picture}>
        {chat && (
          <Avatar name={name} shape={chat.couple ? 'couple' : 'person'} photoUrl={chat.profilePhotoUrl} size={40} />
        )}
        {group && <GroupArt groupId={group.groupId} size={40} />}
      </span>
      <RowText name={name} time={hit.sendTime}>
        <Excerpt hit={hit} words={words} />
      </RowText>
    </ListRow>
  )
})
