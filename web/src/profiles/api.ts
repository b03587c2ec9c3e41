import type { MemberAnswer } from '@app/contract/members'
import { get } from '../lib/http.ts'

const named = (userName: string): string => encodeURIComponent(userName)

export const getMember = (userName: string): Promise<MemberAnswer> => get(`members/username/${named(userName)}`)
