import type { Tx } from '@app/server/delivery/transact'
import { EVENT_TIME, IS_CANCELED, joinEventRelations, OWN_ANSWER, shouldNotify } from '@app/server/policies/events'
import type { Config } from '@app/server/process/config'
import { sql } from 'kysely'
import { storeUnsubscribeLinks } from './footer.ts'
import type { Draft } from './mail-content.ts'
import { createEventContent } from './mail-contents.ts'
import type { EventMailKind, MailRow } from './queries.ts'

/** The settings that are needed to write emails. */
export type MailConfig = Pick<Config, 'publicUrl' | 'sessionSecret' | 'disputeAddress'>

/** The recipient of an email about an event, with the current state of the event and of the answer. */
type RecipientState = {
  memberId: string
  email: string
  language: MailRow['language']
  eventId: string
  eventTime: string
  isCancelled: boolean
  answer: 'YES' | 'MAYBE' | 'WAITING' | null
  wasReminded: boolean
}

/** For each kind, whether an email still applies at the time of sending. */
const IS_STILL_RELEVANT: Record<EventMailKind, (state: RecipientState) => boolean> = {
  EVENT_REMINDER: ({ answer, isCancelled, wasReminded }) => answer === 'YES' && !isCancelled && wasReminded,
  EVENT_SEAT: ({ answer, isCancelled }) => answer === 'YES' && !isCancelled,
  EVENT_CHANGED: ({ answer, isCancelled }) => answer !== null && !isCancelled,
  EVENT_CANCELLED: ({ answer, isCancelled }) => answer !== null && isCancelled,
}

/**
 * Finds the recipient of an email. Returns undefined if the email must not be sent: the event has begun; the member is
 * deleted, has unsubscribed, may no longer be notified of the event or has an undeliverable address; or a newer email
 * of the same kind exists.
 */
async function findRecipientState({ db, now }: Tx, { id }: MailRow): Promise<RecipientState | undefined> {
  const me = sql.ref('mails.memberId')
  const { rows } = await sql<RecipientState>`
    select m.id as "memberId", m.email, m.language, e.id as "eventId", ${EVENT_TIME} as "eventTime", ${IS_CANCELED} as "isCancelled",
      ${OWN_ANSWER} as answer, mine."remindedAt" is not null as "wasReminded"
    from mails join members m on m.id = mails."memberId" join events e on e.id = mails."eventId" ${joinEventRelations(me)}
    where mails.id = ${id} and m."wantsEventMail" and m."deletedAt" is null and ${EVENT_TIME} > ${now()}
      and ${shouldNotify(me)}
      and not exists (select from dead_addresses where "addressKey" = m."emailKey")
      and not exists (select from mails newer where newer."eventId" = e.id and newer."memberId" = m.id
        and newer.kind = mails.kind and newer.id > mails.id)`.execute(db)
  return rows[0]
}

/** Writes an email about an event. Returns null if the email no longer applies. */
export async function writeEventMail(
  tx: Tx,
  { publicUrl, sessionSecret }: MailConfig,
  mail: MailRow & { kind: EventMailKind },
): Promise<Draft | null> {
  const state = await findRecipientState(tx, mail)
  if (!state || !IS_STILL_RELEVANT[mail.kind](state)) return null
  const unsubscribeKeys = await storeUnsubscribeLinks(tx.db, sessionSecret, [state.memberId])
  const unsubscribeKey = unsubscribeKeys.get(state.memberId) ?? ''
  return {
    to: state.email,
    content: createEventContent(publicUrl, state.language, mail.kind, { ...state, unsubscribeKey }),
  }
}
