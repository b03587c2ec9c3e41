import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { aMember, loginAs, type Member } from './members.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Inserts an admin with a session. */
export const aTeamMember = (name: string, options: Parameters<typeof aMember>[1] = {}): Promise<Member> =>
  aMember(name, { ...options, memberLevel: 'ADMIN' })

/** Inserts an admin with a session that began with a passkey. */
export const aModerator = (name: string, options: Parameters<typeof aMember>[1] = {}): Promise<Member> =>
  aTeamMember(name, { ...options, passkey: true })

/** Makes a member an admin with the command line, as an operator does. */
export async function grantByCommand(member: Member): Promise<Member> {
  const env = { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL }
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'admin', 'grant', member.email], { env })
  // Granting the level has revoked the session.
  return loginAs(member)
}
