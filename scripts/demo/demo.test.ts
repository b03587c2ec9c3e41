import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SaveAd } from '@app/contract/ads'
import { MessageText } from '@app/contract/chats'
import { SaveGroup } from '@app/contract/groups'
import { Cities, Email, isPersonalPassword, NewPassword } from '@app/contract/members/members'
import { PublishNews } from '@app/contract/news'
import { NewUserName } from '@app/contract/text/name-schemas'
import { verifyPassword } from '@app/server/accounts/passwords'
import { createPool } from '@app/server/db/database'
import { createPhotoStore, type PhotoStore, rawKey } from '@app/server/photos/photo-store'
import { isAcceptanceUnread } from '@app/server/policies/chats'
import { createLog } from '@app/server/process/log'
import { type CanonicalValue, hashContent } from '@app/server/safety/canonical-json'
import { testDatabase } from '@app/server/testing/context'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { fillDemo } from './fill.ts'
import { computeEventTime } from './insert-events.ts'
import { DEMO_LOGINS, TEAM_LOGINS } from './logins.ts'

let pool: pg.Pool
let url: string
let drop: () => Promise<void>
let folder: string
let store: PhotoStore
let printedLines: string[]
beforeAll(async () => {
  const database = await testDatabase()
  url = database.url
  drop = database.drop
  folder = await mkdtemp(join(tmpdir(), 'salong-demo-'))
  store = createPhotoStore({ kind: 'FOLDER', folder }, createLog({ level: 'silent', service: 'test' }))
  vi.stubEnv('DATABASE_URL', url)
  vi.stubEnv('PHOTO_STORE', `file:${folder}`)
  vi.stubEnv('SESSION_SECRET', 'a secret of the test that nobody else knows')
  printedLines = await runDemo()
  pool = createPool(url, 2)
})
afterAll(async () => {
  await pool.end()
  await drop()
  await rm(folder, { recursive: true })
})

/** Runs the program that `npm start` runs after the migrations, and returns the lines that it prints. */
async function runDemo(): Promise<string[]> {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  vi.resetModules()
  await import('../demo.ts')
  log.mockRestore()
  return lines
}

const queryRows = async <Row extends pg.QueryResultRow>(text: string, ...values: string[]): Promise<Row[]> =>
  (await pool.query<Row>(text, values)).rows

const logins = DEMO_LOGINS.map((login) => [login.userName, login] as const)

test('unread counts equal a recount of unread messages', async () => {
  const mismatches = await queryRows(`
    select other."userName", cm.unread, counted.unread as counted
    from chat_members cm
    join members other on other.id = cm."otherId"
    join chats c on c.id = cm."chatId"
    cross join lateral (
      select count(*)::int + ${isAcceptanceUnread('c', 'cm')}::int as unread from chat_messages m
      where cm.folder = 'CHATS' and m."chatId" = cm."chatId" and m.id > coalesce(cm."lastReadId", 0)
        and m."senderId" <> cm."memberId" and m."deletedAt" is null
    ) counted
    where counted.unread <> cm.unread`)
  expect(mismatches).toEqual([])
})

test('the preview, the last sender and the time of every chat are those of its last message', async () => {
  const mismatches = await queryRows(`
    select c.id, c."lastMessage", last.message, cm."lastUpdate", newest.at
    from chats c
    join chat_members cm on cm."chatId" = c.id
    cross join lateral (
      select left(message, 50) as message, "senderId" from chat_messages
      where "chatId" = c.id and "deletedAt" is null order by id desc limit 1
    ) last
    cross join lateral (select max("sentAt") as at from chat_messages where "chatId" = c.id) newest
    where (c."lastMessage", c."lastSenderId", cm."lastUpdate") is distinct from (last.message, last."senderId", newest.at)`)
  expect(mismatches).toEqual([])
})

