import { randomUUID } from 'node:crypto'
import { GROUP_PREVIEW_LENGTH } from '@app/contract/limits'
import { nameKey } from '@app/contract/text/names'
import type { DatabaseTransaction } from '@app/server/db/database'
import { DEMO_GROUPS, type DemoGroup } from './data/groups.ts'
import { insertEvents } from './insert-events.ts'
import type { GetId } from './insert-members.ts'
import { DEMO_LOGINS } from './logins.ts'
import { ago, DAY } from './member.ts'

const LOGINS: ReadonlySet<string> = new Set(DEMO_LOGINS.map(({ userName }) => userName))
/** In minutes. */
const GROUP_AGE = 120 * DAY

type GroupMessage = { author: string; age: number; text: string; parent?: number; event?: string }

/** Returns posts and comments in the order in which they were written. `parent` is the index of the post. */
function listMessages({ posts }: DemoGroup): GroupMessage[] {
  const messages: (GroupMessage & { post: number })[] = posts.flatMap(({ comments = [], ...post }, index) => [
    { ...post, post: index },
    ...comments.map((comment) => ({ ...comment, post: index, parent: index })),
  ])
  messages.sort((one, other) => other.age - one.age)
  const indexOfPost = (post: number) => messages.findIndex((each) => each.post === post && each.parent === undefined)
  return messages.map(({ post: _, ...message }) =>
    message.parent === undefined ? message : { ...message, parent: indexOfPost(message.parent) },
  )
}

async function insertGroup(tx: DatabaseTransaction, group: DemoGroup, idOf: GetId, now: Date): Promise<string> {
  const messages = listMessages(group)
  const last = messages.at(-1)
  const ownerId = idOf(group.admins[0] ?? '')
  const { id } = await tx
    .insertInto('groups')
    .values({
      groupName: group.name,
      nameKey: nameKey(group.name),
      description: group.description,
      isOpen: group.isOpen ?? false,
      creatorId: ownerId,
      ownerId,
      version: messages.length + 1,
      memberCount: group.admins.length + group.members.length,
      posts: group.posts.length,
      lastUpdate: ago(now, last?.age ?? GROUP_AGE),
      lastMessage: last ? [...last.text].slice(0, GROUP_PREVIEW_LENGTH).join('') : null,
      lastSenderId: last ? idOf(last.author) : null,
      createdAt: ago(now, GROUP_AGE),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Inserts messages numbered in the order written; a comment also updates its post's version. Returns post ids,
 * oldest first.
 */
async function insertMessages(
  tx: DatabaseTransaction,
  group: DemoGroup,
  groupId: string,
  events: ReadonlyMap<string, string>,
  idOf: GetId,
  now: Date,
): Promise<string[]> {
  const ids: string[] = []
  const posts: string[] = []
  for (const [index, { author, age, text, parent, event }] of listMessages(group).entries()) {
    const sentAt = ago(now, age)
    const parentId = parent === undefined ? null : (ids[parent] ?? null)
    const version = index + 2
    const { id } = await tx
      .insertInto('group_messages')
      .values({
        groupId,
        parentId,
        authorId: idOf(author),
        clientId: randomUUID(),
        message: text,
        sentAt,
        lastUpdate: sentAt,
        version,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    if (parentId === null) posts.push(id)
    else
      await tx
        .updateTable('group_messages')
        .set((eb) => ({ commentCount: eb('commentCount', '+', 1), lastUpdate: sentAt, version }))
        .where('id', '=', parentId)
        .execute()
    const eventId = event && events.get(event)
    if (eventId) await tx.updateTable('events').set({ groupMessageId: id }).where('id', '=', eventId).execute()
  }
  return posts
}

/** Inserts the members and invites of a group. Only the demo logins have unread posts. */
async function insertMembersAndInvites(
  tx: DatabaseTransaction,
  group: DemoGroup,
  groupId: string,
  posts: string[],
  idOf: GetId,
  now: Date,
): Promise<void> {
  const rows = [...group.admins, ...group.members].map((name, index) => {
    const read = posts.length - (LOGINS.has(name) ? (group.unread ?? 0) : 0)
    return {
      groupId,
      memberId: idOf(name),
      admin: index < group.admins.length,
      joinedAt: ago(now, GROUP_AGE - index * DAY),
      lastReadId: posts[read - 1] ?? null,
      readPosts: read,
    }
  })
  await tx.insertInto('group_members').values(rows).execute()
  const invites = (group.invites ?? []).map(({ inviter, recipient, age, text }) => ({
    groupId,
    inviterId: idOf(inviter),
    recipientId: idOf(recipient),
    message: text,
    sentAt: ago(now, age),
  }))
  if (invites.length > 0) await tx.insertInto('group_invites').values(invites).execute()
}

/** Inserts groups with their messages, and public and group events. */
export async function insertGroups(tx: DatabaseTransaction, idOf: GetId, now: Date): Promise<void> {
  const ids = new Map<string, string>()
  for (const group of DEMO_GROUPS) ids.set(group.name, await insertGroup(tx, group, idOf, now))
  const events = await insertEvents(tx, idOf, ids, now)
  for (const group of DEMO_GROUPS) {
    const groupId = ids.get(group.name) ?? ''
    const posts = await insertMessages(tx, group, groupId, events, idOf, now)
    await insertMembersAndInvites(tx, group, groupId, posts, idOf, now)
  }
}
