import type { ChatSummary } from '@app/contract/chats'
import type { MediaReference, Unsigned } from '@app/contract/media'
import type { Badge, Orientation, Sex } from '@app/contract/members/members'
import type { Ctx } from '@app/server/context'
import { createNamedRunner, createTransactionRunner, type Database, type RunQuery } from '@app/server/db/database'
import { personsInList } from '@app/server/members/persons'
import { profilePhotoUrl } from '@app/server/photos/pictures'
import type { ChatRow } from '@app/server/policies/chats'
import { TEAM_ID } from '@app/server/policies/team'
import { type RawBuilder, sql } from 'kysely'
import { getVisibleLastActive } from '../members/last-active.ts'

type PersonRow = { sex: Sex; yearOfBirth: number; orientation: Orientation }

/** The columns for the summary of a chat as one of its members sees it. */
type SummaryRow = {
  viewerId: string
  chatId: string
  version: number
  state: ChatRow['state']
  creatorId: string
  creatorIgnores: boolean
  invitedIgnores: boolean
  acceptedAt: string | null
  lastMessage: string | null
  lastSenderId: string | null
  lastMessageReacted: boolean
  folder: ChatRow['folder']
  unread: number
  lastUpdate: string
  lastReadId: string | null
  lastReadAt: string | null
  partnerReadId: string | null
  partnerReadAt: string | null
  ownName: string
  ownReceiptsOff: boolean
  ownPersons: PersonRow[] | null
  partnerId: string
  partnerName: string
  partnerReceiptsOff: boolean
  /** Null if the partner is the team. */
  partnerPersons: PersonRow[] | null
  cities: string[]
  badges: Badge[]
  lastActiveAt: string
  presenceOff: boolean
  lastActiveThen: string | null
  photoUrl: MediaReference | null
  smallPhotoUrl: MediaReference | null
  iGranted: boolean
}

