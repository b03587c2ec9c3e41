import { PasswordConfirmation } from '@app/contract/members/members'
import {
  AddPasskey,
  PasskeyCreation,
  PasskeyEntry,
  PasskeyIdParam,
  PasskeyProtection,
  RecoveryCodes,
  SetPasskeyOnly,
} from '@app/contract/safety/passkeys'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { listPasskeys } from './queries.ts'
import { cancelNewPassword, createCodes, readOwnProtection, setPasskeyOnly } from './recovery-codes.ts'
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
      schema: { body: PasswordConfirmation, response: { 200: PasskeyCreation } },
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
      schema: { params: PasskeyIdParam, body: PasswordConfirmation, response: { 204: z.void() } },
    },
    async (req, reply) => reply.code(204).send(await deletePasskey(req.ctx, req.params.id, req.body, req.ip)),
  )
  app.get(
    '/passkeys/protection',
    { config: { policy: 'passkey.own' }, schema: { response: { 200: PasskeyProtection } } },
    ({ ctx }) => readOwnProtection(ctx),
  )
  app.post(
    '/passkeys/codes',
    { config: { policy: 'passkey.own' }, schema: { body: PasswordConfirmation, response: { 200: RecoveryCodes } } },
    (req) => createCodes(req.ctx, req.body, req.ip),
  )
  app.post(
    '/passkeys/only',
    { config: { policy: 'passkey.own' }, schema: { body: SetPasskeyOnly, response: { 204: z.void() } } },
    async (req, reply) => reply.code(204).send(await setPasskeyOnly(req.ctx, req.body, req.ip)),
  )
  app.post(
    '/passkeys/new-password/cancel',
    { config: { policy: 'passkey.own' }, schema: { response: { 204: z.void() } } },
    async (req, reply) => reply.code(204).send(await cancelNewPassword(req.ctx)),
  )
}
