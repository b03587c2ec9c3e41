import type { Group } from '@app/contract/groups'
import { useReading } from '../conversation/reading.ts'
import { keyOfGroup } from './group-chat-sending.ts'

/** Nothing is unread in the chat before one's eyes, though the server does not know yet. */
export const useUnread = ({ groupId, newMessages }: Group): number =>
  useReading(({ key }) => (key === keyOfGroup(groupId) ? 0 : newMessages))
