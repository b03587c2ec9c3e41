import { DAY_MS } from '@app/contract/limits'
import { anOpenChat, asOwner } from '@app/server/testing/context'
import { aMember } from '@app/server/testing/members'
import { hashTables } from '@app/server/testing/table-hashes'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { purgeMember, purgeMembers } from './purge-members.ts'
import { insertGroupRows, insertMemberRows, setUpPurge } from './testing.ts'
import { tidy } from './tidy.ts'

const { ctx, ago, aDeletedMember, memberExists } = await setUpPurge()

test('keeps active members, and deleted ones who may still restore their account', async () => {
  const [recentlyDeleted, activeMember] = [
    await aMember(ctx.db, { deletedAt: ago(30 * DAY_MS - 1) }),
    await aMember(ctx.db),
  ]
  await tidy(ctx)
  expect([await memberExists(recentlyDeleted), await memberExists(activeMember)]).toEqual([true, true])
})

test('deletes more members and messages than one batch contains', async () => {
  const deletedMembers = await Promise.all(Array.from({ length: 130 }, () => aDeletedMember(40)))
  const memberWithMessages = await aDeletedMember(50)
  const { chatId, bo } = await anOpenChat(ctx.db, { ann: memberWithMessages })
  await sql`
    insert into chat_messages ("chatId", "senderId", "clientId", message, "sentAt", version)
    select ${chatId}, ${bo.id}, gen_random_uuid(), 'hej', now(), n from generate_series(2, 4500) n`.execute(ctx.db)
  expect(await purgeMembers(ctx)).toBe(131)
  for (const member of [...deletedMembers, memberWithMessages]) expect(await memberExists(member)).toBe(false)
  expect(await memberExists(bo)).toBe(true)
})

test('purges all members with three concurrent workers', async () => {
  const members = await Promise.all(Array.from({ length: 20 }, () => aDeletedMember(40)))
  await Promise.all([purgeMembers(ctx), purgeMembers(ctx), purgeMembers(ctx)])
  for (const member of members) expect(await memberExists(member)).toBe(false)
})

test('purges the other members when one cannot be purged', async () => {
  const [blockedMember, otherMember] = [await aDeletedMember(60), await aDeletedMember(40)]
  await asOwner(ctx.db, sql`create table blocking_rows (to_member bigint references members)`)
  await sql`insert into blocking_rows values (${blockedMember.id})`.execute(ctx.db)
  expect(await purgeMembers(ctx)).toBe(1)
  expect([await memberExists(blockedMember), await memberExists(otherMember)]).toEqual([true, false])
  await asOwner(ctx.db, sql`drop table blocking_rows`)
  expect(await purgeMembers(ctx)).toBe(1)
})

test('keeps a deleted member while the team holds the account', { tags: 'measures.kept' }, async () => {
  const held = await aDeletedMember(40)
  await sql`update members set "heldUntil" = now() + interval '1 day' where id = ${held.id}`.execute(ctx.db)
  await purgeMembers(ctx)
  expect(await memberExists(held)).toBe(true)
  await sql`update members set "heldUntil" = null where id = ${held.id}`.execute(ctx.db)
  await purgeMembers(ctx)
  expect(await memberExists(held)).toBe(false)
})

test('changes nothing of a member whose account the team holds after the purge has listed it', {
  tags: 'measures.kept',
}, async () => {
  const [held, bo] = [await aDeletedMember(40), await aMember(ctx.db)]
  await insertMemberRows(ctx, held, bo)
  await insertGroupRows(ctx, held, bo)
  await sql`update members set "heldUntil" = now() + interval '1 day' where id = ${held.id}`.execute(ctx.db)
  const hashContent = () =>
    hashTables(ctx.db, ['chat_messages', 'earlier_words', 'groups', 'group_messages', 'group_reactions', 'members'])
  const hashesBefore = await hashContent()
  await purgeMember(ctx, held.id, ctx.now())
  expect(await hashContent()).toEqual(hashesBefore)
})
