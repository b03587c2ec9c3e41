import type { Database } from '@app/server/db/database'

/** Finds the writer's note about another member. */
export const findNotes = (db: Database, writerId: string, aboutId: string): Promise<{ notes: string } | undefined> =>
  db
    .selectFrom('profile_notes')
    .select('notes')
    .where('writerId', '=', writerId)
    .where('aboutId', '=', aboutId)
    .executeTakeFirst()

/** Stores or replaces the writer's note about another member. */
export async function upsertNotes(db: Database, writerId: string, aboutId: string, notes: string): Promise<void> {
  await db
    .insertInto('profile_notes')
    .values({ writerId, aboutId, notes })
    .onConflict((conflict) => conflict.columns(['writerId', 'aboutId']).doUpdateSet({ notes }))
    .execute()
}

export async function deleteNotes(db: Database, writerId: string, aboutId: string): Promise<void> {
  await db.deleteFrom('profile_notes').where('writerId', '=', writerId).where('aboutId', '=', aboutId).execute()
}
