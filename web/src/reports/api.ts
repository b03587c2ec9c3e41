import type { Id } from '@app/contract/base'
import type {
  AnswerQuestion,
  FileReport,
  ObjectToReport,
  OwnReports,
  PastContact,
  Report,
} from '@app/contract/safety/reports'
import { get, post } from '../lib/http/http.ts'

export const postReport = (report: FileReport): Promise<Report> => post('reports', report)
export const getReports = (): Promise<OwnReports> => get('reports')
export const getPastContacts = (): Promise<PastContact[]> => get('reports/past-contacts')
export const postAnswer = (id: Id, answer: AnswerQuestion): Promise<void> => post(`reports/${id}/answer`, answer)
export const postObjection = (id: Id, objection: ObjectToReport): Promise<void> =>
  post(`reports/${id}/object`, objection)
