import { DAY_MS, HOUR_MS, VERIFICATIONS_FOR_BADGE } from '@app/contract/limits'
import { toStockholmTime } from '@app/contract/time/stockholm-time'
import type { DatabaseTransaction } from '@app/server/db/database'
import type { GetId } from './insert-members.ts'
import { DEMO_LOGINS } from './logins.ts'
import { DEMO_MEMBERS } from './members.ts'
import { createRandom, pickInteger, shuffle } from './random.ts'

const SEED = 31
const VISITORS = 14

const NOTES = [
  { writer: 'Mira', about: 'Linn och Erik', notes: 'Träffades på sommarfesten. Fråga om keramikkursen i januari.' },
  { writer: 'Mira', about: 'Nattljus', notes: 'Har bilden från bron. Be om en kopia till väggen.' },
  { writer: 'Linn och Erik', about: 'Mira', notes: 'Badar året om. Tål inte nötter.' },
]
const VERIFICATION_REQUESTS = [
  { memberId: 'Elin M.', verifierId: 'Mira' },
  { memberId: 'Kustparet', verifierId: 'Linn och Erik' },
]

const listOthers = (userName: string): string[] =>
  DEMO_MEMBERS.filter((member) => member.userName !== userName && !member.admin).map((member) => member.userName)

/** Inserts profile visits, kisses, verifications and notes. */
export async function insertEncounters(tx: DatabaseTransaction, idOf: GetId, now: Date): Promise<void> {
  const random = createRandom(SEED)
  const pickTime = (maxAgeMs: number) => new Date(now.getTime() - pickInteger(random, HOUR_MS, maxAgeMs)).toISOString()

  const visits = DEMO_LOGINS.flatMap(({ userName }) =>
    shuffle(random, listOthers(userName))
      .slice(0, VISITORS)
      .map((visitor) => ({ owner: userName, visitor, lastVisit: pickTime(12 * DAY_MS) })),
  )
  await tx
    .insertInto('visits')
    .values(
      visits.map(({ owner, visitor, lastVisit }) => ({
        ownerId: idOf(owner),
        visitorId: idOf(visitor),
        visitCount: pickInteger(random, 1, 6),
        lastCountedAt: lastVisit,
        lastVisit,
      })),
    )
    .execute()
  await tx
    .insertInto('kisses')
    .values(
      visits
        .filter((_, index) => index % 3 === 0)
        .map(({ owner, visitor, lastVisit }) => ({
          giverId: idOf(visitor),
          receiverId: idOf(owner),
          day: toStockholmTime(new Date(lastVisit)).date,
          givenAt: lastVisit,
        })),
    )
    .execute()

  const confirmations = DEMO_MEMBERS.filter(({ verified, admin }) => verified && !admin).flatMap(({ userName }) =>
    shuffle(random, listOthers(userName))
      .slice(0, pickInteger(random, VERIFICATIONS_FOR_BADGE, 7))
      .map((verifier) => ({ memberId: idOf(userName), verifierId: idOf(verifier), state: 'CONFIRMED' as const })),
  )
  const requests = VERIFICATION_REQUESTS.map(({ memberId, verifierId }) => ({
    memberId: idOf(memberId),
    verifierId: idOf(verifierId),
    state: 'ASKED' as const,
  }))
  await tx
    .insertInto('verifications')
    .values([...confirmations, ...requests].map((row) => ({ ...row, at: pickTime(200 * DAY_MS) })))
    .onConflict((conflict) => conflict.columns(['memberId', 'verifierId']).doNothing())
    .execute()

  await tx
    .insertInto('profile_notes')
    .values(NOTES.map(({ writer, about, notes }) => ({ writerId: idOf(writer), aboutId: idOf(about), notes })))
    .execute()
}
