import type { Id } from '@app/contract/base'
import type {
  AskReporter,
  AskWider,
  Case,
  CaseQueue,
  CaseRow,
  CaseVersion,
  Evidence,
  HandOver,
  OpenCase,
  QueueView,
  ReporterName,
} from '@app/contract/safety/cases'
import type { ConfirmDecision, Decide, DecideAppeal, Decided } from '@app/contract/safety/decisions'
import type { Figures, FiguresQuery } from '@app/contract/safety/figures'
import type { FindContent } from '@app/contract/safety/notices'
import type { ChangeDuties, TeamLog, TeamMember } from '@app/contract/safety/team'
import { get, post } from '../lib/http/http.ts'
import { requestHeaders } from '../lib/http/request-headers.ts'

export const getDuties = (): Promise<TeamMember[]> => get('moderation/duties')
export const postDuties = (change: ChangeDuties): Promise<TeamMember> => post('moderation/duties', change)
export const getLog = (page: { limit: number; before?: Id | undefined }): Promise<TeamLog> =>
  get('moderation/log', page)
export const getFigures = (query: FiguresQuery): Promise<Figures> => get('moderation/figures', query)

export const getQueue = (query: { view: QueueView; limit: number; after?: string | undefined }): Promise<CaseQueue> =>
  get('moderation/cases', query)
export const postCase = (request: OpenCase): Promise<CaseRow> => post('moderation/cases', request)
export const postNextCase = (): Promise<CaseRow> => post('moderation/cases/next')

const casePath = (id: Id, part: string): string => `moderation/cases/${id}/${part}`

export const getCase = (id: Id): Promise<Case> => get(`moderation/cases/${id}`)
export const postClaim = (id: Id): Promise<CaseRow> => post(casePath(id, 'claim'))
export const postRelease = (id: Id): Promise<void> => post(casePath(id, 'release'))
/** Releases a case while the page unloads. */
export const releaseOnUnload = (id: Id): void =>
  void fetch(`/api/v2/${casePath(id, 'release')}`, {
    method: 'POST',
    headers: requestHeaders(),
    keepalive: true,
  }).catch(() => undefined)
export const postEvidence = (id: Id): Promise<Evidence[]> => post(casePath(id, 'evidence'))
export const postFile = (id: Id, fileId: string): Promise<Blob> => post(casePath(id, `files/${fileId}`))
export const postNames = (id: Id): Promise<ReporterName[]> => post(casePath(id, 'names'))
export const postQuestion = (id: Id, question: AskReporter): Promise<void> => post(casePath(id, 'ask'), question)
export const postWider = (id: Id, request: AskWider): Promise<void> => post(casePath(id, 'wider'), request)
export const postFind = (id: Id, content: FindContent): Promise<CaseRow> => post(casePath(id, 'find'), content)
export const postWiderApproval = (id: Id, version: CaseVersion): Promise<void> =>
  post(casePath(id, 'wider/approve'), version)
export const postDecision = (id: Id, decision: Decide): Promise<Decided> => post(casePath(id, 'decide'), decision)
export const postConfirmation = (id: Id, confirmation: ConfirmDecision): Promise<Decided> =>
  post(casePath(id, 'confirm'), confirmation)
export const postAppealDecision = (decisionId: Id, decision: DecideAppeal): Promise<Decided> =>
  post(`moderation/appeals/${decisionId}/decide`, decision)
export const postHandOver = (id: Id, version: CaseVersion): Promise<HandOver> =>
  post(casePath(id, 'hand-over'), version)
