import { emailKey } from '@app/contract/emails'
import { renewAdKinds } from '@app/server/ad-kinds'
import { refreshBadgesGivenBy } from '@app/server/badges'
import { createDatabase, createPool } from '@app/server/db/database'

const LEVELS = { grant: 'ADMIN', revoke: 'BASIC' } as const

/** Makes the member with this e-mail an administrator, or an ordinary member again; says what has happened. */
export async function setLevel(databaseUrl: string, act: keyof typeof LEVELS, email: string): Promise<string> {
  const db = createDatabase(createPool(databaseUrl, 1))
  const level = LEVELS[act]
  try {
    const member = await db
      .selectFrom('members')
      .select(['id', 'userName', 'level'])
      .where('emailKey', '=', emailKey(email))
      .where('deletedAt', 'is', null)
      .executeTakeFirst()
    if (!member) throw new Error(`There is no member with the e-mail ${email}.`)
    if (member.level === level) return `${member.userName} already has the level ${level}; nothing has changed.`
    await db.transaction().execute(async (tx) => {
      await tx.updateTable('members').set({ level }).where('id', '=', member.id).execute()
      await renewAdKinds(tx, member.id)
      // The script has no way to the hubs; badges show anew when somebody comes to a chat.
      await refreshBadgesGivenBy({ db: tx, notify: () => undefined }, member.id)
    })
    return `${member.userName} now has the level ${level} (before: ${member.level}). It counts from the next call on.`
  } finally {
    await db.destroy()
  }
}
