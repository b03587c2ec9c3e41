import type { Group } from '@app/contract/groups'
import { useReading } from '../../conversation/reading.ts'
import { useGroupCount, useReadingCount } from '../count.ts'
import { useGroups } from '../store.ts'
import { groupKey } from './sending.ts'

// Each count from the server includes the unread messages of the group being read at that moment.
useGroupCount.subscribe(() => {
  const { key } = useReading.getState()
  const groupBeingRead = [...useGroups.getState().groups.values()].find(({ groupId }) => groupKey(groupId) === key)
  useReadingCount.setState({ messages: groupBeingRead?.newMessages ?? 0 })
})

/** Returns the unread count, which is 0 for the group being read even before the server knows. */
export const useUnread = ({ groupId, newMessages }: Group): number =>
  useReading(({ key }) => (key === groupKey(groupId) ? 0 : newMessages))
