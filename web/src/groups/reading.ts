import type { Group } from '@app/contract/groups'
import { useReading } from '../conversation/reading.ts'
import { useGroupCount, usePartBeingRead } from './count.ts'
import { keyOfGroup } from './group-chat-sending.ts'
import { useGroups } from './store.ts'

useGroupCount.subscribe(() => {
  const { key } = useReading.getState()
  const read = [...useGroups.getState().groups.values()].find(({ groupId }) => keyOfGroup(groupId) === key)
  usePartBeingRead.setState({ messages: read?.newMessages ?? 0 })
})

/** Nothing is unread in the chat before one's eyes, though the server does not know yet. */
export const useUnread = ({ groupId, newMessages }: Group): number =>
  useReading(({ key }) => (key === keyOfGroup(groupId) ? 0 : newMessages))
