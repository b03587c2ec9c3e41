import type { Tx } from '@app/server/delivery/transact'
import { joinEventRelations, shouldNotify } from '@app/server/policies/events'
import type { Config } from '@app/server/process/config'
import { sql } from 'kysely'
import { storeUnsubscribeNames } from './footer.ts'
import type { MailContent } from './mail-content.ts'
import { createEventContent } from './mail-contents.ts'
import type { MailRow } from './queries.ts'

/** The configuration that emails need. */
export type MailConfig = Pick<Config, 'publicUrl' | 'sessionSecret'>

export type EventMail = Extract<MailRow['kind'], `EVENT_${string}`>

type RecipientState = {
  memberId: string
  email: string
  language: MailRow['language']
  eventId: string
  eventTime: string
  cancelled: boolean
  answer: 'YES' | 'MAYBE' | 'WAITING' | null
  reminded: boolean
}

/** Decides for each kind whether an email is still correct when it is sent. */
const IS_STILL_RELEVANT: Record<EventMail, (state: RecipientState) => boolean> = {
  EVENT_REMINDER: ({ answer, cancelled, reminded }) => answer === 'YES' && !cancelled && reminded,
  EVENT_SEAT: ({ answer, cancelled }) => answer === 'YES' && !cancelled,
  EVENT_CHANGED: ({ answer, cancelled }) => answer !== null && !cancelled,
  EVENT_CANCELLED: ({ answer, cancelled }) => answer !== null && cancelled,
}

/**
 * Returns undefined if the event has begun, the member is deleted or unsubscribed, or a newer email of the kind exists.
 */
async function findRecipientState({ db, now }: Tx, { id }: MailRow): Promise<RecipientState | undefined> {
  const me = sql.ref('mails.memberId')
  const { rows } = await sql<RecipientState>`
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
): Promise<{ to: string; content: MailContent } | null> {
  const state = await findRecipientState(tx, mail)
  if (!state || !IS_STILL_RELEVANT[mail.kind](state)) return null
  const names = await storeUnsubscribeNames(tx.db, sessionSecret, [state.memberId])
  const name = names.get(state.memberId) ?? ''
  return { to: state.email, content: createEventContent(publicUrl, state.language, mail.kind, { ...state, name }) }
}
