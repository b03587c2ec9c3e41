// `npm run topology`: runs the services of compose without containers. Two gateways, two hubs and two workers behind
// Caddy with the Caddyfile of compose; checks pages, headers, calls, pictures and sockets, then restarts every process
// under load. Needs Linux (each process has its own loopback address) and Caddy, which it downloads from Debian if it
// is missing.
import { createPool } from '@app/server/db/database'
import type pg from 'pg'
import { stopAllChildren, stopOnSignals } from '../child-process.mjs'
import { build } from '../stack/build.mjs'
import { exitWithError, step } from '../stack/progress.mjs'
import { login } from './common/members.ts'
import { isRight, printLedger } from './ledger/print.ts'
import { checkProxy } from './topology/check-proxy.ts'
import { restartUnderLoad } from './topology/rolling.ts'
import { startTopology, type Topology } from './topology/stack.ts'

/** The first two of the members that the load creates. */
const [FIRST, SECOND] = [{ email: 'member-1@example.test' }, { email: 'member-2@example.test' }]

async function runTopology(): Promise<boolean> {
  if (process.platform !== 'linux')
    throw new Error('This needs Linux: each process gets a loopback address of its own.')
  await step('Building what has changed', () => build(['build']))
  const topology = await startTopology()
  const pool = createPool(topology.databaseUrl, 2)
  try {
    return await runProof(topology, pool)
  } finally {
    await pool.end()
    topology.close()
  }
}

async function runProof(topology: Topology, pool: pg.Pool): Promise<boolean> {
  console.log('\n  Restarting each process while members write and read')
  const lines = await restartUnderLoad(topology, pool)
  const [token, otherToken] = [await login(topology.url, FIRST), await login(topology.url, SECOND)]
  const findings = await checkProxy(topology, token, otherToken)
  console.log('\n    Through the proxy')
  for (const { title, fault } of findings) console.log(`  ${fault ? '✗' : '✓'} ${title}${fault ? `: ${fault}` : ''}`)
  const { complaints } = topology.replicas
  const all = [
    ...lines,
    { title: 'errors in the logs', expected: 0, found: complaints.length, examples: complaints.slice(0, 5) },
  ]
  printLedger(all)
  const isSuccessful = all.every(isRight) && findings.every(({ fault }) => fault === null)
  if (!isSuccessful) console.log(`\n    Errors of the proxy\n${topology.errorsOfProxy().join('\n')}`)
  return isSuccessful
}

stopOnSignals()
// Each run creates a new authority for the certificate of localhost; a separate check verifies the certificate.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
try {
  const isSuccessful = await runTopology()
  console.log(isSuccessful ? '\nNo call failed and no message was lost.' : '\nSome checks failed.')
  process.exitCode = isSuccessful ? 0 : 1
  await stopAllChildren()
} catch (error) {
  await exitWithError(error)
}
