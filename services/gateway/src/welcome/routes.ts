import { Encrypted } from '@app/contract/members/profiles'
import { AbsenceResponse, GettingStarted, Suggestion } from '@app/contract/welcome'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { encryptForSession } from '../search/encryption.ts'
import { closeAbsence, readAbsence } from './absence.ts'
import { hideGettingStarted, readGettingStarted } from './getting-started.ts'
import { listSuggestions } from './suggestions.ts'

const NoContent = z.void()
const Suggestions = z.array(Suggestion)

export function registerWelcome(app: App): void {
  app.get(
    '/getting-started',
    { config: { policy: 'member' }, schema: { response: { 200: GettingStarted } } },
    ({ ctx }) => readGettingStarted(ctx.db, ctx.member.accountId),
  )
  app.post(
    '/getting-started/hide',
    { config: { policy: 'member' }, schema: { response: { 204: NoContent } } },
    async ({ ctx }, reply) => reply.code(204).send(await hideGettingStarted(ctx.db, ctx.member.accountId)),
  )
  app.get(
    '/getting-started/suggestions',
    { config: { policy: 'member.read', membersCountAs: 'search' }, schema: { response: { 200: Encrypted } } },
    async (req) => encryptForSession(req, Suggestions, await listSuggestions(req.ctx)),
  )
  app.get('/absence', { config: { policy: 'member.read' }, schema: { response: { 200: AbsenceResponse } } }, (req) =>
    readAbsence(req.ctx),
  )
  app.post(
    '/absence/close',
    { config: { policy: 'member' }, schema: { response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await closeAbsence(req.ctx)),
  )
}
