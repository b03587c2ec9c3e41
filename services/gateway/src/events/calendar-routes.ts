import { IdParam } from '@app/contract/base'
import { CalendarFeed } from '@app/contract/events'
import { TokenParam } from '@app/contract/members/members'
import { hashToken } from '@app/server/accounts/mail-tokens'
import { getNetwork } from '@app/server/process/network'
import type { FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import type { GatewayCtx } from '../context.ts'
import type { App } from '../http/app.ts'
import { deleteCalendarFeed } from '../sessions/access-without-session.ts'
import { createFeed, readFeed, renderEventFile, renderFeedFile } from './calendar.ts'

const CalendarFile = { content: { 'text/calendar': { schema: z.string() } } }

const sendCalendar = (reply: FastifyReply, name: string, file: string) =>
  reply
    .headers({
      'cache-control': 'private, no-store',
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${name}.ics"`,
    })
    .send(file)

/** Registers the routes by which members export an event and manage their calendar feed. */
export function registerCalendar(app: App): void {
  app.get(
    '/events/:id.ics',
    { config: { policy: 'event.read' }, schema: { params: IdParam, response: { 200: CalendarFile } } },
    async (req, reply) => sendCalendar(reply, 'event', await renderEventFile(req.ctx, req.params.id)),
  )
  app.get('/events/calendar', { config: { policy: 'member' }, schema: { response: { 200: CalendarFeed } } }, (req) =>
    readFeed(req.ctx),
  )
  app.post(
    '/events/calendar',
    { config: { policy: 'member' }, schema: { response: { 201: CalendarFeed } } },
    async (req, reply) => reply.code(201).send(await createFeed(req.ctx)),
  )
  app.post(
    '/events/calendar/end',
    { config: { policy: 'member' }, schema: { response: { 204: z.void() } } },
    async (req, reply) => {
      await deleteCalendarFeed(req.ctx.db, req.ctx.member.accountId)
      return reply.code(204).send()
    },
  )
}

/** Registers the route of calendar feeds, which have secret URLs because calendar programs cannot log in. */
export function registerCalendarFeeds(app: App, ctx: GatewayCtx): void {
  app.addHook('onRequest', (request) => ctx.limits.take('calendarFetchesPerNetwork', getNetwork(request.ip)))
  app.get(
    '/calendar/:token.ics',
    { config: { policy: 'visitor' }, schema: { params: TokenParam, response: { 200: CalendarFile } } },
    async (req, reply) => {
      // The limit counts by the hash, so that counters do not contain the secret.
      await ctx.limits.take('calendarFetches', hashToken(req.params.token).toString('base64url'))
      return sendCalendar(reply, 'salong', await renderFeedFile(ctx, req.params.token))
    },
  )
}
