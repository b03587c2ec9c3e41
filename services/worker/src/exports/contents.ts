import type { Ctx } from '@app/server/context'
import type { Database } from '@app/server/db/database'
import { selectLookingFor } from '@app/server/members/looking-for'
import { isVisibleTo } from '@app/server/policies/blocking'
import { ignores, isBlockedPair } from '@app/server/policies/ignoring'
import { isVisibleMember } from '@app/server/policies/team'
import { hasStatement, listActions, type StatementRow, selectStatements } from '@app/server/safety/statements'
import { type RawBuilder, sql } from 'kysely'

/** Whether the other member is visible to `me`: not deleted, and neither of the two has blocked the other. */
const isOtherVisible = isVisibleTo(sql`me.id`, 'other')

/** The other member's name; null if that member is not visible. */
const otherName = sql`case when ${isOtherVisible} then other."userName" end`

/**
 * The name of the other member of a chat; null if that member is not visible. A member who has blocked the other keeps
 * the chat, with the name.
 */
const partnerName = sql`case when ${isOtherVisible} or mine.folder = 'KEPT' then other."userName" end`

const isBlocked = isBlockedPair(sql`me.id`, sql`other.id`)

/**
 * A SQL predicate that checks whether the chat of `mine` is in a list of one of its members, or was left before the
 * time of leaving was stored. All other chats are kept only for reports.
 */
const isInSomeList = sql`exists (
  select from chat_members participant where participant."chatId" = mine."chatId" and participant."goneAt" is null)`

/** A function that reads the rows of one list. */
export type ListQuery = (ctx: Pick<Ctx, 'db' | 'now'>, memberId: string) => Promise<object[]>

/** Creates a query from a statement that joins `me`, the row of the member who exports. */
const createListQuery =
  (query: (me: RawBuilder<unknown>, now: Date) => RawBuilder<object>): ListQuery =>
  async ({ db, now }, memberId) =>
    (await query(sql`members me on me.id = ${memberId}`, now()).execute(db)).rows

/** Returns the statement of a decision for its addressee. */
const exportStatement = (row: StatementRow) => ({
  number: row.caseId,
  about: row.kind,
  excerpt: row.excerpt,
  decidedAt: row.decidedAt,
  reason: row.reason,
  facts: row.facts,
  source: row.source,
  automated: row.automated,
  actions: listActions(row).map(({ kind, scopes, until, endedAt }) => ({ kind, scopes, until, endedAt })),
  readAt: row.readAt,
  appealBy: row.appealBy,
  undoneAt: row.undoneAt,
})

/** Lists the statements of all decisions about the member, oldest first. */
const listStatements: ListQuery = async ({ db }, memberId) =>
  (await selectStatements(db, sql`c."authorId" = ${memberId} and ${hasStatement}`)).toReversed().map(exportStatement)

/**
 * The lists of the archive by file name. Rows about members who are not visible are left out, or contain null instead
 * of the name. Most lists leave out what the other member of a blocked pair gave or wrote.
 */
