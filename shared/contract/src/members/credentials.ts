import * as z from 'zod/mini'
import { Email, NewPassword, PasswordConfirmation } from './members.ts'

/** A new password, confirmed with the current one. */
export const ChangePassword = z.extend(PasswordConfirmation, { newPassword: NewPassword })
export type ChangePassword = z.infer<typeof ChangePassword>

/** A new email address; it takes effect once the link emailed to it has been confirmed. */
export const ChangeEmail = z.extend(PasswordConfirmation, { email: Email })
export type ChangeEmail = z.infer<typeof ChangeEmail>

/** The member's current email address, and a new one that awaits confirmation. */
export const EmailAddress = z.object({ email: z.string(), pending: z.nullable(z.string()) })
export type EmailAddress = z.infer<typeof EmailAddress>
