import {
  AddPasskey,
  AddPasskeyOptions,
  PasskeyCreation,
  PasskeyEntry,
  PasskeyIdParam,
} from '@app/contract/safety/passkeys'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { listPasskeys } from './queries.ts'
import { addPasskey, deletePasskey, preparePasskey } from './registration.ts'

/** Registers the routes for the caller's own passkeys. */
export function registerPasskeys(app: App): void {
  app.get(
    '/passkeys',
    { config: { policy: 'passkey.own' }, schema: { response: { 200: z.array(PasskeyEntry) } } },
    ({ ctx }) => listPasskeys(ctx.db, ctx.member),
  )
  app.post(
    '/passkeys/options',
    {
      config: { policy: 'passkey.own', membersCountAs: 'self' },
      schema: { body: AddPasskeyOptions, response: { 200: PasskeyCreation } },
    },
    (req) => preparePasskey(req.ctx, req.body, req.ip),
  )
  app.post(
    '/passkeys',
    { config: { policy: 'passkey.own' }, schema: { body: AddPasskey, response: { 201: PasskeyEntry } } },
    async (req, reply) => reply.code(201).send(await addPasskey(req.ctx, req.body)),
  )
  app.post(
    '/passkeys/:id/delete',
    {
      config: { policy: 'passkey.own' },
      schema: { params: PasskeyIdParam, body: AddPasskeyOptions, response: { 204: z.void() } },
    },
    async (req, reply) => reply.code(204).send(await deletePasskey(req.ctx, req.params.id, req.body, req.ip)),
  )
}
