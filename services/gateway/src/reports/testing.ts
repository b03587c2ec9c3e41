import { randomUUID } from 'node:crypto'
import type { FileReport, Report } from '@app/contract/safety/reports'
import type { Subject, SubjectKind } from '@app/contract/safety/subjects'
import type { Ctx } from '@app/server/context'
import { aGroup, anOpenChat, type TestChat, type TestGroup } from '@app/server/testing/context'
import { anEvent } from '@app/server/testing/events'
import { aMember, type TestMember } from '@app/server/testing/members'
import { anEntry } from '@app/server/testing/movie'
import { aPhoto } from '@app/server/testing/photos'
import type { TestGateway, TestResponse } from '../testing.ts'

type Pair = { reporter: TestMember; reported: TestMember }

export type ReportWorld = Pair & {
  chat: TestChat
  group: TestGroup
  newsId: string
  /** One subject of each kind by the reported member, which the reporter can see. */
  subjects: Record<SubjectKind, Subject>
}

async function aGroupMessage(
  { db }: Ctx,
  groupId: string,
  { author, message, parentId = null }: { author: TestMember; message: string; parentId?: string | null },
): Promise<string> {
  const sentAt = new Date().toISOString()
  const { id } = await db
    .insertInto('group_messages')
    .values({
      ...{ groupId, authorId: author.id, clientId: randomUUID(), message, parentId },
      ...{ sentAt, lastUpdate: sentAt, version: 2 },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Stores messages of a chat, oldest first, and returns their ids. */
export async function sendMessages({ db }: Pick<Ctx, 'db'>, chatId: string, sender: TestMember, messages: string[]) {
  const sentAt = new Date().toISOString()
  const rows = messages.map((message, index) => ({
    ...{ chatId, senderId: sender.id, clientId: randomUUID(), message, sentAt, version: index + 2 },
  }))
  const stored = await db.insertInto('chat_messages').values(rows).returning('id').execute()
  return stored.map(({ id }) => id)
}

/** Creates content of every kind by the reported member, and those of the two members who are not given. */
export async function aReportWorld(ctx: Ctx, members: Partial<Pair> = {}): Promise<ReportWorld> {
  const { db } = ctx
  const reporter = members.reporter ?? (await aMember(db))
  const reported = members.reported ?? (await aMember(db))
  const now = new Date().toISOString()
  const chat = await anOpenChat(db, { ann: reported, bo: reporter })
  const group = await aGroup(db, { owner: reported, members: [reporter] })
  const otherGroup = await aGroup(db, { owner: reported })
  const entry = await anEntry(ctx, reported)
  const { id: newsId } = await db
    .insertInto('news')
    .values({ authorId: null, clientId: randomUUID(), title: 'Nytt', content: 'Hej', publishedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: adId } = await db
    .insertInto('ads')
    .values({
      ...{ authorId: reported.id, clientId: randomUUID(), kind: 'FEMALE', title: 'Bad', content: 'Vem vill?' },
      publishedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: commentId } = await db
    .insertInto('news_comments')
    .values({ newsId, authorId: reported.id, clientId: randomUUID(), message: 'Så dumt', sentAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('group_invites')
    .values({
      ...{ groupId: otherGroup.groupId, inviterId: reported.id, recipientId: reporter.id, message: 'Kom med' },
      sentAt: now,
    })
    .execute()
  const messageId = await aGroupMessage(ctx, group.groupId, { author: reported, message: 'Hej gruppen' })
  const event = await anEvent(db, { author: reported })
  return {
    reporter,
    reported,
    chat,
    group,
    newsId,
    subjects: {
      PROFILE: { kind: 'PROFILE', id: reported.userName },
      PHOTO: { kind: 'PHOTO', id: await aPhoto(ctx, reported) },
      CHAT_MESSAGE: { kind: 'CHAT_MESSAGE', id: chat.firstMessageId, parentId: chat.chatId },
      GROUP: { kind: 'GROUP', id: group.groupId },
      GROUP_MESSAGE: { kind: 'GROUP_MESSAGE', id: messageId, parentId: group.groupId },
      EVENT: { kind: 'EVENT', id: event.id },
      AD: { kind: 'AD', id: adId },
      MOVIE_ENTRY: { kind: 'MOVIE_ENTRY', id: entry.id },
      NEWS_COMMENT: { kind: 'NEWS_COMMENT', id: commentId, parentId: newsId },
      GROUP_INVITE: { kind: 'GROUP_INVITE', id: otherGroup.groupId },
    },
  }
}

/** Returns a function that files a report as a member. */
export const createFiling =
  ({ as }: Pick<TestGateway, 'as'>) =>
  (reporter: TestMember, subject: Subject, fields: Partial<FileReport> = {}): Promise<TestResponse<Report>> =>
    as(reporter).post<Report>('/reports', { subject, category: 'HARASSMENT', ...fields })
