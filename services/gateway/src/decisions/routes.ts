import { IdParam } from '@app/contract/base'
import { Appeal, ConfirmDecision, Decide, DecideAppeal, Decided, OwnDecisions } from '@app/contract/safety/decisions'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { handleCaseRequest, handleDecisionRequest } from '../team-duties/refusals.ts'
import { appeal, decideAppeal } from './appeals.ts'
import { confirmDecision } from './confirm.ts'
import { decide } from './decide.ts'
import { sendPicture, WEBP_RESPONSE } from './send-picture.ts'
import { listOwnStatements, markStatementRead, readOwnPicture } from './statements.ts'

const NoContent = z.void()

/** Registers the routes for members about whom the team has decided. */
function registerOwnDecisions(app: App): void {
  app.get(
    '/decisions',
    {
      config: { policy: 'decision.own', beforeAgeCheck: true, membersCountAs: 'self' },
      schema: { response: { 200: OwnDecisions } },
    },
    ({ ctx }) => listOwnStatements(ctx),
  )
  app.post(
    '/decisions/:id/read',
    {
      config: { policy: 'decision.own', beforeAgeCheck: true },
      schema: { params: IdParam, response: { 204: NoContent } },
    },
    async (req, reply) => reply.code(204).send(await markStatementRead(req.ctx, req.params.id)),
  )
  app.post(
    '/decisions/:id/appeal',
    {
      config: { policy: 'decision.own', beforeAgeCheck: true },
      schema: { params: IdParam, body: Appeal, response: { 204: NoContent } },
    },
    async (req, reply) => reply.code(204).send(await appeal(req.ctx, req.params.id, req.body)),
  )
  app.get(
    '/decisions/:id/picture',
    { config: { policy: 'decision.own', beforeAgeCheck: true }, schema: { params: IdParam, response: WEBP_RESPONSE } },
    async (req, reply) => sendPicture(reply, await readOwnPicture(req.ctx, req.params.id)),
  )
}

/** Registers the routes by which moderators decide cases and appeals. */
function registerDeciding(app: App): void {
  app.post(
    '/moderation/cases/:id/decide',
    { config: { policy: 'case.decide' }, schema: { params: IdParam, body: Decide, response: { 200: Decided } } },
    (req) => handleCaseRequest(req, () => decide(req.ctx, req.params.id, req.body)),
  )
  app.post(
    '/moderation/cases/:id/confirm',
    {
      config: { policy: 'case.confirm' },
      schema: { params: IdParam, body: ConfirmDecision, response: { 200: Decided } },
    },
    (req) => handleCaseRequest(req, () => confirmDecision(req.ctx, req.params.id, req.body)),
  )
  app.post(
    '/moderation/appeals/:id/decide',
    {
      config: { policy: 'appeal.decide' },
      schema: { params: IdParam, body: DecideAppeal, response: { 200: Decided } },
    },
    (req) => handleDecisionRequest(req, () => decideAppeal(req.ctx, req.params.id, req.body)),
  )
}

export function registerDecisions(app: App): void {
  registerOwnDecisions(app)
  registerDeciding(app)
}
