import { DAY_MS, HOUR_MS } from '@app/contract/limits'
import { aMember, type TestMember } from '@app/server/testing/members'
import { beforeEach, describe, expect, test } from 'vitest'
import { addUnreadMessages, aReader, setUpDigestWorker, writeAndSendDigests } from './testing.ts'

const { ctx, server, ago, ignore, sendAndReadDigestLines } = await setUpDigestWorker()

describe('the line about saved searches', { tags: 'saved-searches.digest' }, () => {
  const FILTER = { couples: false, cities: ['Lund'], page: 0, onlyWithPhoto: false, badges: [] }
  const selectPerson = (sex: string) => ({ sex, orientations: [], minAge: 0, maxAge: 0 })
  const WOMEN_IN_LUND = { ...FILTER, person1Selection: selectPerson('FEMALE') }

  const saveSearch = (
    member: TestMember,
    { filter = WOMEN_IN_LUND as object, inDigest = true, openedAt = ago(DAY_MS) } = {},
  ) =>
    ctx.db
      .insertInto('saved_searches')
      .values({
        memberId: member.accountId,
        name: `Nr ${Math.random()}`,
        filter: JSON.stringify(filter),
        inDigest,
        openedAt,
      })
      .execute()
  /** Creates a member who has been findable for an hour. */
  async function aNewMember(options: Parameters<typeof aMember>[1] = {}): Promise<TestMember> {
    const member = await aMember(ctx.db, { cities: ['Lund', 'Malmö'], ...options })
    for (const table of ['search_profiles', 'search_cities'] as const)
      await ctx.db
        .updateTable(table)
        .set({ findableSince: ago(HOUR_MS) })
        .where('memberId', '=', member.id)
        .execute()
    return member
  }
  beforeEach(async () => {
    for (const table of ['search_profiles', 'search_cities'] as const)
      await ctx.db.updateTable(table).set({ findableSince: '2020-01-01T00:00:00.000Z' }).execute()
  })

  test('counts the new members of the search with the most new members, without names', async () => {
    const reader = await aReader(ctx)
    await addUnreadMessages(ctx, reader)
    await saveSearch(reader)
    await saveSearch(reader, { filter: { ...WOMEN_IN_LUND, cities: [] } })
    const found = [await aNewMember(), await aNewMember(), await aNewMember({ cities: ['Kiruna'] })]
    const [ignored, ignorer] = [await aNewMember(), await aNewMember()]
    await ignore(reader, ignored)
    await ignore(ignorer, reader)
    expect(await sendAndReadDigestLines(reader)).toEqual([
      'Ett oläst meddelande /chats',
      '3 nya i en sparad sökning /myprofile?tab=settings',
    ])
    const [mail] = server.listDeliveredTo(reader.email)
    for (const { userName } of found) expect(`${mail?.text}${mail?.html}`).not.toContain(userName)
  })

  test('is never the only line', async () => {
    const reader = await aReader(ctx)
    await saveSearch(reader)
    await aNewMember()
    await writeAndSendDigests(ctx)
    expect(server.listDeliveredTo(reader.email)).toEqual([])
  })

  test.each<[string, () => Parameters<typeof saveSearch>[1]]>([
    ['a search that is not in the digest', () => ({ inDigest: false })],
    ['members who were findable before the search was opened', () => ({ openedAt: ago(0) })],
    ['members in other cities', () => ({ filter: { ...WOMEN_IN_LUND, cities: ['Kiruna'] } })],
    ['members of another kind', () => ({ filter: { ...FILTER, person1Selection: selectPerson('MALE') } })],
  ])('does not count %s', async (_, createSearch) => {
    const reader = await aReader(ctx)
    await addUnreadMessages(ctx, reader)
    await saveSearch(reader, createSearch())
    await aNewMember()
    expect(await sendAndReadDigestLines(reader)).toEqual(['Ett oläst meddelande /chats'])
  })
})