test('chats and groups have replies and reactions by their members, and chats have edited messages', async () => {
  const contents = await queryRows(`
    select 'chat' as kind, count(*) filter (where m."replyToId" is not null) > 0 as "hasReplies",
      count(*) filter (where m."editedAt" is not null) > 0 as "hasEdits", count(r.*) > 0 as "hasReactions",
      count(*) filter (where r."memberId" not in (c."creatorId", c."invitedId")) as "reactionsByOthers"
    from chat_messages m join chats c on c.id = m."chatId" left join chat_reactions r on r."messageId" = m.id
    union all
    select 'group', count(*) filter (where m."replyToId" is not null) > 0, false, count(r.*) > 0,
      count(*) filter (where not exists (
        select from group_members gm where gm."groupId" = m."groupId" and gm."memberId" = r."memberId"))
    from group_messages m join group_reactions r on r."messageId" = m.id`)
  expect(contents).toEqual([
    { kind: 'chat', hasReplies: true, hasEdits: true, hasReactions: true, reactionsByOthers: '0' },
    { kind: 'group', hasReplies: true, hasEdits: false, hasReactions: true, reactionsByOthers: '0' },
  ])
  expect(await queryRows('select id from chats where "lastMessageReacted"')).toHaveLength(1)
})

test('messages are ordered by time and version, none is in the future, and each version is unique', async () => {
  const mismatches = await queryRows(`
    select * from (
      select m.id, m."sentAt", m.version, c.version as newest,
        lag(m."sentAt") over ordered as before, lag(m.version) over ordered as "versionBefore",
        count(*) over (partition by m."chatId", m.version) as same
      from chat_messages m join chats c on c.id = m."chatId"
      window ordered as (partition by m."chatId", (m."deletedAt" is null) order by m.id)
    ) messages
    where before > "sentAt" or "sentAt" > now() or "versionBefore" >= version or version > newest or same > 1`)
  expect(mismatches).toEqual([])
})

test('no member has registered or read a chat after their last activity, and none was active in the future', async () => {
  const mismatches = await queryRows(`
    select m."userName" from members m join chat_members cm on cm."memberId" = m.id
    where m.id <> 0
      and (cm."lastReadAt" > m."lastActiveAt" or m."lastActiveAt" > now() or m."registeredAt" > m."lastActiveAt")`)
  expect(mismatches).toEqual([])
})

test('the folders of both members match the state of their chat', async () => {
  const states = await queryRows<{ state: string; folders: string }>(`
    select c.state, string_agg(cm.folder, ' ' order by cm."memberId" = c."invitedId") as folders
    from chats c join chat_members cm on cm."chatId" = c.id group by c.id`)
  const kinds = new Set(states.map(({ state, folders }) => `${state}: ${folders}`))
  expect([...kinds].sort()).toEqual([
    'ENDED: GONE CHATS',
    'ENDED: GONE KEPT',
    'INVITED: SENT INVITES',
    'INVITED: SENT MAYBE',
    'OPEN: CHATS CHATS',
  ])
})

test('a chat stores which member ignores the other, and does not store a block', async () => {
  const pairs = await queryRows(`
    select i.kind, i."ignorerId" = c."invitedId" as "byInvited", c."creatorIgnores", c."invitedIgnores"
    from ignores i join chats c on i."ignorerId" in (c."creatorId", c."invitedId") and i."ignoredId" in (c."creatorId", c."invitedId") order by i.kind`)
  expect(pairs).toEqual([
    { kind: 'BLOCK', byInvited: true, creatorIgnores: false, invitedIgnores: false },
    { kind: 'IGNORE', byInvited: true, creatorIgnores: false, invitedIgnores: true },
  ])
})

test('user names, emails, cities and messages pass validation', async () => {
  const members = await queryRows<{ userName: string; email: string; cities: string[] }>(
    'select * from members where id <> 0',
  )
  expect(members.length).toBeGreaterThanOrEqual(40)
  for (const { userName, email, cities } of members) {
    expect(NewUserName.parse(userName)).toBe(userName)
    expect(Email.parse(email)).toBe(email)
    expect(Cities.parse(cities)).toEqual(cities)
  }
  const messages = await queryRows<{ message: string }>('select message from chat_messages where message is not null')
  for (const { message } of messages) expect(MessageText.parse(message)).toBe(message)
})

