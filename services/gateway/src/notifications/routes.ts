import { IdParam } from '@app/contract/base'
import {
  DeviceSubscription,
  NotificationPreferences,
  NotificationSettings,
  NotifyAboutGroup,
} from '@app/contract/notifications'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { changePreferences, setGroupNotifications, subscribeDevice, unsubscribeDevice } from './actions.ts'
import { readSettings } from './queries.ts'

/** Registers the routes for notifications on the caller's devices. */
export function registerNotifications(app: App): void {
  app.post(
    '/push/subscriptions',
    { config: { policy: 'member' }, schema: { body: DeviceSubscription, response: { 204: z.void() } } },
    async (req, reply) => reply.code(204).send(await subscribeDevice(req.ctx, req.body)),
  )
  app.post(
    '/push/subscriptions/remove',
    { config: { policy: 'member' }, schema: { response: { 204: z.void() } } },
    async (req, reply) => reply.code(204).send(await unsubscribeDevice(req.ctx)),
  )
  app.get(
    '/push/settings',
    { config: { policy: 'member' }, schema: { response: { 200: NotificationSettings } } },
    ({ ctx }) => readSettings(ctx.db, ctx.member.accountId),
  )
  app.post(
    '/push/settings',
    {
      config: { policy: 'member' },
      schema: { body: NotificationPreferences, response: { 200: NotificationSettings } },
    },
    (req) => changePreferences(req.ctx, req.body),
  )
  app.post(
    '/push/groups/:id',
    {
      config: { policy: 'group.read' },
      schema: { params: IdParam, body: NotifyAboutGroup, response: { 204: z.void() } },
    },
    async (req, reply) => reply.code(204).send(await setGroupNotifications(req.ctx, req.params.id, req.body)),
  )
}
