import { IdParam } from '@app/contract/base'
import {
  Event,
  EventAccess,
  EventParticipant,
  EventParticipantsQuery,
  EventsQuery,
  PublicEventsQuery,
  SaveEvent,
  SharedEvent,
} from '@app/contract/events'
import { UserNameParam } from '@app/contract/text/name-schemas'
import { requireEvent } from '@app/server/policies/events'
import { requireGroup } from '@app/server/policies/groups'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { largeResponseSerializer } from '../http/large-responses.ts'
import { cancelEvent, changeEvent } from './actions.ts'
import { answerEvent } from './answers.ts'
import { createPublicEvent } from './creation.ts'
import { listParticipants } from './participants.ts'
import { listOwnEvents, listPublicEvents, readEvent } from './queries.ts'
import { findSharedEvent } from './shared-event.ts'

const ANSWERS_BY_PATH = { attending: 'YES', interested: 'MAYBE', 'no-answer': null } as const

export function registerEvents(app: App): void {
  app.get(
    '/events',
    {
      config: { policy: 'member.read', membersCountAs: 'feed' },
      schema: { querystring: EventsQuery, response: { 200: z.array(Event) } },
      serializerCompiler: largeResponseSerializer,
    },
    async ({ ctx, query }) => {
      if (query.groupId) await requireGroup(ctx.db, query.groupId, ctx.member, 'read')
      return listOwnEvents(ctx, ctx.member.id, query, ctx.now())
    },
  )
  app.get(
    '/events/public',
    {
      config: { policy: 'member.read', membersCountAs: 'feed' },
      schema: { querystring: PublicEventsQuery, response: { 200: z.array(Event) } },
      serializerCompiler: largeResponseSerializer,
    },
    ({ ctx, query }) => listPublicEvents(ctx, ctx.member.id, query, ctx.now()),
  )
  for (const path of ['/events/public', '/events/public/'])
    app.post(
      path,
      { config: { policy: 'member', membersCountAs: 'self' }, schema: { body: SaveEvent, response: { 201: Event } } },
      async (req, reply) => reply.code(201).send(await createPublicEvent(req.ctx, req.body)),
    )
  app.get(
    '/events/shared/:userName',
    {
      config: { policy: 'member.read', membersCountAs: 'search' },
      schema: { params: UserNameParam, response: { 200: SharedEvent } },
    },
    (req) => findSharedEvent(req.ctx, req.params.userName),
  )
  app.get(
    '/events/:id',
    { config: { policy: 'event.read', membersCountAs: 'feed' }, schema: { params: IdParam, response: { 200: Event } } },
    async ({ ctx, params }) => {
      const { id } = await requireEvent(ctx.db, params.id, ctx.member, 'read', ctx.now())
      return readEvent(ctx.db, id, ctx.member.id)
    },
  )
  app.get(
    '/events/:id/access',
    { config: { policy: 'event.find' }, schema: { params: IdParam, response: { 200: EventAccess } } },
    async ({ ctx, params }) => {
      const { access, groupId } = await requireEvent(ctx.db, params.id, ctx.member, 'find', ctx.now())
      return { tag: access, value: access === 'OPEN_GROUP' ? groupId : null }
    },
  )
  app.get(
    '/events/:id/participants',
    {
      config: { policy: 'event.participants', membersCountAs: 'search' },
      schema: { params: IdParam, querystring: EventParticipantsQuery, response: { 200: z.array(EventParticipant) } },
      serializerCompiler: largeResponseSerializer,
    },
    (req) => listParticipants(req.ctx, req.params.id, req.query),
  )
  app.post(
    '/events/:id',
    {
      config: { policy: 'event.change', membersCountAs: 'known' },
      schema: { params: IdParam, body: SaveEvent, response: { 200: Event } },
    },
    (req) => changeEvent(req.ctx, req.params.id, req.body),
  )
  app.post(
    '/events/:id/delete',
    { config: { policy: 'event.cancel' }, schema: { params: IdParam, response: { 204: z.void() } } },
    async (req, reply) => reply.code(204).send(await cancelEvent(req.ctx, req.params.id)),
  )
  for (const [path, answer] of Object.entries(ANSWERS_BY_PATH))
    app.post(
      `/events/:id/${path}`,
      {
        config: { policy: 'event.answer', membersCountAs: 'feed' },
        schema: { params: IdParam, response: { 200: Event } },
      },
      (req) => answerEvent(req.ctx, req.params.id, answer),
    )
}
