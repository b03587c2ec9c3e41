import type { Tx } from '@app/server/delivery/transact'
import { joinEventRelations, shouldNotify } from '@app/server/policies/events'
import type { Config } from '@app/server/process/config'
import { sql } from 'kysely'
import { storeUnsubscribeNames } from './footer.ts'
import type { Letter } from './letter.ts'
import { eventLetter } from './letters.ts'
import type { MailRow } from './queries.ts'

/** The configuration that letters need. */
export type MailConfig = Pick<Config, 'publicUrl' | 'sessionSecret'>

export type EventMail = Extract<MailRow['kind'], `EVENT_${string}`>

type Facts = {
  memberId: string
  email: string
  language: MailRow['language']
  eventId: string
  eventTime: string
  cancelled: boolean
  answer: 'YES' | 'MAYBE' | 'WAITING' | null
  reminded: boolean
}

/** Decides for each kind whether the content of a mail still holds when it is sent. */
const IS_STILL_RELEVANT: Record<EventMail, (facts: Facts) => boolean> = {
  EVENT_REMINDER: ({ answer, cancelled, reminded }) => answer === 'YES' && !cancelled && reminded,
  EVENT_SEAT: ({ answer, cancelled }) => answer === 'YES' && !cancelled,
  EVENT_CHANGED: ({ answer, cancelled }) => answer !== null && !cancelled,
  EVENT_CANCELLED: ({ answer, cancelled }) => answer !== null && cancelled,
}

/**
 * Returns undefined if the event has begun, the member is deleted or unsubscribed, or a newer mail of the kind exists.
 */
async function findFacts({ db, now }: Tx, { id }: MailRow): Promise<Facts | undefined> {
  const me = sql.ref('mails.memberId')
  const { rows } = await sql<Facts>`
    select m.id as "memberId", m.email, m.language, e.id as "eventId", e."eventTime", e."cancelledAt" is not null as cancelled,
      mine.answer, mine."remindedAt" is not null as reminded
    from mails join members m on m.id = mails."memberId" join events e on e.id = mails."eventId" ${joinEventRelations(me)}
    where mails.id = ${id} and m."wantsEventMail" and m."deletedAt" is null and e."eventTime" > ${now()}
      and ${shouldNotify(me)}
      and not exists (select from dead_addresses where "addressKey" = m."emailKey")
      and not exists (select from mails newer where newer."eventId" = e.id and newer."memberId" = m.id
        and newer.kind = mails.kind and newer.id > mails.id)`.execute(db)
  return rows[0]
}

export async function writeEventMail(
  tx: Tx,
  { publicUrl, sessionSecret }: MailConfig,
  mail: MailRow & { kind: EventMail },
): Promise<{ to: string; letter: Letter } | null> {
  const facts = await findFacts(tx, mail)
  if (!facts || !IS_STILL_RELEVANT[mail.kind](facts)) return null
  const names = await storeUnsubscribeNames(tx.db, sessionSecret, [facts.memberId])
  const name = names.get(facts.memberId) ?? ''
  return { to: facts.email, letter: eventLetter(publicUrl, facts.language, mail.kind, { ...facts, name }) }
}
