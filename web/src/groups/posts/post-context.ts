import type { Id } from '@app/contract/base'
import type { GroupComment, GroupMessage } from '@app/contract/groups'
import type { Reaction } from '@app/contract/reactions'
import type { MessageTarget } from '../../conversation/list/use-row-target.ts'
import type { AvatarShape } from '../../ui/photos/Avatar.tsx'

/** The post, or the comment on it, that an action applies to. */
export type ActionTarget = { message: GroupMessage; comment: GroupComment | null }

/** The values that the list passes to every post. */
export type PostContext = {
  groupId: Id
  /** The current member, shown at their message fields and outgoing posts. */
  me: { name: string; shape: AvatarShape; photoUrl: string | null }
  /** The id of the linked post. */
  linkedId: Id | null
  /** The comment that a quote or a link opens. */
  openedComment: MessageTarget | null
  /** The id of the post or comment that the member is editing. */
  editedId: Id | null
  onEdited: () => void
  onCommentEdited: () => void
  onActions: (target: ActionTarget, anchor: HTMLElement, isPressed: boolean) => void
  onReact: (target: ActionTarget, reaction: Reaction | null) => void
  onReply: (target: ActionTarget) => void
  /** Opens a quoted post. */
  onQuote: (messageId: Id) => void
  /** Opens a quoted comment on the post. */
  onQuotedComment: (messageId: Id, commentId: Id) => void
  onPhoto: (key: string) => void
}

export const authorShape = ({ couple }: { couple: boolean }): AvatarShape => (couple ? 'couple' : 'person')
