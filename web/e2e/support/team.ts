import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { aMember, loginAs, type Member } from './members.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Creates an admin with the command line, which is the only way. */
export async function aTeamMember(...options: Parameters<typeof aMember>): Promise<Member> {
  const member = await aMember(...options)
  const env = { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL }
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'admin', 'grant', member.email], { env })
  // Granting the level has ended the session.
  return loginAs(member)
}
