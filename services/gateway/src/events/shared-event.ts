import type { SharedEvent } from '@app/contract/events'
import { createNamedRunner } from '@app/server/db/database'
import { AppError } from '@app/server/errors'
import { memberNamed } from '@app/server/policies/blocking'
import { areParticipantsShown, isReadable, joinEventRelations } from '@app/server/policies/events'
import { TEAM_ID } from '@app/server/policies/team'
import { sql } from 'kysely'
import type { MemberCtx } from '../context.ts'
import { isListedParticipant } from './participants.ts'

type Shared = NonNullable<SharedEvent['event']>
/** The named member, and the columns of the event; all of these are null if there is no such event. */
type Row = { otherId: string } & (Shared | { [Column in keyof Shared]: null })

/**
 * Finds the next upcoming event whose list of participants shows both the caller and the named member to the caller.
 * Throws NOT_FOUND for an unknown name, VALIDATION for the caller's own.
 */
export async function findSharedEvent(ctx: MemberCtx, userName: string): Promise<SharedEvent> {
  const me = sql`${ctx.member.id}::bigint`
  const now = ctx.now()
  const run = createNamedRunner(ctx, 'shared-event')
  const [row] = await run(sql<Row>`
    select other.id as "otherId", shared.*
    from members other left join lateral (
      select e.id, e.title, e.place, e."eventTime", mine.answer = 'YES' and theirs.answer = 'YES' as "bothComing"
      from event_answers theirs join events e on e.id = theirs."eventId" ${joinEventRelations(me)}
      where ${me} <> ${sql.lit(TEAM_ID)} and theirs."memberId" = other.id and theirs.answer in ('YES', 'MAYBE') and mine.answer in ('YES', 'MAYBE')
        and e."eventTime" > ${now} and e."cancelledAt" is null
        and ${isReadable(me, now)} and ${areParticipantsShown(me)} and ${isListedParticipant('other', me)}
      order by e."eventTime", e.id limit 1) shared on true
    where other.id = ${memberNamed(me, userName)}`)
  if (!row) throw new AppError('NOT_FOUND')
  const { otherId, ...event } = row
  if (otherId === ctx.member.id) throw new AppError('VALIDATION')
  return { event: event.id === null ? null : event }
}
