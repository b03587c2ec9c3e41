import { Id, IdParam, PageQuery } from '@app/contract/base'
import {
  ChangeGroup,
  Group,
  GroupCount,
  GroupInvite,
  GroupMember,
  GroupMembersQuery,
  GroupsToJoinQuery,
  InviteToGroup,
  OwnedQuery,
  SaveGroup,
  SentGroupInvite,
} from '@app/contract/groups'
import { UserName } from '@app/contract/text/name-schemas'
import { countGroups } from '@app/server/delivery/group-counts'
import { requireGroup } from '@app/server/policies/groups'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { largeResponseSerializer } from '../http/large-responses.ts'
import { demoteMember, promoteMember } from './admins.ts'
import { deleteGroup } from './deleting.ts'
import { listInvitesTo, listSentInvites } from './invite-queries.ts'
import { declineGroupInvite, inviteToGroup, withdrawGroupInvite } from './invites.ts'
import { acceptGroupInvite, joinGroup } from './joining.ts'
import { leaveGroup, removeMember } from './leaving.ts'
import { listMembers } from './queries.ts'
import { changeGroup, createGroup } from './saving.ts'
import { listGroupsToInviteTo, listGroupsToJoin, listJoinedGroups, readGroup } from './summaries.ts'

const NoContent = z.void()
const MemberParams = z.object({ id: Id, userName: UserName })
const groupsResponse = { response: { 200: z.array(Group) } }

function registerLists(app: App): void {
  app.get('/groups/count', { config: { policy: 'member' }, schema: { response: { 200: GroupCount } } }, ({ ctx }) =>
    countGroups(ctx, ctx.member.id),
  )
  app.get(
    '/groups',
    {
      config: { policy: 'member', membersCountAs: 'known' },
      schema: { querystring: PageQuery, ...groupsResponse },
      serializerCompiler: largeResponseSerializer,
    },
    ({ ctx, query }) => listJoinedGroups(ctx, ctx.member.id, query),
  )
  app.get(
    '/groups/admin',
    {
      config: { policy: 'member', membersCountAs: 'known' },
      schema: { querystring: PageQuery, ...groupsResponse },
      serializerCompiler: largeResponseSerializer,
    },
    ({ ctx, query }) => listJoinedGroups(ctx, ctx.member.id, query, { adminOnly: true }),
  )
  app.get(
    '/groups/can-join',
    {
      config: { policy: 'member.read', membersCountAs: 'feed' },
      schema: { querystring: GroupsToJoinQuery, ...groupsResponse },
      serializerCompiler: largeResponseSerializer,
    },
    ({ ctx, query }) => listGroupsToJoin(ctx, ctx.member.id, query),
  )
  app.get(
    '/groups/owned',
    {
      config: { policy: 'member', membersCountAs: 'known' },
      schema: { querystring: OwnedQuery, ...groupsResponse },
      serializerCompiler: largeResponseSerializer,
    },
    ({ ctx, query }) => listGroupsToInviteTo(ctx, ctx.member.id, query.exclude),
  )
  app.get(
    '/groups/invites',
    {
      config: { policy: 'member', membersCountAs: 'feed' },
      schema: { querystring: PageQuery, response: { 200: z.array(GroupInvite) } },
    },
    ({ ctx, query }) => listInvitesTo(ctx.db, ctx.member.id, query),
  )
}

