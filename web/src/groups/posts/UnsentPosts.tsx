import type { Id } from '@app/contract/base'
import { useShallow } from 'zustand/react/shallow'
import { useOutbox } from '../../conversation/outbox/outbox.ts'
import { useTexts } from '../../lib/text/texts.ts'
import { groupKey } from '../chat/sending.ts'
import { groupChatTexts } from '../chat/texts.ts'
import { OutgoingPost } from './Post.tsx'
import styles from './post.module.css'
import { useMe } from './use-me.ts'

/** The member's queued messages and comments to a group whose messages are not loaded. */
export function UnsentPosts({ groupId }: { groupId: Id }) {
  const t = useTexts(groupChatTexts)
  const me = useMe(null)
  const path = groupKey(groupId)
  const unsent = useOutbox(
    useShallow(({ items }) =>
      items.filter(({ conversation, state }) => `${conversation}/`.startsWith(`${path}/`) && state !== 'sent'),
    ),
  )
  if (unsent.length === 0) return null
  return (
    <section className={styles.unsent} aria-label={t('unsent')} data-place="unsent">
      {unsent.map((item) => (
        <article key={item.clientId} className={styles.post}>
          <OutgoingPost item={item} me={me} />
        </article>
      ))}
    </section>
  )
}
