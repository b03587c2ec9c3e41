import type { ContactRule } from '@app/contract/members/contact'
import { get, post } from '../lib/http/http.ts'

export const getContactRule = (): Promise<ContactRule> => get('members/contact')
export const postContactRule = (rule: ContactRule): Promise<ContactRule> => post('members/contact', rule)
