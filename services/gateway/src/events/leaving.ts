import { dropAnswersOfMember } from '@app/server/events/seats'
import type { MemberTx } from '@app/server/transact'
import { sql } from 'kysely'
import { callOff } from './actions.ts'

/** Everything at once and in one order, so that two who go at the same moment do not wait in a circle. Answers which are mine. */
async function lockComing({ db, member, now }: MemberTx): Promise<string[]> {
  const mine = sql`"authorId" = ${member.id} and "eventTime" > ${now()} and "cancelledAt" is null`
  await sql`select from groups where id in (select "groupId" from events where ${mine}) order by id for update`.execute(
    db,
  )
  const { rows } = await sql<{ id: string; mine: boolean }>`
    select id, coalesce(${mine}, false) as mine from events
    where (${mine}) or ("eventTime" > ${now()} and id in (
      select "eventId" from event_answers where "memberId" = ${member.id}))
    order by id for no key update`.execute(db)
  return rows.filter((event) => event.mine).map(({ id }) => id)
}

/** Calls off what a member on the way out has announced, and gives the own seats to others. Coming back brings neither back. */
export async function leaveEvents(tx: MemberTx): Promise<void> {
  for (const eventId of await lockComing(tx)) await callOff(tx, eventId)
  await dropAnswersOfMember(tx, { memberId: tx.member.id })
}
