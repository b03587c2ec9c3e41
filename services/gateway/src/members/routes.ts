import { ChangeLanguage, ChangeSettings, MemberSettings } from '@app/contract/members/members'
import { MemberLevelResponse } from '@app/contract/members/profiles'
import { UserNameParam } from '@app/contract/text/name-schemas'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { changeLanguage, changeSettings } from './actions.ts'
import { readSettings, requireLevel, updateLastActive } from './queries.ts'

const NoContent = z.void()

export function registerMembers(app: App): void {
  app.post(
    '/members/last-active',
    { config: { policy: 'member' }, schema: { response: { 204: NoContent } } },
    async ({ ctx }, reply) => reply.code(204).send(await updateLastActive(ctx.db, ctx.member.accountId, ctx.now())),
  )
  app.get(
    '/profiles/:userName/level',
    {
      config: { policy: 'member.read', membersCountAs: 'search' },
      schema: { params: UserNameParam, response: { 200: MemberLevelResponse } },
    },
    ({ ctx, params }) => requireLevel(ctx.db, ctx.member.id, params.userName),
  )
  app.get('/members/settings', { config: { policy: 'member' }, schema: { response: { 200: MemberSettings } } }, (req) =>
    readSettings(req.ctx.db, req.ctx.member.accountId),
  )
  app.post(
    '/members/settings',
    { config: { policy: 'member' }, schema: { body: ChangeSettings, response: { 200: MemberSettings } } },
    (req) => changeSettings(req.ctx, req.body),
  )
  app.post(
    '/members/language',
    { config: { policy: 'member' }, schema: { body: ChangeLanguage, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await changeLanguage(req.ctx, req.body.language)),
  )
}
