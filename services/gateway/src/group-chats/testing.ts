import { randomUUID } from 'node:crypto'
import type { Group, GroupComment, GroupMessage, GroupResponse } from '@app/contract/groups'
import type { GroupEnvelope, PushType, UnsignedPushOf } from '@app/contract/pushes'
import type { Reaction } from '@app/contract/reactions'
import { aGroup, listPushes } from '@app/server/testing/context'
import { aMember, type TestMember } from '@app/server/testing/members'
import { signedUrl } from '@app/server/testing/photos'
import type { setUpTestGateway } from '../testing.ts'

type GroupPush<Type extends PushType> = GroupEnvelope & { push: UnsignedPushOf<Type> }

/** Matches the operations of group chats, as named in the API documentation. */
export const GROUP_CHAT_OPERATION = /\/groups\/\{id\}\/(?:messages|mark-read|photos|\{photoId\})/

export type GroupOfThree = { ann: TestMember; bo: TestMember; cia: TestMember; groupId: string }

/** Returns the helpers of the tests of groups and their chats. */
export function createGroupChatHelpers({ app, ctx, as }: Awaited<ReturnType<typeof setUpTestGateway>>) {
  /** Returns the path of the group's messages, or of one of them. */
  const messagePath = (groupId: string, messageId?: string) =>
    messageId ? `/groups/${groupId}/messages/${messageId}` : `/groups/${groupId}/messages`
  const sendPost = (member: TestMember, groupId: string, message: string, clientId: string = randomUUID()) =>
    as(member).post<GroupMessage>(messagePath(groupId), { message, clientId })
  return {
    messagePath,
    sendPost,
    /** Creates a group whose owner is Ann and whose other members are Bo and Cia. */
    async aGroupOfThree(): Promise<GroupOfThree> {
      const [ann, bo, cia] = [await aMember(ctx.db), await aMember(ctx.db), await aMember(ctx.db)]
      const { groupId } = await aGroup(ctx.db, { owner: ann, members: [bo, cia] })
      return { ann, bo, cia, groupId }
    },
    /** Sends a post and returns it. */
    aPost: async (member: TestMember, groupId: string, message: string) =>
      (await sendPost(member, groupId, message)).body,
    postComment: (member: TestMember, groupId: string, messageId: string, message = 'en kommentar') =>
      as(member).post<GroupComment>(`${messagePath(groupId, messageId)}/comments`, { message, clientId: randomUUID() }),
    reply: (member: TestMember, path: string, replyTo: string, message = 'ett svar') =>
      as(member).post<GroupMessage>(path, { message, replyTo }),
    react: (member: TestMember, path: string, reaction: Reaction | null) =>
      as(member).post<GroupMessage>(`${path}/react`, { reaction }),
    readChat: async (member: TestMember, groupId: string, query = '') =>
      (await as(member).get<GroupResponse>(`${messagePath(groupId)}${query}`)).body,
    markRead: (member: TestMember, groupId: string, lastId: string) =>
      as(member).post(`/groups/${groupId}/mark-read/${lastId}`),
    /** Returns whether the viewer can open a photo with a URL that is signed for them. */
    async canSeePhoto(viewer: TestMember, mediaId: string): Promise<boolean> {
      return (await app.inject({ url: signedUrl(ctx, viewer, mediaId) })).statusCode === 200
    },
    /** Lists the pushes of this type to the group. */
    async listPushes<Type extends PushType>(groupId: string, type: Type): Promise<GroupPush<Type>[]> {
      const envelopes = (await listPushes(ctx.db)) as unknown as GroupEnvelope[]
      return envelopes.filter(({ group, push }) => group === groupId && push.type === type) as GroupPush<Type>[]
    },
    listMessages: (groupId: string) =>
      ctx.db
        .selectFrom('group_messages')
        .select(['id', 'parentId', 'authorId', 'message', 'version'])
        .where('groupId', '=', groupId)
        .orderBy('id')
        .execute(),
    countUnread: async (member: TestMember, groupId: string) =>
      (await as(member).get<GroupResponse>(messagePath(groupId))).body.group.newMessages,
  }
}

/** Returns the fields of a group that preview its last message. */
export const pickPreview = ({ lastMessage, lastMessageSender }: Group) => ({ lastMessage, lastMessageSender })
