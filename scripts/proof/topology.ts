// `npm run topology`: runs the services of compose without containers: two gateways, two hubs and two workers behind
// Caddy with the Caddyfile of compose. Restarts every service process under load, then checks pages, headers, requests,
// photos and uploads through the proxy. Needs Linux (each process has its own loopback address) and Caddy, which it
// downloads from Debian if it is missing.
import { createPool } from '@app/server/db/database'
import type pg from 'pg'
import { stopAllChildren, stopOnSignals } from '../child-process.mjs'
import { build } from '../stack/build.mjs'
import { exitWithError, step } from '../stack/progress.mjs'
import { login } from './common/members.ts'
import { isAsExpected, printLedger } from './ledger/print.ts'
import { checkProxy } from './topology/check-proxy.ts'
import { restartUnderLoad } from './topology/rolling.ts'
import { startTopology, type Topology } from './topology/stack.ts'
import { LIMIT_MEMBERS } from './topology/upload-limits.ts'

/** Logs in members that `restartUnderLoad` has inserted. */
const loginMembers = (url: string): Promise<string[]> =>
  Promise.all(
    Array.from({ length: LIMIT_MEMBERS }, (_, index) => login(url, { email: `member-${index + 1}@example.test` })),
  )

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
  const results = await checkProxy(topology, await loginMembers(topology.url))
  console.log('\n    Through the proxy')
  for (const { title, mismatch } of results)
    console.log(`  ${mismatch ? '✗' : '✓'} ${title}${mismatch ? `: ${mismatch}` : ''}`)
  const { errorLines } = topology.replicas
  const all = [
    ...lines,
    { title: 'errors in the logs', expected: 0, found: errorLines.length, examples: errorLines.slice(0, 5) },
  ]
  printLedger(all)
  const isSuccessful = all.every(isAsExpected) && results.every(({ mismatch }) => mismatch === null)
  if (!isSuccessful) console.log(`\n    Errors of the proxy\n${topology.listProxyErrors().join('\n')}`)
  return isSuccessful
}

stopOnSignals()
// Each run creates a new certificate authority for localhost. `checkCertificate` verifies the certificate.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
try {
  const isSuccessful = await runTopology()
  console.log(isSuccessful ? '\nNo request failed and no message was lost.' : '\nSome checks failed.')
  process.exitCode = isSuccessful ? 0 : 1
  await stopAllChildren()
} catch (error) {
  await exitWithError(error)
}