/** Selects summaries for the rows of `chat_members` in `ownRows`, in the given order. */
const selectSummaries = (ownRows: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql<SummaryRow>`
  select mine."memberId" as "viewerId", c.id as "chatId", c.version, c.state, c."creatorId", c."creatorIgnores", c."invitedIgnores",
    c."acceptedAt", c."lastMessage", c."lastSenderId", c."lastMessageReacted", mine.folder, mine.unread, mine."lastUpdate", mine."lastReadId", mine."lastReadAt",
    partner."lastReadId" as "partnerReadId", partner."lastReadAt" as "partnerReadAt",
    viewer."userName" as "ownName", viewer."receiptsOff" as "ownReceiptsOff",
    case when c."creatorId" = viewer.id then ${personsInList('viewer.id')} end as "ownPersons",
    other.id as "partnerId", other."userName" as "partnerName", other."receiptsOff" as "partnerReceiptsOff",
    ${personsInList('other.id')} as "partnerPersons",
    other.cities, other.badges, other."lastActiveAt", other."presenceOff", ignored."lastActiveThen",
    ${profilePhotoUrl('other', 'medium')} as "photoUrl", ${profilePhotoUrl('other', 'small')} as "smallPhotoUrl",
    exists (select from private_grants where "ownerId" = viewer.id and "viewerId" = other.id) as "iGranted"
  from (${ownRows}) mine
  join chats c on c.id = mine."chatId"
  join chat_members partner on partner."chatId" = mine."chatId" and partner."memberId" = mine."otherId"
  join members viewer on viewer.id = mine."memberId"
  join members other on other.id = mine."otherId"
  left join ignores ignored on ignored."ignorerId" = other.id and ignored."ignoredId" = viewer.id
  order by ${order}`

const NO_RECEIPT = { lastRead: null, lastReadAt: null }

function toSummary(row: SummaryRow, now: Date): Unsigned<typeof ChatSummary> {
  const createdByMe = row.creatorId === row.viewerId
  const isIgnored = row.creatorIgnores || row.invitedIgnores
  const ownReceipt = row.ownReceiptsOff ? NO_RECEIPT : { lastRead: row.lastReadId, lastReadAt: row.lastReadAt }
  const isPartnerReceiptShown = !row.ownReceiptsOff && !row.partnerReceiptsOff && !isIgnored && row.state !== 'INVITED'
  const partnerReceipt = isPartnerReceiptShown
    ? { lastRead: row.partnerReadId, lastReadAt: row.partnerReadAt }
    : NO_RECEIPT
  const partnerPersons = row.partnerPersons ?? []
  const lastSender = row.lastSenderId === row.viewerId ? row.ownName : row.partnerName
  return {
    chatId: row.chatId,
    version: row.version,
    state: row.state,
    createdByMe,
    creatorName: createdByMe ? row.ownName : row.partnerName,
    creatorSexYearOrientation: createdByMe ? (row.ownPersons ?? []) : partnerPersons,
    creator: createdByMe ? ownReceipt : partnerReceipt,
    invited: { name: createdByMe ? row.partnerName : row.ownName, ...(createdByMe ? partnerReceipt : ownReceipt) },
    partner: {
      userName: row.partnerName,
      persons: partnerPersons.map(({ sex, yearOfBirth }) => ({ sex, yearOfBirth })),
      cities: row.cities,
      lastActive: getVisibleLastActive(row, now),
      photoUrl: row.photoUrl,
      iGranted: row.iGranted,
      team: row.partnerId === TEAM_ID,
    },
    profilePhotoUrl: row.smallPhotoUrl,
    newMessages: row.unread,
    myLastRead: row.lastReadId,
    lastUpdate: row.lastUpdate,
    lastMessage: row.lastMessage,
    lastMessageSender: row.lastSenderId === null ? null : lastSender,
    ...(row.lastMessageReacted ? { lastMessageReacted: true } : {}),
    acceptedAt: row.acceptedAt,
    maybe: row.folder === 'MAYBE',
    ...(row.folder === 'FILTERED' ? { unmetNeeds: [] } : {}),
    ...(row.folder === 'KEPT' ? { blocked: true } : {}),
    theyAreIgnoring: createdByMe ? row.invitedIgnores : row.creatorIgnores,
    iAmIgnoring: createdByMe ? row.creatorIgnores : row.invitedIgnores,
    badges: row.badges,
  }
}

/** A chat as this member sees it. */
type ChatView = { memberId: string; partnerId: string; chat: Unsigned<typeof ChatSummary> }

async function readSummaries(
  run: RunQuery,
  now: Date,
  ownRows: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<ChatView[]> {
  const rows = await run(selectSummaries(ownRows, order))
  return rows.map((row) => ({ memberId: row.viewerId, partnerId: row.partnerId, chat: toSummary(row, now) }))
}

type Page = { before?: string | undefined; limit: number }

const NEWEST_FIRST = sql`mine."lastUpdate" desc, mine."chatId" desc`

/** Lists the member's chats or the invites that the member has sent, the most recently changed first. */
export async function listFolder(
  ctx: Pick<Ctx, 'pool' | 'db'>,
  memberId: string,
  folder: 'CHATS' | 'SENT',
  { before, limit }: Page,
  now: Date,
): Promise<Unsigned<typeof ChatSummary>[]> {
  const olderThanCursor = before
    ? sql`and ("lastUpdate", "chatId") < (select "lastUpdate", "chatId" from chat_members where "chatId" = ${before} and "memberId" = ${memberId} and folder <> 'GONE')`
    : sql``
  const page = sql`
    select * from chat_members where "memberId" = ${memberId} and folder = ${sql.lit(folder)} ${olderThanCursor}
    order by "lastUpdate" desc, "chatId" desc limit ${limit}`
  const run = createNamedRunner(ctx, `list-${folder}-${before ? 'page' : 'newest'}`)
  return (await readSummaries(run, now, page, NEWEST_FIRST)).map(({ chat }) => chat)
}

/** Selects a page of the invites to a member in some folders; omits invites from blocked pairs. */
function selectInvites(memberId: string, folders: readonly ChatRow['folder'][], { before, limit }: Page) {
  const sortKey = sql`(entry.folder = 'INVITES')::int, entry."lastUpdate", entry."chatId"`
  const visibleInvites = sql`chat_members entry join chats c on c.id = entry."chatId"
    where entry."memberId" = ${memberId} and entry.folder in (${sql.join(folders.map((folder) => sql.lit(folder)))})
      and not c."creatorIgnores" and not c."invitedIgnores"`
  const olderThanCursor = before
    ? sql`and (${sortKey}) < (select ${sortKey} from ${visibleInvites} and entry."chatId" = ${before})`
    : sql``
  return sql`
    select entry.* from ${visibleInvites} ${olderThanCursor}
    order by (entry.folder = 'INVITES')::int desc, entry."lastUpdate" desc, entry."chatId" desc limit ${limit}`
}

/** Lists the invites to the member, newest first, those that the member answered with 'maybe' last. */
export async function listInvites(
  ctx: Pick<Ctx, 'pool' | 'db'>,
  memberId: string,
  page: Page,
  now: Date,
): Promise<Unsigned<typeof ChatSummary>[]> {
  const run = createNamedRunner(ctx, `list-invites-${page.before ? 'page' : 'newest'}`)
  const invites = selectInvites(memberId, ['INVITES', 'MAYBE'], page)
  const views = await readSummaries(run, now, invites, sql`(mine.folder = 'INVITES')::int desc, ${NEWEST_FIRST}`)
  return views.map(({ chat }) => chat)
}

/** Lists the invites that the member's contact rule put aside, newest first, with the ids of the inviters. */
export const listFiltered = (
  ctx: Pick<Ctx, 'pool' | 'db'>,
  memberId: string,
  page: Page,
  now: Date,
): Promise<ChatView[]> => {
  const run = createNamedRunner(ctx, `list-filtered-${page.before ? 'page' : 'newest'}`)
  return readSummaries(run, now, selectInvites(memberId, ['FILTERED'], page), NEWEST_FIRST)
}

/** Returns a chat as this member sees it, or null if the member is not in it, or has left or declined it. */
export async function findChat(
  ctx: Pick<Ctx, 'pool' | 'db'>,
  chatId: string,
  memberId: string,
  now: Date,
): Promise<Unsigned<typeof ChatSummary> | null> {
  const ownRow = sql`select * from chat_members where "chatId" = ${chatId} and "memberId" = ${memberId} and folder <> 'GONE'`
  const [view] = await readSummaries(createNamedRunner(ctx, 'find-chat'), now, ownRow, sql`mine."chatId"`)
  return view?.chat ?? null
}

/**
 * Lists each chat as each of its participants sees it; omits participants who have left or declined it, and those whose
 * contact rule put it aside or who have blocked the other, so that no push contains it.
 */
export const listViewsOfChats = (db: Database, chatIds: string[], now: Date): Promise<ChatView[]> =>
  readSummaries(
    createTransactionRunner(db),
    now,
    sql`select * from chat_members where "chatId" = any(${chatIds}::bigint[]) and folder not in ('GONE', 'FILTERED', 'KEPT')`,
    sql`mine."chatId", mine."memberId"`,
  )

export const listViews = (db: Database, chatId: string, now: Date): Promise<ChatView[]> =>
  listViewsOfChats(db, [chatId], now)
