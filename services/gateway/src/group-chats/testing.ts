import { randomUUID } from 'node:crypto'
import type { Group, GroupComment, GroupMessage, GroupResponse } from '@app/contract/groups'
import type { GroupEnvelope, PushOf, PushType } from '@app/contract/pushes'
import { toAccountIdentity } from '@app/server/accounts/identity'
import { aGroup, pushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import type { setUpTestGateway, TestGateway } from '../testing.ts'

type GroupPush<Type extends PushType> = GroupEnvelope & { push: PushOf<Type> }

/** Matches the routes of group chats, as named in the API documentation. */
export const GROUP_CHAT = /\/groups\/\{id\}\/(?:messages|mark-read|photos|\{photoId\})/

export type GroupOfThree = { ann: TestMember; bo: TestMember; cia: TestMember; groupId: string }

/** Returns the helpers of the group chat tests. */
export function groupChat({ app, ctx, as }: Awaited<ReturnType<typeof setUpTestGateway>>) {
  const path = (groupId: string, messageId?: string) =>
    messageId ? `/groups/${groupId}/messages/${messageId}` : `/groups/${groupId}/messages`
  const post = (member: TestMember, groupId: string, message: string, clientId: string = randomUUID()) =>
    as(member).post<GroupMessage>(path(groupId), { message, clientId })
  return {
    path,
    post,
    /** Creates a group of which Ann is the owner, and Bo and Cia are members. */
    async aGroupOfThree(): Promise<GroupOfThree> {
      const [ann, bo, cia] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
      const { groupId } = await aGroup(ctx.db, { owner: ann, members: [bo, cia] })
      return { ann, bo, cia, groupId }
    },
    postText: async (member: TestMember, groupId: string, message: string) =>
      (await post(member, groupId, message)).body,
    comment: (member: TestMember, groupId: string, messageId: string, message = 'en kommentar') =>
      as(member).post<GroupComment>(`${path(groupId, messageId)}/comments`, { message, clientId: randomUUID() }),
    read: async (member: TestMember, groupId: string, query = '') =>
      (await as(member).get<GroupResponse>(`${path(groupId)}${query}`)).body,
    markRead: (member: TestMember, groupId: string, lastId: string) =>
      as(member).post(`/groups/${groupId}/mark-read/${lastId}`),
    /** Returns whether this viewer can open the picture, with a URL of their own. */
    async canSee(viewer: TestMember, mediaId: string): Promise<boolean> {
      const signed = ctx.links.sign(
        JSON.stringify({ url: `media:${mediaId}/0/medium` }),
        toAccountIdentity(viewer),
        ctx.now(),
      )
      return (await app.inject({ url: JSON.parse(signed).url })).statusCode === 200
    },
    /** Lists the pushes of this type to the group. */
    async listPushes<Type extends PushType>(groupId: string, type: Type): Promise<GroupPush<Type>[]> {
      const all = (await pushes(ctx.db)) as unknown as GroupEnvelope[]
      return all.filter(({ group, push }) => group === groupId && push.type === type) as GroupPush<Type>[]
    },
    listMessages: (groupId: string) =>
      ctx.db
        .selectFrom('group_messages')
        .select(['id', 'parentId', 'authorId', 'message', 'version'])
        .where('groupId', '=', groupId)
        .orderBy('id')
        .execute(),
    countUnread: async (member: TestMember, groupId: string) =>
      (await as(member).get<GroupResponse>(path(groupId))).body.group.newMessages,
  }
}

/** Picks the fields that a list row shows of the last message. */
export const pickPreview = ({ lastMessage, lastMessageSender }: Group) => ({ lastMessage, lastMessageSender })

export type Caller = ReturnType<TestGateway['as']>
