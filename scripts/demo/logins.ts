import { randomBytes } from 'node:crypto'
import { hashPassword } from '@app/server/accounts/passwords'

/** The accounts for trying the product; except for the admins of TEAM_LOGINS, the other demo members cannot log in. */
export const DEMO_LOGINS = [
  { email: 'mira@exempel.se', password: 'ljummet-vatten-langs-bryggan', userName: 'Mira' },
  { email: 'linnocherik@exempel.se', password: 'tva-koppar-kaffe-i-hamnen', userName: 'Linn och Erik' },
]

/** The accounts of two admins, because admins cannot change their own duties. */
export const TEAM_LOGINS = [
  { email: 'veraireceptionen@exempel.se', password: 'nycklar-pa-kroken-vid-dorren', userName: 'Vera i receptionen' },
  { email: 'nilsiteamet@exempel.se', password: 'tre-lampor-lyser-i-trappan', userName: 'Nils i teamet' },
]

/** Hashes the passwords of the logins. Returns a function that returns the hash of a demo member by email. */
export async function hashPasswords(): Promise<(email: string) => string> {
  const unusableHash = await hashPassword(randomBytes(32).toString('base64url'))
  const loginHashes = new Map<string, string>()
  for (const { email, password } of [...DEMO_LOGINS, ...TEAM_LOGINS])
    loginHashes.set(email, await hashPassword(password))
  return (email) => loginHashes.get(email) ?? unusableHash
}
