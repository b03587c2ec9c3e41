import type { Id } from '@app/contract/base'
import type { Appeal, Statement } from '@app/contract/safety/decisions'
import { get, post } from '../lib/http/http.ts'

export const getDecisions = (): Promise<Statement[]> => get('decisions')
export const postRead = (id: Id): Promise<void> => post(`decisions/${id}/read`)
export const postAppeal = (id: Id, appeal: Appeal): Promise<void> => post(`decisions/${id}/appeal`, appeal)
export const getDecisionPicture = (id: Id): Promise<Blob> => get(`decisions/${id}/picture`)

export const getStatement = (token: string): Promise<Statement> => get(`statements/${token}`)
export const postStatementAppeal = (token: string, appeal: Appeal): Promise<void> =>
  post(`statements/${token}/appeal`, appeal)
export const getStatementPicture = (token: string): Promise<Blob> => get(`statements/${token}/picture`)
