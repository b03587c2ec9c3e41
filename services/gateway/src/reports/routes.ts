import { IdParam } from '@app/contract/base'
import {
  AnswerQuestion,
  FileReport,
  ObjectToReport,
  OwnReports,
  PastContact,
  Report,
} from '@app/contract/safety/reports'
import * as z from 'zod/mini'
import type { App } from '../http/app.ts'
import { answerQuestion, objectToReport } from './answers.ts'
import { fileReport } from './file-report.ts'
import { listOwnReports } from './own-reports.ts'
import { listPastContacts } from './past-contacts.ts'

const NoContent = z.void()

export function registerReports(app: App): void {
  app.post(
    '/reports',
    { config: { policy: 'report.file' }, schema: { body: FileReport, response: { 201: Report } } },
    async (req, reply) => reply.code(201).send(await fileReport(req.ctx, req.body)),
  )
  app.get('/reports', { config: { policy: 'report.own' }, schema: { response: { 200: OwnReports } } }, ({ ctx }) =>
    listOwnReports(ctx),
  )
  app.get(
    '/reports/past-contacts',
    {
      config: { policy: 'member', membersCountAs: 'known' },
      schema: { response: { 200: z.array(PastContact) } },
    },
    ({ ctx }) => listPastContacts(ctx),
  )
  app.post(
    '/reports/:id/answer',
    {
      config: { policy: 'report.own' },
      schema: { params: IdParam, body: AnswerQuestion, response: { 204: NoContent } },
    },
    async (req, reply) => reply.code(204).send(await answerQuestion(req.ctx, req.params.id, req.body)),
  )
  app.post(
    '/reports/:id/object',
    {
      config: { policy: 'report.own' },
      schema: { params: IdParam, body: ObjectToReport, response: { 204: NoContent } },
    },
    async (req, reply) => reply.code(204).send(await objectToReport(req.ctx, req.params.id, req.body)),
  )
}
