import { IdParam } from '@app/contract/base'
import {
  AskReporter,
  AskWider,
  Case,
  CaseQueue,
  CaseRow,
  CaseVersion,
  Evidence,
  EvidenceFileParam,
  HandOver,
  OpenCase,
  QueueQuery,
  ReporterName,
} from '@app/contract/safety/cases'
import { Figures, FiguresQuery } from '@app/contract/safety/figures'
import { FindContent } from '@app/contract/safety/notices'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { handleCaseRequest } from '../team-duties/refusals.ts'
import { approveWider, askReporter, askWider } from './asking.ts'
import { readCase } from './case-view.ts'
import { claimCase, claimNext, releaseCase } from './claims.ts'
import { readEvidence } from './evidence-view.ts'
import { readFigures } from './figures.ts'
import { readEvidenceFile } from './files.ts'
import { findContent } from './finding.ts'
import { handOver } from './hand-over.ts'
import { showNames } from './names.ts'
import { openCase } from './opening.ts'
import { readQueue } from './queue.ts'

const NoContent = z.void()
const Picture = { content: { 'image/webp': { schema: z.any() } } }

/** Registers the queue, and the figures of the transparency report. */
function registerQueue(app: App): void {
  app.get(
    '/moderation/cases',
    {
      config: { policy: 'case.queue', membersCountAs: 'case' },
      schema: { querystring: QueueQuery, response: { 200: CaseQueue } },
    },
    (req) => readQueue(req.ctx, req.query),
  )
  app.get(
    '/moderation/figures',
    { config: { policy: 'team.figures' }, schema: { querystring: FiguresQuery, response: { 200: Figures } } },
    (req) => readFigures(req.ctx, req.query),
  )
}

function registerClaims(app: App): void {
  const config = { policy: 'case.claim', membersCountAs: 'case' } as const
  app.post(
    '/moderation/cases',
    { config: { ...config, policy: 'case.open' }, schema: { body: OpenCase, response: { 201: CaseRow } } },
    async (req, reply) => reply.code(201).send(await openCase(req.ctx, req.body)),
  )
  app.post(
    '/moderation/cases/:id/find',
    {
      config: { ...config, policy: 'case.read' },
      schema: { params: IdParam, body: FindContent, response: { 200: CaseRow } },
    },
    (req) => handleCaseRequest(req, () => findContent(req.ctx, req.params.id, req.body)),
  )
  app.post('/moderation/cases/next', { config, schema: { response: { 200: CaseRow } } }, ({ ctx }) => claimNext(ctx))
  app.post('/moderation/cases/:id/claim', { config, schema: { params: IdParam, response: { 200: CaseRow } } }, (req) =>
    handleCaseRequest(req, () => claimCase(req.ctx, req.params.id)),
  )
  app.post(
    '/moderation/cases/:id/release',
    { config: { policy: 'case.read' }, schema: { params: IdParam, response: { 204: NoContent } } },
    async (req, reply) => reply.code(204).send(await handleCaseRequest(req, () => releaseCase(req.ctx, req.params.id))),
  )
}

/** Registers the routes that read a claimed case. Reading evidence writes to the team log, so it is a POST. */
function registerReading(app: App): void {
  const config = { policy: 'case.read', membersCountAs: 'case' } as const
  app.get('/moderation/cases/:id', { config, schema: { params: IdParam, response: { 200: Case } } }, (req) =>
    readCase(req.ctx, req.params.id),
  )
  app.post(
    '/moderation/cases/:id/evidence',
    { config: { policy: 'case.read' }, schema: { params: IdParam, response: { 200: z.array(Evidence) } } },
    (req) => handleCaseRequest(req, () => readEvidence(req.ctx, req.params.id)),
  )
  app.post(
    '/moderation/cases/:id/files/:fileId',
    { config: { policy: 'case.read' }, schema: { params: EvidenceFileParam, response: { 200: Picture } } },
    async (req, reply) => {
      const bytes = await handleCaseRequest(req, () => readEvidenceFile(req.ctx, req.params.id, req.params.fileId))
      return reply.headers({ 'cache-control': 'private, no-store', 'content-type': 'image/webp' }).send(bytes)
    },
  )
  app.post(
    '/moderation/cases/:id/names',
    { config, schema: { params: IdParam, response: { 200: z.array(ReporterName) } } },
    (req) => handleCaseRequest(req, () => showNames(req.ctx, req.params.id)),
  )
}

function registerQuestions(app: App): void {
  const config = { policy: 'case.read', membersCountAs: 'case' } as const
  app.post(
    '/moderation/cases/:id/ask',
    { config, schema: { params: IdParam, body: AskReporter, response: { 200: Case } } },
    (req) => handleCaseRequest(req, () => askReporter(req.ctx, req.params.id, req.body)),
  )
  app.post(
    '/moderation/cases/:id/wider',
    { config, schema: { params: IdParam, body: AskWider, response: { 200: Case } } },
    (req) => handleCaseRequest(req, () => askWider(req.ctx, req.params.id, req.body)),
  )
  app.post(
    '/moderation/cases/:id/wider/approve',
    {
      config: { ...config, policy: 'case.approve' },
      schema: { params: IdParam, body: CaseVersion, response: { 200: Case } },
    },
    (req) => handleCaseRequest(req, () => approveWider(req.ctx, req.params.id, req.body)),
  )
  app.post(
    '/moderation/cases/:id/hand-over',
    {
      config: { policy: 'case.hand-over' },
      schema: { params: IdParam, body: CaseVersion, response: { 200: HandOver } },
    },
    (req) => handleCaseRequest(req, () => handOver(req.ctx, req.params.id, req.body)),
  )
}

/** Registers the routes for the admins who work on cases. */
export function registerCases(app: App): void {
  registerQueue(app)
  registerClaims(app)
  registerReading(app)
  registerQuestions(app)
}