test.each(logins)(
  '%s has unread messages, the ball on both sides, invites of every kind, a long chat and one with the team',
  async (userName) => {
    const [contents] = await queryRows(
      `
    select
      count(*) filter (where cm.unread > 0) > 0 as unread,
      count(*) filter (where c.state = 'OPEN' and c."lastSenderId" = cm."otherId") > 0 as mine,
      count(*) filter (where c.state = 'OPEN' and c."lastSenderId" = cm."memberId") > 0 as theirs,
      count(*) filter (where cm.folder = 'INVITES') > 0 as invited,
      count(*) filter (where cm.folder = 'MAYBE') as maybe,
      count(*) filter (where cm.folder = 'SENT') as sent,
      max((select count(*) from chat_messages where "chatId" = c.id))::int >= 150 as long,
      count(*) filter (where other.level = 'ADMIN') as team
    from chat_members cm
    join chats c on c.id = cm."chatId"
    join members me on me.id = cm."memberId" and me."userName" = $1
    join members other on other.id = cm."otherId"`,
      userName,
    )
    expect(contents).toEqual({
      unread: true,
      mine: true,
      theirs: true,
      invited: true,
      maybe: '1',
      sent: '1',
      long: true,
      team: '1',
    })
  },
)

test('every photo is a JPEG that waits to be processed, and each login has photos in every album', async () => {
  const photos = await queryRows<{ id: string; state: string }>('select id, state from media')
  expect(photos.length).toBeGreaterThan(50)
  for (const { id, state } of photos) {
    expect(state).toBe('PROCESSING')
    expect((await store.read(rawKey(id)))?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
  }
  const albums = await queryRows(
    `select distinct "userName", album from photos join members m on m.id = "memberId" where "userName" = any($1::text[])`,
    `{${DEMO_LOGINS.map(({ userName }) => `"${userName}"`).join(',')}}`,
  )
  expect(albums).toHaveLength(3 * DEMO_LOGINS.length)
})

test('search contains every member except admins and the banned one, with their verification and all of their cities', async () => {
  const mismatches = await queryRows(`
    select "userName" from members m
    where level = 'BASIC' and m."deletedAt" is null and (not exists (select from search_profiles s where s."memberId" = m.id and s.verified = ('VERIFIED' = any(m.badges)))
      or (select array_agg(city order by city) from search_cities where "memberId" = m.id)
        is distinct from (select array_agg(city order by city) from unnest(m.cities) city))`)
  expect(mismatches).toEqual([])
  const absent = await queryRows<{ userName: string }>(`
    select "userName" from members m where id <> 0 and not exists (select from search_profiles where "memberId" = m.id)
      and not exists (select from search_cities where "memberId" = m.id) order by "userName"`)
  expect(absent.map(({ userName }) => userName)).toEqual(['Nils i teamet', 'Pelle Plåt', 'Vera i receptionen'])
})

test('Mira has two saved searches with new members', async () => {
  const searches = await queryRows(`
    select name, (select count(*)::int from search_cities where city = 'Stockholm' and "findableSince" > "openedAt") as new
    from saved_searches s join members m on m.id = s."memberId" where "userName" = 'Mira' order by s.id`)
  expect(searches).toEqual([
    { name: 'Par i Stockholm', new: 3 },
    { name: 'Kvinnor i Stockholm', new: 3 },
  ])
})

test('kisses have the date of their time in Stockholm', async () => {
  const [kisses] = await queryRows(`
    select count(*) > 0 as stored, count(*) filter (where day <> ("givenAt" at time zone 'Europe/Stockholm')::date) as wrong
    from kisses`)
  expect(kisses).toEqual({ stored: true, wrong: '0' })
})

test('the counts of groups equal a recount', async () => {
  const mismatches = await queryRows(`
    select g."groupName" from groups g
    where g."memberCount" <> (select count(*) from group_members where "groupId" = g.id)
      or g.posts <> (select count(*) from group_messages where "groupId" = g.id and "parentId" is null)
      or g.version <> (select max(version) from group_messages where "groupId" = g.id)
      or not exists (select from group_members where "groupId" = g.id and "memberId" = g."ownerId" and admin)
      or exists (select from group_messages m where m."groupId" = g.id
        and m."authorId" not in (select "memberId" from group_members where "groupId" = g.id))
      or exists (select from group_messages m where m."groupId" = g.id and m."commentCount" <>
        (select count(*) from group_messages c where c."parentId" = m.id))
      or exists (select from group_members gm where gm."groupId" = g.id and gm."readPosts" <>
        (select count(*) from group_messages p where p."groupId" = g.id and p."parentId" is null and p.id <= gm."lastReadId"))`)
  expect(mismatches).toEqual([])
  const names = await queryRows<{ groupName: string; description: string }>('select * from groups')
  expect(names.length).toBeGreaterThan(5)
  for (const { groupName, description } of names)
    expect(SaveGroup.parse({ groupName, description })).toMatchObject({ groupName, description })
})

test.each(logins)(
  '%s has groups with and without unread messages, an invite to one, and some to join',
  async (userName) => {
    const [contents] = await queryRows(
      `
    select count(*) filter (where g.posts > gm."readPosts") > 0 as unread,
      count(*) filter (where g.posts = gm."readPosts") > 0 as read,
      (select count(*) from group_invites where "recipientId" = me.id) as invites,
      (select count(*) from groups o where "isOpen" and not exists (
        select from group_members where "groupId" = o.id and "memberId" = me.id)) >= 2 as open
    from members me join group_members gm on gm."memberId" = me.id join groups g on g.id = gm."groupId"
    where me."userName" = $1 group by me.id`,
      userName,
    )
    expect(contents).toEqual({ unread: true, read: true, invites: '1', open: true })
  },
)

test('all events but one are in the future, their answer counts equal a recount, and none exceeds its capacity', async () => {
  const mismatches = await queryRows(`
    select title from events e cross join lateral (
      select count(*) filter (where answer = 'YES') as coming, count(*) filter (where answer = 'MAYBE') as interested,
        count(*) filter (where answer = 'WAITING') as waiting
      from event_answers where "eventId" = e.id) counted
    where (e.coming, e.interested, e.waiting) <> (counted.coming, counted.interested, counted.waiting)
      or e.coming > e.capacity or (e.waiting > 0 and e.coming < e.capacity)
      or (e."groupId" is not null) <> (e."groupMessageId" is not null)`)
  expect(mismatches).toEqual([])
  const [times] = await queryRows(`select count(*) filter (where "eventTime" > now()) as ahead,
    count(*) filter (where "eventTime" < now()) as past from events`)
  expect(times).toEqual({ ahead: '5', past: '1' })
})

test.each([
  ['2026-11-27T12:00:00Z', 'FRIDAY', '2026-11-27T19:00:00.000Z'],
  ['2026-11-27T19:30:00Z', 'FRIDAY', '2026-12-04T19:00:00.000Z'],
  ['2026-11-26T23:30:00Z', 'FRIDAY', '2026-11-27T19:00:00.000Z'],
  ['2026-11-27T12:00:00Z', '12-13', '2026-12-13T19:00:00.000Z'],
  ['2026-12-14T12:00:00Z', '12-13', '2027-12-13T19:00:00.000Z'],
  ['2026-03-27T12:00:00Z', 3, '2026-03-30T18:00:00.000Z'],
] as const)('from %s the demo event on %s is at %s', (now, day, eventTime) => {
  expect(computeEventTime({ day, time: '20:00' }, new Date(now))).toBe(eventTime)
})

test('ads pass validation, and their ids ascend with time', async () => {
  const ads = await queryRows<{ title: string; content: string; id: string; publishedAt: string }>(
    'select * from ads order by id desc',
  )
  expect(ads.length).toBeGreaterThan(5)
  for (const { title, content } of ads) expect(SaveAd.parse({ title, content })).toEqual({ title, content })
  const times = ads.map(({ publishedAt }) => Date.parse(publishedAt))
  expect(times).toEqual(times.toSorted((one, other) => other - one))
})

test('feed entries have photos, correct like counts, ascending times, and no likes by their author', async () => {
  const entries = await queryRows<{
    mediaId: string
    likes: number
    liked: number
    own: boolean
    publishedAt: string
  }>(`
    select e."mediaId", e.likes, e."publishedAt", count(l)::int as liked, coalesce(bool_or(l."memberId" = e."authorId"), false) as own
    from movie_entries e left join movie_likes l on l."entryId" = e.id and l.stands group by e.id order by e.id`)
  expect(entries.length).toBeGreaterThan(9)
  for (const { mediaId, likes, liked, own } of entries) {
    expect({ liked, own }).toEqual({ liked: likes, own: false })
    expect(await store.read(rawKey(mediaId))).not.toBeNull()
  }
  const times = entries.map(({ publishedAt }) => Date.parse(publishedAt))
  expect(times).toEqual(times.toSorted((one, other) => one - other))
})

test('news items pass validation, have correct kiss counts, and leave one unread for each login', async () => {
  const news = await queryRows<{ title: string; content: string; kisses: number; counted: number }>(`
    select title, content, kisses, (select count(*)::int from news_kisses where "newsId" = n.id) as counted
    from news n join members m on m.id = n."authorId" and m.level = 'ADMIN'
    where not exists (select from news_comments c where c."newsId" = n.id and (c."sentAt" < n."publishedAt" or c."sentAt" > now()))`)
  expect(news).toHaveLength(3)
  for (const { title, content, kisses, counted } of news) {
    expect(PublishNews.parse({ title, content })).toEqual({ title, content })
    expect(kisses).toBe(counted)
  }
  const unseen = await queryRows<{ userName: string; unseen: number }>(`
    select "userName", count(*)::int as unseen from members join news on news.id > "newsSeenId" group by 1 order by 1`)
  expect(unseen).toEqual(
    DEMO_LOGINS.map(({ userName }) => ({ userName, unseen: 1 })).sort((a, b) => (a.userName < b.userName ? -1 : 1)),
  )
})

test('exactly the members with at least three verifications have the badge', async () => {
  const mismatches = await queryRows(`
    select "userName", badges, confirmed from members m cross join lateral (
      select count(*) from verifications v join members by on by.id = v."verifierId" and by."deletedAt" is null
      where v."memberId" = m.id and v.state = 'CONFIRMED') as counted(confirmed)
    where level = 'BASIC' and ('VERIFIED' = any(badges)) <> (confirmed >= 3)`)
  expect(mismatches).toEqual([])
  const verified = await queryRows(`select id from members where level = 'BASIC' and 'VERIFIED' = any(badges)`)
  expect(verified.length).toBeGreaterThan(5)
})

test.each([...logins, ...TEAM_LOGINS.map((login) => [login.userName, login] as const)])(
  '%s logs in with the printed password, which passes validation',
  async (userName, login) => {
    const [member] = await queryRows<{ passwordHash: string }>(
      'select "passwordHash" from members where email = $1 and "userName" = $2',
      login.email,
      userName,
    )
    expect(await verifyPassword(member?.passwordHash, login.password)).toBe(true)
    expect(NewPassword.parse(login.password)).toBe(login.password)
    expect(isPersonalPassword(login.password, login.email, userName)).toBe(false)
  },
)

test('the logins of the team are two admins, one of them a lead', async () => {
  const team = await queryRows<{ userName: string; duties: string[] }>(`
    select "userName", array_agg(duty order by duty) as duties from members join team_duties on "memberId" = id
    where level = 'ADMIN' group by 1 order by 1 desc`)
  expect(team).toEqual([
    { userName: 'Vera i receptionen', duties: ['LEAD', 'MODERATE', 'OPERATE', 'PUBLISH'] },
    { userName: 'Nils i teamet', duties: ['MODERATE'] },
  ])
  expect(team.map(({ userName }) => userName)).toEqual(TEAM_LOGINS.map(({ userName }) => userName))
})

test('the six cases are in six different states and have intact evidence, and no session remains', async () => {
  const cases = await queryRows<{ state: string; author: string }>(
    'select state, "userName" as author from cases join members on members.id = "authorId" order by state',
  )
  expect(cases).toEqual([
    { state: 'APPEALED', author: 'Linn och Erik' },
    { state: 'ASKED', author: 'Kaffe och vinyl' },
    { state: 'CLAIMED', author: 'Tage' },
    { state: 'DECIDED', author: 'Mira' },
    { state: 'OPEN', author: 'Segelgöran' },
    { state: 'SECOND_LOOK', author: 'Pelle Plåt' },
  ])
  const evidence = await queryRows<{ content: CanonicalValue; sha256: Buffer }>('select content, sha256 from evidence')
  expect(evidence).toHaveLength(8)
  for (const { content, sha256 } of evidence) expect(hashContent(content).equals(sha256)).toBe(true)
  const [broken] = await queryRows(`select count(*)::int as links from team_log l where l.previous is distinct from
    (select hash from team_log p where p.id < l.id order by id desc limit 1)
    and exists (select from team_log p where p.id < l.id)`)
  expect(broken).toEqual({ links: 0 })
  expect(await queryRows('select id from sessions')).toEqual([])
})

test.each(logins)('%s has read the statement about them, so no unread one covers their pages', async (userName) => {
  const statements = await queryRows<{ unread: boolean }>(
    `select d."readAt" is null as unread from decisions d join cases c on c.id = d."caseId"
     join members m on m.id = c."authorId" where m."userName" = $1 and d.kind = 'ACTED'`,
    userName,
  )
  expect(statements).toEqual([{ unread: false }])
})

test('the program fills a new installation and prints its logins, and does not change one that has members', async () => {
  const count = () => queryRows(`select count(*) from members union all select count(*) from chat_messages`)
  const before = await count()
  expect(printedLines.map((line) => JSON.parse(line))).toEqual([{ logins: [...DEMO_LOGINS, ...TEAM_LOGINS] }])
  expect(await runDemo()).toEqual([])
  expect(await count()).toEqual(before)
})

test('an interrupted start stores no members and no cases, and the next one fills the installation with its cases', async () => {
  const database = await testDatabase()
  const owner = createPool(database.ownerUrl, 1)
  const count = async () =>
    (
      await owner.query(
        'select (select count(*)::int from members where id <> 0) as members, (select count(*)::int from cases) as cases',
      )
    ).rows[0]
  const fill = () => fillDemo({ databaseUrl: database.url, store, sessionSecret: 'a secret of the test' })
  await owner.query(`
    create function interrupt() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$;
    create trigger interrupt before insert on appeals execute function interrupt()`)
  await expect(fill()).rejects.toThrow('interrupted')
  expect(await count()).toEqual({ members: 0, cases: 0 })
  await owner.query('drop trigger interrupt on appeals')
  expect(await fill()).toBe(true)
  expect(await count()).toMatchObject({ cases: 6 })
  await owner.end()
  await database.drop()
})

test.each(logins)('%s looks for couples, and several couples live in the same city', async (userName) => {
  const [found] = await queryRows<{ count: number }>(
    `select count(*)::int from members m
     join members other on other.cities && m.cities and other.id <> m.id
     where m."userName" = $1 and 'MIXED_COUPLES' = any(m."lookingFor")
       and (select count(distinct p.sex) from persons p where p."memberId" = other.id) = 2`,
    userName,
  )
  expect(found?.count).toBeGreaterThanOrEqual(3)
})
