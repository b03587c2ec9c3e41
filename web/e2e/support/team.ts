import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { aMember, loginAs, type Member } from './members.ts'

const ROOT = join(import.meta.dirname, '../../..')

/** Somebody who runs the community, made so in the one way that there is. */
export async function aTeamMember(...options: Parameters<typeof aMember>): Promise<Member> {
  const member = await aMember(...options)
  const env = { ...process.env, DATABASE_URL: process.env.E2E_DATABASE_URL }
  await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/run.mjs'), 'admin', 'grant', member.email], { env })
  // The grant has ended the session.
  return loginAs(member)
}
