import type { Id } from '@app/contract/base'
import { useShallow } from 'zustand/react/shallow'
import { useOutbox } from '../../conversation/outbox/outbox.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { groupKey } from '../chat/sending.ts'
import { groupChatTexts } from '../chat/texts.ts'
import { OutgoingPost } from './Post.tsx'
import styles from './post.module.css'
import { useMe } from './use-me.ts'

/** Shows the member's unsent posts and comments to a group whose posts cannot be shown. */
export function UnsentPosts({ groupId }: { groupId: Id }) {
  const t = useTexts(groupChatTexts)
  const me = useMe(null)
  const key = groupKey(groupId)
  // The keys of comments begin with the key of their group and a slash.
  const isInGroup = (conversation: string) => conversation === key || conversation.startsWith(`${key}/`)
  const unsent = useOutbox(
    useShallow(({ items }) => items.filter(({ conversation, state }) => isInGroup(conversation) && state !== 'sent')),
  )
  if (unsent.length === 0) return null
  return (
    <section className={styles.unsent} aria-label={t('unsent')} data-scroll-key="unsent">
      {unsent.map((item) => (
        <article key={item.clientId} className={styles.post}>
          <OutgoingPost item={item} me={me} />
        </article>
      ))}
    </section>
  )
}