export const LISTS = {
  chats: createListQuery(
    (me) => sql`
      select c.id as "chatId", ${partnerName} as with, case when ${isOtherVisible} or mine.folder = 'KEPT' then coalesce(c."heldState", c.state) else 'ENDED' end as state,
        c."creatorId" = me.id as "startedByMe",
        mine."lastUpdate", c."acceptedAt"
      from chat_members mine join ${me} join chats c on c.id = mine."chatId" join members other on other.id = mine."otherId"
      where mine."memberId" = me.id and ${isInSomeList} order by c.id`,
  ),
  'saved-searches': createListQuery(
    (me) => sql`
      select s.name, s.filter, s."inDigest", s."openedAt" from saved_searches s join ${me}
      where s."memberId" = me.id order by s.id`,
  ),
  'ad-filter': createListQuery(
    (me) => sql`
      select f."showCouples", f."showSingleMen", f."showSingleWomen", f."showSingleNonBinary"
      from ad_filters f join ${me} where f."memberId" = me.id`,
  ),
  'chat-reactions': createListQuery(
    (me) => sql`
      select mine."chatId", ${partnerName} as with, m."sentAt" as "messageSentAt", r.reaction
      from chat_reactions r join ${me} join chat_messages m on m.id = r."messageId" and m."deletedAt" is null
      join chat_members mine on mine."chatId" = m."chatId" and mine."memberId" = me.id
      join members other on other.id = mine."otherId"
      where r."memberId" = me.id and ${isInSomeList} order by m.id`,
  ),
  'group-reactions': createListQuery(
    (me) => sql`
      select g."groupName", m."sentAt" as "messageSentAt", r.reaction
      from group_reactions r join ${me} join group_messages m on m.id = r."messageId" and m."deletedAt" is null
      join groups g on g.id = m."groupId"
      where r."memberId" = me.id order by m.id`,
  ),
  notes: createListQuery(
    (me) => sql`
      select ${otherName} as about, n.notes from profile_notes n join ${me} join members other on other.id = n."aboutId"
      where n."writerId" = me.id and ${isOtherVisible} order by other.id`,
  ),
  'visits-made': createListQuery(
    (me) => sql`
      select ${otherName} as visited, v."visitCount", v."lastVisit"
      from visits v join ${me} join members other on other.id = v."ownerId"
      where v."visitorId" = me.id and ${isOtherVisible} order by v."lastVisit"`,
  ),
  'visits-received': createListQuery(
    (me) => sql`
      select ${otherName} as visitor, v."visitCount", v."lastVisit"
      from visits v join ${me} join members other on other.id = v."visitorId"
      where v."ownerId" = me.id and ${isOtherVisible} and not ${isBlocked} order by v."lastVisit"`,
  ),
  'kisses-given': createListQuery(
    (me) => sql`
      select ${otherName} as to, k.day::text, k."givenAt" from kisses k join ${me} join members other on other.id = k."receiverId"
      where k."giverId" = me.id and ${isOtherVisible} order by k.day, other.id`,
  ),
  'kisses-received': createListQuery(
    (me) => sql`
      select ${otherName} as from, k.day::text, k."givenAt" from kisses k join ${me} join members other on other.id = k."giverId"
      where k."receiverId" = me.id and ${isOtherVisible} and not ${isBlocked} order by k.day, other.id`,
  ),
  ignored: createListQuery(
    (me) => sql`
      select ${otherName} as name from ignores i join ${me} join members other on other.id = i."ignoredId"
      where i."ignorerId" = me.id and i.kind = 'IGNORE' and ${isOtherVisible} order by other.id`,
  ),
  blocked: createListQuery(
    (me) => sql`
      select other."userName" as name, i."blockedAt" from ignores i join ${me} join members other on other.id = i."ignoredId"
      where i."ignorerId" = me.id and i.kind = 'BLOCK' and ${sql.raw(isVisibleMember('other'))} order by other.id`,
  ),
  'album-grants': createListQuery(
    (me) => sql`
      select ${otherName} as name, g."grantedAt" from private_grants g join ${me} join members other on other.id = g."viewerId"
      where g."ownerId" = me.id and ${isOtherVisible} order by g."grantedAt", other.id`,
  ),
  'verifications-given': createListQuery(
    (me) => sql`
      select ${otherName} as of, v.state, v.at from verifications v join ${me} join members other on other.id = v."memberId"
      where v."verifierId" = me.id and ${isOtherVisible} order by v.at, other.id`,
  ),
  'verifications-received': createListQuery(
    (me) => sql`
      select ${otherName} as by, v.state, v.at from verifications v join ${me} join members other on other.id = v."verifierId"
      where v."memberId" = me.id and ${isOtherVisible} and (v.state <> 'CONFIRMED' or not ${isBlocked})
      order by v.at, other.id`,
  ),
  groups: createListQuery(
    (me) => sql`
      select g."groupName", g.description, gm.admin, g."ownerId" is not distinct from me.id as owner, gm."joinedAt"
      from group_members gm join ${me} join groups g on g.id = gm."groupId"
      where gm."memberId" = me.id order by g.id`,
  ),
  'group-invites-received': createListQuery(
    (me) => sql`
      select g."groupName", ${otherName} as from, i.declined, i."sentAt"
      from group_invites i join ${me} join groups g on g.id = i."groupId" join members other on other.id = i."inviterId"
      where i."recipientId" = me.id and not i.withdrawn and ${isOtherVisible} and not ${isBlocked}
      order by i."sentAt", g.id`,
  ),
  'group-invites-sent': createListQuery(
    (me) => sql`
      select g."groupName", ${otherName} as to, i.message, i."sentAt"
      from group_invites i join ${me} join groups g on g.id = i."groupId" join members other on other.id = i."recipientId"
      where i."inviterId" = me.id and not i.withdrawn and ${isOtherVisible} order by i."sentAt", g.id`,
  ),
  'events-written': createListQuery(
    (me) => sql`
      select e.title, e.description, e.place, e."eventTime", e."paidEvent", e.capacity, e."participantsShownTo",
        g."groupName", e."createdAt", e."changedAt", e."cancelledAt"
      from events e join ${me} left join groups g on g.id = e."groupId" where e."authorId" = me.id order by e.id`,
  ),
  'events-answered': createListQuery(
    (me) => sql`
      select title, place, "eventTime", "groupName", by, answer, "answeredAt" from (
        select e.id, e.title, e.place, e."eventTime", g."groupName", ${otherName} as by, a.answer, a."answeredAt"
        from event_answers a join ${me} join events e on e.id = a."eventId" left join groups g on g.id = e."groupId"
        join members other on other.id = e."authorId"
        where a."memberId" = me.id and (e."cancelledAt" is not null or ${isOtherVisible}) and not ${isBlocked}
        union all
        select e.id, off.title, off.place, off."eventTime", g."groupName", null, off.answer, off."answeredAt"
        from event_call_offs off join ${me} join events e on e.id = off."eventId" left join groups g on g.id = e."groupId"
        where off."memberId" = me.id and off.answer is not null and not ${ignores(sql`me.id`, sql`e."authorId"`)}
      ) answered order by "eventTime", id`,
  ),
  ads: createListQuery(
    (me) => sql`
      select a.title, a.content, a."publishedAt" from ads a join ${me} where a."authorId" = me.id order by a.id`,
  ),
  'movie-entries': createListQuery(
    (me) => sql`
      select e.message, e."altText", case when media.state = 'READY' then concat('photos/', media.id, '.webp') end as photo,
        e.likes, e."publishedAt"
      from movie_entries e join ${me} join media on media.id = e."mediaId" where e."authorId" = me.id order by e.id`,
  ),
  'movie-likes': createListQuery(
    (me) => sql`
      select ${otherName} as of, e."publishedAt", l."likedAt"
      from movie_likes l join ${me} join movie_entries e on e.id = l."entryId" join members other on other.id = e."authorId"
      where l."memberId" = me.id and l.stands and ${isOtherVisible} and not ${isBlocked}
      order by l."likedAt", e.id`,
  ),
  'game-state': createListQuery(
    (me) => sql`
      select g."gameState"::json as "gameState", g."savedAt" from game_states g join ${me} where g."memberId" = me.id`,
  ),
  'news-comments': createListQuery(
    (me) => sql`
      select n.title as about, c.message, c."sentAt" from news_comments c join ${me} join news n on n.id = c."newsId"
      where c."authorId" = me.id order by c.id`,
  ),
  'news-kisses': createListQuery(
    (me) => sql`
      select n.title as to, k."givenAt" from news_kisses k join ${me} join news n on n.id = k."newsId"
      where k."memberId" = me.id order by k."givenAt", n.id`,
  ),
  reports: createListQuery(
    (me) => sql`
      select c."subjectKind" as about, r.category, r.words, r.illegal, r."filedAt", r.answer, c.outcome, c."decidedAt",
        r.objection, r."objectedAt", r."objectionOutcome", r."objectionAnswer"
      from reports r join ${me} join cases c on c.id = r."caseId" where r."reporterId" = me.id order by r.id`,
  ),
  decisions: listStatements,
  appeals: createListQuery(
    (me) => sql`
      select d."caseId" as number, a.words, a.at, a.outcome, a.answer, a."decidedAt"
      from cases c join ${me} join decisions d on d."caseId" = c.id join appeals a on a."decisionId" = d.id
      where c."authorId" = me.id and ${hasStatement} order by d.id`,
  ),
  'email-addresses': createListQuery(
    (me, now) => sql`
      select c.email, 'awaiting confirmation' as state, c."expiresAt" as until
      from email_changes c join ${me} where c."memberId" = me.id and c."expiresAt" > ${now}
      union all
      select r.email, 'can be restored', r."expiresAt"
      from email_returns r join ${me} where r."memberId" = me.id and r."expiresAt" > ${now}
      order by until`,
  ),
  sessions: createListQuery(
    (me) => sql`
      select s.device, s."createdAt", s."lastSeenAt" from sessions s join ${me}
      where s."memberId" = me.id order by s.id`,
  ),
  'known-devices': createListQuery(
    (me) => sql`
      select d."seenAt" from known_devices d join ${me} where d."memberId" = me.id order by d."seenAt", d."keyHash"`,
  ),
  'notifying-devices': createListQuery(
    (me) => sql`
      select s.device, p."createdAt" as "since"
      from push_subscriptions p join ${me} join sessions s on s.id = p."sessionId"
      where p."memberId" = me.id order by p.id`,
  ),
  'notification-preferences': createListQuery(
    (me) => sql`
      select p.messages, p.invites, p.seats, p."quietFrom", p."quietTo"
      from notification_preferences p join ${me} where p."memberId" = me.id`,
  ),
  'notifying-groups': createListQuery(
    (me) => sql`
      select g."groupName" from notifying_groups n join ${me} join groups g on g.id = n."groupId"
      where n."memberId" = me.id order by g.id`,
  ),
  passkeys: createListQuery(
    (me) => sql`
      select p.name, p."createdAt", p."usedAt" from passkeys p join ${me}
      where p."memberId" = me.id order by p."createdAt", p.id`,
  ),
  'age-checks': createListQuery(
    (me) => sql`
      select a.result, a.provider, a.at from age_checks a join ${me} where a."memberId" = me.id`,
  ),
  duties: createListQuery(
    (me) => sql`select t.duty from team_duties t join ${me} where t."memberId" = me.id order by t.duty`,
  ),
} satisfies Record<string, ListQuery>

