import { BlockedCard } from '../../blocks/BlockedCard.tsx'
import { forgetRemoval } from '../../chats/remove-member.ts'

/** Shows the blocked members, with links to the chats that can still be read. */
export const OwnBlocks = () => <BlockedCard onRead={forgetRemoval} />