function registerGroup(app: App): void {
  app.post(
    '/groups',
    { config: { policy: 'member', membersCountAs: 'self' }, schema: { body: SaveGroup, response: { 201: Group } } },
    async ({ ctx, body }, reply) => reply.code(201).send(await createGroup(ctx, body)),
  )
  app.post(
    '/groups/:id',
    {
      config: { policy: 'group.admin', membersCountAs: 'known' },
      schema: { params: IdParam, body: ChangeGroup, response: { 200: Group } },
    },
    ({ ctx, params, body }) => changeGroup(ctx, params.id, body),
  )
  app.get(
    '/groups/:id/open',
    {
      config: { policy: 'member.read', membersCountAs: 'feed' },
      schema: { params: IdParam, response: { 200: Group } },
    },
    ({ ctx, params }) => readGroup(ctx.db, params.id, ctx.member.id),
  )
  app.post(
    '/groups/:id/delete',
    { config: { policy: 'group.delete' }, schema: { params: IdParam, response: { 204: NoContent } } },
    async ({ ctx, params }, reply) => reply.code(204).send(await deleteGroup(ctx, params.id)),
  )
  app.post(
    '/groups/:id/join',
    { config: { policy: 'group.join', membersCountAs: 'feed' }, schema: { params: IdParam, response: { 200: Group } } },
    ({ ctx, params }) => joinGroup(ctx, params.id),
  )
  app.post(
    '/groups/:id/leave',
    { config: { policy: 'group.read' }, schema: { params: IdParam, response: { 204: NoContent } } },
    async ({ ctx, params }, reply) => reply.code(204).send(await leaveGroup(ctx, params.id)),
  )
}

function registerInvites(app: App): void {
  app.post(
    '/groups/invites',
    {
      config: { policy: 'group.admin', membersCountAs: 'feed' },
      schema: { body: InviteToGroup, response: { 201: SentGroupInvite } },
    },
    async ({ ctx, body }, reply) => reply.code(201).send(await inviteToGroup(ctx, body)),
  )
  app.get(
    '/groups/:id/invites',
    {
      config: { policy: 'group.admin', membersCountAs: 'feed' },
      schema: { params: IdParam, querystring: GroupMembersQuery, response: { 200: z.array(SentGroupInvite) } },
    },
    async ({ ctx, params, query }) => {
      await requireGroup(ctx.db, params.id, ctx.member, 'admin')
      return listSentInvites(ctx.db, { groupId: params.id, adminId: ctx.member.id }, query)
    },
  )
  app.post(
    '/groups/:id/invites/:userName/withdraw',
    { config: { policy: 'group.admin' }, schema: { params: MemberParams, response: { 204: NoContent } } },
    async ({ ctx, params }, reply) => reply.code(204).send(await withdrawGroupInvite(ctx, params.id, params.userName)),
  )
  app.post(
    '/groups/:id/accept',
    {
      config: { policy: 'group.answer', membersCountAs: 'feed' },
      schema: { params: IdParam, response: { 200: Group } },
    },
    ({ ctx, params }) => acceptGroupInvite(ctx, params.id),
  )
  app.post(
    '/groups/:id/decline',
    { config: { policy: 'group.answer' }, schema: { params: IdParam, response: { 204: NoContent } } },
    async ({ ctx, params }, reply) => reply.code(204).send(await declineGroupInvite(ctx, params.id)),
  )
}

const MEMBER_ACTIONS = { remove: removeMember, promote: promoteMember, demote: demoteMember }

function registerMembers(app: App): void {
  app.get(
    '/groups/:id/members',
    {
      config: { policy: 'group.read', membersCountAs: 'feed' },
      schema: { params: IdParam, querystring: GroupMembersQuery, response: { 200: z.array(GroupMember) } },
      serializerCompiler: largeResponseSerializer,
    },
    async ({ ctx, params, query }) =>
      listMembers(ctx, await requireGroup(ctx.db, params.id, ctx.member, 'read'), ctx.member.id, query),
  )
  for (const [name, changeMember] of Object.entries(MEMBER_ACTIONS))
    app.post(
      `/groups/:id/members/:userName/${name}`,
      { config: { policy: 'group.admin' }, schema: { params: MemberParams, response: { 204: NoContent } } },
      async ({ ctx, params }, reply) => reply.code(204).send(await changeMember(ctx, params.id, params.userName)),
    )
}

export function registerGroups(app: App): void {
  registerLists(app)
  registerGroup(app)
  registerInvites(app)
  registerMembers(app)
}
