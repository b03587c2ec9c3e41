import { SaveNotes } from '@app/contract/members/profiles'
import { UserNameParam } from '@app/contract/text/names'
import { AppError } from '@app/server/errors'
import { TEAM_ID } from '@app/server/policies/team'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { requireOther } from '../members/lookup.ts'
import { deleteNotes, upsertNotes } from './queries.ts'

export function registerNotes(app: App): void {
  app.post(
    '/profiles/:userName/notes',
    {
      config: { policy: 'member' },
      schema: { params: UserNameParam, body: SaveNotes, response: { 204: z.void() } },
    },
    async ({ ctx, params, body: { notes } }, reply) => {
      if (ctx.member.id === TEAM_ID) throw new AppError('FORBIDDEN')
      const about = await requireOther(ctx.db, ctx.member, params.userName)
      const saved = notes
        ? upsertNotes(ctx.db, ctx.member.id, about.id, notes)
        : deleteNotes(ctx.db, ctx.member.id, about.id)
      return reply.code(204).send(await saved)
    },
  )
}
