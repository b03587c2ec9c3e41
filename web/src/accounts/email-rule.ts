import { isEmail } from '@app/contract/text/emails'
import type { Problem } from '@app/contract/text/problems'

export const findEmailProblem = (email: string): Problem | undefined => (isEmail(email) ? undefined : 'email.invalid')
