import type { Id } from '@app/contract/base'
import type { GroupComment, GroupMessage } from '@app/contract/groups'
import type { AvatarShape } from '../../ui/photos/Avatar.tsx'

/** The message, or the comment on it, that an action applies to. */
export type Target = { message: GroupMessage; comment: GroupComment | null }

/** Values that the list passes to every post. */
export type PostContext = {
  groupId: Id
  /** The current member, shown at their message fields and outgoing posts. */
  me: { name: string; shape: AvatarShape; photoUrl: string | null }
  /** The id of the linked message. */
  linked: Id | null
  /** The id of the message that the member is editing. */
  editing: Id | null
  onEdited: () => void
  onActions: (target: Target, anchor: HTMLElement) => void
  onPhoto: (key: string) => void
}

export const authorShape = ({ couple }: { couple: boolean }): AvatarShape => (couple ? 'couple' : 'person')
