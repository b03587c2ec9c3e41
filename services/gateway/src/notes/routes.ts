import { SaveNotes, StoredNotes } from '@app/contract/members/profiles'
import { UserNameParam } from '@app/contract/text/name-schemas'
import { AppError } from '@app/server/errors'
import { TEAM_ID } from '@app/server/policies/team'
import * as z from 'zod/mini'
import type { MemberCtx } from '../context.ts'
import type { App } from '../http/app.ts'
import { type OtherMember, requireOther } from '../members/lookup.ts'
import { deleteNotes, findNotes, upsertNotes } from './queries.ts'

/** Resolves the member whom the notes are about. Throws FORBIDDEN for the team, which has no notes. */
async function requireNotedMember({ db, member }: MemberCtx, userName: string): Promise<OtherMember> {
  if (member.id === TEAM_ID) throw new AppError('FORBIDDEN')
  return requireOther(db, member, userName)
}

export function registerNotes(app: App): void {
  app.get(
    '/profiles/:userName/notes',
    {
      config: { policy: 'member', membersCountAs: 'search' },
      schema: { params: UserNameParam, response: { 200: StoredNotes } },
    },
    async ({ ctx, params }) => {
      const about = await requireNotedMember(ctx, params.userName)
      return { notes: (await findNotes(ctx.db, ctx.member.id, about.id))?.notes ?? null }
    },
  )
  app.post(
    '/profiles/:userName/notes',
    {
      config: { policy: 'member' },
      schema: { params: UserNameParam, body: SaveNotes, response: { 204: z.void() } },
    },
    async ({ ctx, params, body: { notes } }, reply) => {
      const about = await requireNotedMember(ctx, params.userName)
      const saved = notes
        ? upsertNotes(ctx.db, ctx.member.id, about.id, notes)
        : deleteNotes(ctx.db, ctx.member.id, about.id)
      return reply.code(204).send(await saved)
    },
  )
}
