import type { Id } from '@app/contract/base'
import type { ChangeDuties, TeamLog, TeamMember } from '@app/contract/safety/team'
import { get, post } from '../lib/http/http.ts'

export const getDuties = (): Promise<TeamMember[]> => get('moderation/duties')
export const postDuties = (change: ChangeDuties): Promise<TeamMember> => post('moderation/duties', change)
export const getLog = (page: { limit: number; before?: Id | undefined }): Promise<TeamLog> =>
  get('moderation/log', page)
