import { Duty } from '@app/contract/members/duties'
import { handOverCase, openStore } from './hand-over.ts'
import { listReservedNames } from './reserved-names.ts'
import { setLevel } from './set-level.ts'
import { verifyTeamLog } from './verify-log.ts'

const USAGE = `Usage: npm run admin -- grant EMAIL [DUTIES] | revoke EMAIL | reserved-names | verify-log |
       hand-over CASE FOLDER
DUTIES are separated by commas, all of them by default: ${Duty.options.join(',')}`

/** Parses a list of duties, such as `LEAD,PUBLISH`. Returns null if one of them does not exist or is repeated. */
function parseDuties(list: string): Duty[] | null {
  const names = list.split(',')
  const duties = Duty.options.filter((duty) => names.includes(duty))
  return duties.length === names.length ? duties : null
}

function parseHandOver([, caseId, folder, ...others]: string[]): ((databaseUrl: string) => Promise<string>) | null {
  if (!caseId || !/^\d{1,18}$/.test(caseId) || !folder || others.length > 0) return null
  return (url) => handOverCase(url, { caseId, folder, store: openStore() })
}

/** Returns the command that the arguments name, or null if they are invalid. */
function parseCommand(args: string[]): ((databaseUrl: string) => Promise<string>) | null {
  if (args[0] === 'hand-over') return parseHandOver(args)
  const [action, email, list, ...others] = args
  const duties = list === undefined ? undefined : parseDuties(list)
  if (others.length > 0 || duties === null) return null
  if (action === 'grant' && email) return (url) => setLevel(url, action, email, duties)
  if (action === 'revoke' && email && !list) return (url) => setLevel(url, action, email)
  if (action === 'reserved-names' && !email) return listReservedNames
  if (action === 'verify-log' && !email) return verifyTeamLog
  return null
}

async function main(args: string[]): Promise<string> {
  const databaseUrl = process.env.DATABASE_URL
  const run = parseCommand(args)
  if (!run) throw new Error(USAGE)
  if (!databaseUrl) throw new Error('DATABASE_URL, the URL of the database, is not set.')
  return run(databaseUrl)
}

main(process.argv.slice(2)).then(console.log, (error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
