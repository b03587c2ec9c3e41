import type { VerificationsResponse, Verify } from '@app/contract/members/verifications'
import { get, post } from '../lib/http/http.ts'

export const getVerifications = (userName: string): Promise<VerificationsResponse> =>
  get(`verifications/${encodeURIComponent(userName)}`)
export const postVerify = (verify: Verify): Promise<void> => post('verifications/verify', verify)