/** Reads the member's account, settings, profile and persons. */
export async function readAccount(db: Database, memberId: string): Promise<object> {
  const columns = [
    'email',
    'userName',
    'level',
    'language',
    'registeredAt',
    'lastActiveAt',
    'cities',
    'description',
    selectLookingFor('members').as('lookingFor'),
    'wantedAgeMin',
    'wantedAgeMax',
    'badges',
    'wantsEventMail',
    'wantsChatMail',
    'wantsNewsMail',
    'presenceOff',
    'receiptsOff',
    'hiddenFromSearch',
    'incognito',
    'visitorsClosed',
    'contactNeeds',
    'contactOthers',
    'passkeyOnly',
    'gettingStartedHidden',
    'awaySince',
    'returnedAt',
  ] as const
  const { wantedAgeMin, wantedAgeMax, ...account } = await db
    .selectFrom('members')
    .select(columns)
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const persons = await db
    .selectFrom('persons')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('ordinal')
    .execute()
  const wantedAges = wantedAgeMin === null ? null : { min: wantedAgeMin, max: wantedAgeMax }
  return { ...account, wantedAges, persons: persons.map(({ memberId: _, ordinal: __, ...person }) => person) }
}

const getPhotoPath = (id: string): string => `photos/${id}.webp`

/** A photo of the archive; `file` is its path there. */
export type PhotoFile = { id: string; drawnRotation: number; file: string; album: string | null; chatId: string | null }

