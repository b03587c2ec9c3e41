import type { ChangeEmail, ChangePassword, EmailAddress } from '@app/contract/members/credentials'
import type { ChangeSettings, MemberExport, MemberSettings, PasswordConfirmation } from '@app/contract/members/members'
import type { SessionEntry } from '@app/contract/members/sessions'
import type { Language } from '@app/contract/text/language'
import { get, post } from '../lib/http/http.ts'

export const getEmail = (): Promise<EmailAddress> => get('members/email')
export const postEmail = (change: ChangeEmail): Promise<void> => post('members/email', change)
export const postEmailCancel = (): Promise<void> => post('members/email/cancel')
export const postPassword = (change: ChangePassword): Promise<void> => post('members/password', change)
export const getSettings = (): Promise<MemberSettings> => get('members/settings')
export const postSettings = (change: ChangeSettings): Promise<void> => post('members/settings', change)
export const postLanguage = (language: Language): Promise<void> => post('members/language', { language })
export const getSessions = (): Promise<SessionEntry[]> => get('sessions')
export const postSessionRevocation = (id: string): Promise<void> => post(`sessions/${id}/end`)
export const postLogoutEverywhere = (): Promise<void> => post('sessions/logout-everywhere')
export const getExport = (): Promise<MemberExport> => get('members/export')
export const postExport = (proof: PasswordConfirmation): Promise<MemberExport> => post('members/export', proof)
export const postDeletion = (proof: PasswordConfirmation): Promise<void> => post('members/delete', proof)
