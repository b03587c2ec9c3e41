import { DAY_MS, TRUST_AGE_MS, TRUST_CHATS_MIN, TRUST_MESSAGES_MIN } from '@app/contract/limits'
import { sql } from 'kysely'
import type { Ctx } from '../context.ts'
import { anOpenChat } from './context.ts'
import { aMember, type TestMember } from './members.ts'
import { aPhoto } from './photos.ts'

/** Inserts `count` messages by each of these members of a chat. */
async function writeMessages({ db }: Pick<Ctx, 'db'>, chatId: string, members: TestMember[], count: number) {
  for (const { id } of members)
    await sql`
      insert into chat_messages ("chatId", "senderId", "clientId", message, "sentAt", version)
      select ${chatId}, ${id}, gen_random_uuid(), 'Hej', now(), 2 from generate_series(1, ${count}::int)`.execute(db)
}

type Options = { ageMs?: number; chats?: number; messages?: number; photo?: boolean }

/** Creates a member who meets all conditions of trust unless the options change one. */
export async function aTrustedMember(
  ctx: Pick<Ctx, 'db' | 'photos'>,
  { ageMs = TRUST_AGE_MS + DAY_MS, chats = TRUST_CHATS_MIN, messages = TRUST_MESSAGES_MIN, photo = true }: Options = {},
): Promise<TestMember> {
  const member = await aMember(ctx.db, { registeredAt: new Date(Date.now() - ageMs) })
  if (photo) await aPhoto(ctx, member)
  for (let index = 0; index < chats; index += 1) {
    const { ann, bo, chatId } = await anOpenChat(ctx.db, { ann: member })
    await writeMessages(ctx, chatId, [ann, bo], messages)
  }
  return member
}
