import * as z from 'zod/mini'
import { requiredAreaText } from './area-text.ts'
import { Id, Instant } from './base.ts'
import { MessageText } from './chats.ts'
import { NEWS_TITLE_MAX } from './limits.ts'
import { singleLineText } from './line-text.ts'
import { Badge } from './members.ts'
import { MemberName, TEAM_NAME } from './names.ts'

export const NewsItem = z.object({
  id: Id,
  title: z.string(),
  /** Markdown. */
  content: z.string(),
  published: Instant,
  kisses: z.int(),
  iKissed: z.boolean(),
  /** Those that I am shown. */
  commentCount: z.int(),
  /** News come from the team, under its common name. */
  author: z.literal(TEAM_NAME),
})
export type NewsItem = z.infer<typeof NewsItem>
NewsItem.register(z.globalRegistry, { id: 'NewsItem' })

export const PublishNews = z.object({
  title: singleLineText(NEWS_TITLE_MAX),
  content: requiredAreaText('field.required'),
  /** Made by the client: the same news published again under it are the same news. */
  clientId: z.optional(z.uuid('field.invalid').check(z.toLowerCase())),
})
export type PublishNews = z.infer<typeof PublishNews>

export const EditNews = z.object({ id: Id, title: PublishNews.shape.title, content: PublishNews.shape.content })
export type EditNews = z.infer<typeof EditNews>

/** Deletes or kisses. */
export const NewsId = z.object({ id: Id })

/**
 * What is new since I last opened the list: `seen` is the newest that there was then, `newest` are ids of the newest news,
 * newest first. `reload`: this client is older than what the server still talks to.
 */
export const NewsCount = z.object({
  count: z.int(),
  seen: z.nullable(Id),
  newest: z.array(Id),
  reload: z.optional(z.boolean()),
})
export type NewsCount = z.infer<typeof NewsCount>

export const NewsComment = z.object({
  id: Id,
  userName: MemberName,
  profilePhotoUrl: z.nullable(z.string()),
  couple: z.boolean(),
  badges: z.array(Badge),
  mine: z.boolean(),
  message: z.string(),
  sendTime: Instant,
  clientId: z.string(),
})
export type NewsComment = z.infer<typeof NewsComment>
NewsComment.register(z.globalRegistry, { id: 'NewsComment' })

export const CommentNews = z.object({
  message: MessageText,
  /** Made by the client: the same comment sent again under it is the same comment. */
  clientId: z.optional(z.uuid('field.invalid').check(z.toLowerCase())),
})
export type CommentNews = z.infer<typeof CommentNews>

export const NewsCommentParam = z.object({ id: Id, cid: Id })
