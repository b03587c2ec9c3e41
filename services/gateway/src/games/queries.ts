import type { TruthOrDareCard } from '@app/contract/games'
import type { Language } from '@app/contract/language'
import type { Database } from '@app/server/db/database'
import type { DeckUploads } from '@app/server/db/tables'
import type { MemberTx } from '@app/server/transact'
import type { Selectable } from 'kysely'
import { starterDeck } from './starter-deck.ts'

/** The deck that the team has put in, in its order; without one the deck that comes along, in this language. */
export async function listCards(db: Database, language: Language): Promise<TruthOrDareCard[]> {
  const cards = await db.selectFrom('cards').selectAll().orderBy('id').execute()
  return cards.length > 0 ? cards : starterDeck(language)
}

export async function insertUpload({ db, now }: MemberTx, bytes: Buffer): Promise<string> {
  const { id } = await db
    .insertInto('deck_uploads')
    .values({ bytes, uploadedAt: now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type Upload = Pick<Selectable<DeckUploads>, 'state' | 'cards' | 'refusal'>

export const readUpload = (db: Database, id: string): Promise<Upload> =>
  db.selectFrom('deck_uploads').select(['state', 'cards', 'refusal']).where('id', '=', id).executeTakeFirstOrThrow()

/** Nobody waits for it any more. One that has ended meanwhile stays what it is. */
export const abandonUpload = (db: Database, id: string) =>
  db
    .updateTable('deck_uploads')
    .set({ state: 'GIVEN_UP', bytes: Buffer.alloc(0) })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .execute()
