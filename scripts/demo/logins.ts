import { randomBytes } from 'node:crypto'
import { hashPassword } from '@app/server/passwords'

/** Whoever tries the product logs in as one of these; nobody can log in as one of the others. */
export const DEMO_LOGINS = [
  { email: 'mira@exempel.se', password: 'ljummet-vatten-langs-bryggan', userName: 'Mira' },
  { email: 'linnocherik@exempel.se', password: 'tva-koppar-kaffe-i-hamnen', userName: 'Linn och Erik' },
]

/** The stored form of every demo member's password. */
export async function passwordHashes(): Promise<(email: string) => string> {
  const unknown = await hashPassword(randomBytes(32).toString('base64url'))
  const known = new Map<string, string>()
  for (const { email, password } of DEMO_LOGINS) known.set(email, await hashPassword(password))
  return (email) => known.get(email) ?? unknown
}
