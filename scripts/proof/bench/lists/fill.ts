import type pg from 'pg'
import { fillTables } from './fill-tables.ts'

/**
 * Returns the statements that insert groups, each with at least twenty members and the preview of a last message (but
 * no message rows), and as many events with answers, half of them public and half in groups.
 */
const createStatements = (count: number): string[] => [
  `insert into groups ("groupName", "nameKey", description, "isOpen", "creatorId", "ownerId", version, posts, "lastUpdate",
    "lastMessage", "lastSenderId", "createdAt")
  select 'Grupp ' || n, 'grupp ' || n, 'Vi ses vid vattnet.', n % 2 = 0, owner.id, owner.id, 2, 1,
    now() - make_interval(mins => n), 'Vem kommer på torsdag?', owner.id, now() - interval '90 days'
  from generate_series(1, ${count}) n join numbered owner on owner.at = n % (select count(*) from numbered)`,
  `insert into group_members ("groupId", "memberId", admin, "joinedAt")
  select groups.id, member.id, member.id = groups."ownerId", now()
  from groups cross join generate_series(0, 20) step
  join numbered member on member.at = (groups.id + step * 37) % (select count(*) from numbered)
  on conflict do nothing`,
  `insert into group_members ("groupId", "memberId", admin, "joinedAt")
  select id, "ownerId", true, now() from groups on conflict do nothing`,
  `update groups set "memberCount" = (select count(*) from group_members where "groupId" = groups.id)`,
  `insert into events ("authorId", "groupId", title, description, place, "eventTime", "paidEvent", capacity,
    "participantsShownTo", "createdAt", "changedAt")
  select author.id, case when n % 2 = 0 then groups.id end, 'Picknick ' || n, repeat('Ta med en filt. ', 1 + n % 20),
    'Slottsskogen', now() + make_interval(hours => n * 4000 / ${count} - 1000, mins => n % 60), n % 3 = 0,
    case when n % 4 = 0 then 20 end, 'ALL', now(), now()
  from generate_series(1, ${count}) n
  join (select id, row_number() over (order by id) as at from groups) groups on groups.at = n
  join numbered author on author.at = n % (select count(*) from numbered)`,
  `insert into event_answers ("eventId", "memberId", answer, "answeredAt")
  select events.id, member.id, case when step % 3 = 0 then 'MAYBE' else 'YES' end, now()
  from events cross join generate_series(1, 10) step
  join numbered member on member.at = (events.id + step * 11) % (select count(*) from numbered)
  on conflict do nothing`,
  `update events set (coming, interested) = (
    select count(*) filter (where answer = 'YES'), count(*) filter (where answer = 'MAYBE')
    from event_answers where "eventId" = events.id)`,
]

export const fillLists = (pool: pg.Pool, count: number): Promise<void> =>
  fillTables(pool, createStatements(count), 'groups, group_members, events, event_answers')
