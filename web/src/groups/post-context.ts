import type { Id } from '@app/contract/base'
import type { GroupComment, GroupMessage } from '@app/contract/groups'
import type { AvatarShape } from '../ui/Avatar.tsx'

/** A message, or a comment on it, that something is done with. */
export type Target = { message: GroupMessage; comment: GroupComment | null }

/** What the list lends to every post. */
export type PostContext = {
  groupId: Id
  /** Me, before the fields that I write in and beside what is on its way. */
  me: { name: string; shape: AvatarShape; photoUrl: string | null }
  /** The message that a link led to. */
  linked: Id | null
  /** The message that I am changing. */
  editing: Id | null
  onEdited: () => void
  onActions: (target: Target, anchor: HTMLElement) => void
  onPhoto: (key: string) => void
}

export const authorShape = ({ couple }: { couple: boolean }): AvatarShape => (couple ? 'couple' : 'person')