/** Lists the member's photos in albums, in the feed, and attached to messages. */
export async function listPhotos(db: Database, memberId: string): Promise<PhotoFile[]> {
  const { rows } = await sql<Omit<PhotoFile, 'file'> & { uploadedAt: string }>`
    select media.id, media."drawnRotation", photos.album, media."chatId", media."createdAt" as "uploadedAt"
    from media left join photos on photos."mediaId" = media.id
    where media."ownerId" = ${memberId} and media.state = 'READY'
      and (photos.album is not null or media.carried or media.kind = 'MOVIE')
    order by photos.album, photos.ordinal, media."createdAt", media.id`.execute(db)
  return rows.map((row) => ({ ...row, file: getPhotoPath(row.id) }))
}

type ChatRow = { chatId: string; with: string | null }
type MessageRow = {
  id: string
  sentAt: string
  message: string | null
  photo: string | null
  editedAt: string | null
  /** The time when the message to which this one replies was sent. */
  repliesTo: string | null
}

/** The ids of the photos whose files the archive contains. */
type PhotoIds = ReadonlySet<string>

/** Returns a message as the archive contains it, without the fields that most messages do not have. */
const exportMessage = <Row extends MessageRow>(
  { id: _, photo, editedAt, repliesTo, ...fields }: Row,
  photoIds: PhotoIds,
) => ({
  ...fields,
  ...(photo && photoIds.has(photo) ? { photo: getPhotoPath(photo) } : {}),
  ...(editedAt ? { editedAt } : {}),
  ...(repliesTo ? { repliesTo } : {}),
})

