import { ChangeDuties, LogQuery, TeamLog, TeamMember } from '@app/contract/safety/team'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { changeDuties, readTeam } from './changing.ts'
import { readLog } from './log.ts'

/** Registers the routes for the leads of the team. */
export function registerTeamDuties(app: App): void {
  const config = { policy: 'team.lead', membersCountAs: 'team' } as const
  app.get('/moderation/duties', { config, schema: { response: { 200: z.array(TeamMember) } } }, ({ ctx }) =>
    readTeam(ctx),
  )
  app.post('/moderation/duties', { config, schema: { body: ChangeDuties, response: { 200: TeamMember } } }, (req) =>
    changeDuties(req.ctx, req.body),
  )
  app.get('/moderation/log', { config, schema: { querystring: LogQuery, response: { 200: TeamLog } } }, (req) =>
    readLog(req.ctx, req.query),
  )
}
