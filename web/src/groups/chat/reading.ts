import type { Group } from '@app/contract/groups'
import { useReading } from '../../conversation/reading.ts'
import { useGroupCount, useReadingCount } from '../count.ts'
import { useGroups } from '../store.ts'
import { groupKey } from './sending.ts'

useGroupCount.subscribe(() => {
  const { key } = useReading.getState()
  const read = [...useGroups.getState().groups.values()].find(({ groupId }) => groupKey(groupId) === key)
  useReadingCount.setState({ messages: read?.newMessages ?? 0 })
})

/** Returns the unread count, which is 0 for the group being read even before the server knows. */
export const useUnread = ({ groupId, newMessages }: Group): number =>
  useReading(({ key }) => (key === groupKey(groupId) ? 0 : newMessages))