const MESSAGES_PER_PAGE = 1_000

async function listChats(db: Database, memberId: string): Promise<ChatRow[]> {
  const { rows } = await sql<ChatRow>`
    select mine."chatId", ${partnerName} as with
    from chat_members mine join members me on me.id = mine."memberId" join members other on other.id = mine."otherId"
    where me.id = ${memberId} and ${isInSomeList} order by mine."chatId"`.execute(db)
  return rows
}

const listMessages = async (db: Database, chatId: string, memberId: string, after: string): Promise<MessageRow[]> =>
  db
    .selectFrom('chat_messages as m')
    .leftJoin('chat_messages as replied', 'replied.id', 'm.replyToId')
    .select(['m.id', 'm.sentAt', 'm.message', 'm.mediaId as photo', 'm.editedAt', 'replied.sentAt as repliesTo'])
    .where('m.chatId', '=', chatId)
    .where('m.id', '>', after)
    .where('m.senderId', '=', memberId)
    .where('m.deletedAt', 'is', null)
    .orderBy('m.id')
    .limit(MESSAGES_PER_PAGE)
    .execute()

/** Reads the member's own messages in chats, in pages. */
export async function* readMessagePages(db: Database, memberId: string, photoIds: PhotoIds): AsyncGenerator<object[]> {
  for (const chat of await listChats(db, memberId)) {
    let after: string | undefined = '0'
    while (after) {
      const rows = await listMessages(db, chat.chatId, memberId, after)
      yield rows.map((row) => ({ ...chat, ...exportMessage(row, photoIds) }))
      after = rows.length === MESSAGES_PER_PAGE ? rows.at(-1)?.id : undefined
    }
  }
}

const listPosts = async (db: Database, memberId: string, after: string) =>
  db
    .selectFrom('group_messages as m')
    .innerJoin('groups', 'groups.id', 'm.groupId')
    .leftJoin('group_messages as replied', 'replied.id', 'm.replyToId')
    .select(['m.id', 'groups.groupName', 'm.sentAt', 'm.message', 'm.mediaId as photo', 'm.editedAt'])
    .select('replied.sentAt as repliesTo')
    .select(sql<boolean>`m."parentId" is not null`.as('comment'))
    .where('m.authorId', '=', memberId)
    .where('m.id', '>', after)
    .where('m.deletedAt', 'is', null)
    .orderBy('m.id')
    .limit(MESSAGES_PER_PAGE)
    .execute()

/** Reads the member's posts and comments in groups, in pages. */
export async function* readPostPages(db: Database, memberId: string, photoIds: PhotoIds): AsyncGenerator<object[]> {
  let after: string | undefined = '0'
  while (after) {
    const rows = await listPosts(db, memberId, after)
    yield rows.map((row) => exportMessage(row, photoIds))
    after = rows.length === MESSAGES_PER_PAGE ? rows.at(-1)?.id : undefined
  }
}
