import type { Id } from '@app/contract/base'

/** What is said in a group, and the field to write in. */
export function GroupChat({ groupId }: { groupId: Id }) {
  return <section data-group={groupId} />
}
