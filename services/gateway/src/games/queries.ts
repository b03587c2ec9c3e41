import type { TruthOrDareCard } from '@app/contract/games'
import type { Language } from '@app/contract/text/language'
import type { Database } from '@app/server/db/database'
import type { DeckUploads } from '@app/server/db/tables'
import type { MemberTx } from '@app/server/delivery/transact'
import type { Selectable } from 'kysely'
import { getStarterDeck } from './starter-deck.ts'

/** Returns the cards of the uploaded deck in file order, or the starter deck in `language` if there is none. */
export async function listCards(db: Database, language: Language): Promise<TruthOrDareCard[]> {
  const cards = await db.selectFrom('cards').selectAll().orderBy('id').execute()
  return cards.length > 0 ? cards : getStarterDeck(language)
}

/** Stores an uploaded file for the worker, and returns its id. */
export async function insertUpload({ db, now }: MemberTx, bytes: Buffer): Promise<string> {
  const { id } = await db
    .insertInto('deck_uploads')
    .values({ bytes, uploadedAt: now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The state of an upload; `cards` is the number of cards stored, `refusal` the reason for a rejection. */
export type Upload = Pick<Selectable<DeckUploads>, 'state' | 'cards' | 'refusal'>

export const readUpload = (db: Database, id: string): Promise<Upload> =>
  db.selectFrom('deck_uploads').select(['state', 'cards', 'refusal']).where('id', '=', id).executeTakeFirstOrThrow()

/** Marks an upload as abandoned by its caller, unless it has ended already. */
export const abandonUpload = (db: Database, id: string) =>
  db
    .updateTable('deck_uploads')
    .set({ state: 'GIVEN_UP', bytes: Buffer.alloc(0) })
    .where('id', '=', id)
    .where('state', '=', 'WAITING')
    .execute()
