import type { Id } from '@app/contract/base'
import type { Event, SaveEvent } from '@app/contract/events'
import { lockGroup, requireGroup } from '@app/server/policies/groups'
import type { MemberCtx } from '../context.ts'
import { insertEvent, setEventMessage } from '../events/changes.ts'
import { createEventOnce, notifyCreated, requireFutureStart } from '../events/creation.ts'
import { insertEventPost } from './post.ts'

/** Creates an event of a group, and the post that announces it. */
export async function createGroupEvent(ctx: MemberCtx, groupId: Id, input: SaveEvent): Promise<Event> {
  await requireGroup(ctx.db, groupId, ctx.member, 'admin')
  const eventTime = requireFutureStart(input, ctx.now())
  return createEventOnce(ctx, { ...input, groupId }, async (tx) => {
    await lockGroup(tx.db, groupId, tx.member, 'admin')
    const eventId = await insertEvent(tx.db, { ...input, eventTime, authorId: tx.member.id, groupId }, tx.now())
    const { title, place } = input
    const event = { eventId, title, place, eventTime, cancelled: false, sessionResponse: 'NO_ANSWER' } as const
    await setEventMessage(tx.db, eventId, await insertEventPost(tx, { groupId, message: title, event }))
    return notifyCreated(tx, eventId)
  })
}
