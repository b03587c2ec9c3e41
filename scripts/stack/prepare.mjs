import { join, relative } from 'node:path'
import { root, stateDir } from '../infra/paths.mjs'
import { build } from './build.mjs'
import { migrate, setUpDatabase, startDatabases } from './databases.mjs'
import { prepareDemo } from './demo.mjs'
import { createBoardEnvironment, createEnvironment } from './environment.mjs'
import { exitWithError, step } from './progress.mjs'

/** @typedef {Awaited<ReturnType<typeof prepare>>} Stack */

/**
 * Prepares everything that the services need before they start.
 * @param {{ publicPort: number, gatewayPort: number, tasks: string[] }} options
 */
export async function prepare({ publicPort, gatewayPort, tasks }) {
  console.log('Salong')
  await step('Building what has changed', () => build(tasks))
  const databases = await step('PostgreSQL and Redis', () => startDatabases(stateDir, exitWithError))
  const publicUrl = process.env.PUBLIC_URL || `http://localhost:${publicPort}`
  const env = await createEnvironment({ stateDir, port: gatewayPort, publicUrl, ...databases })
  const workerEnv = await createBoardEnvironment(stateDir)
  const { superuserUrl, ownerUrl } = databases
  await step('Tables', async () => {
    await (superuserUrl ? setUpDatabase(superuserUrl) : migrate(ownerUrl))
  })
  return { stateDir, publicUrl, env, workerEnv, logins: await prepareDemo(stateDir, env) }
}

/**
 * Prints the URLs and logins of a stack that is ready.
 * @param {Stack} stack
 * @param {string} inbox the URL of the development inbox
 */
export function printSummary({ stateDir, publicUrl, workerEnv, logins }, inbox) {
  const folder = relative(root, stateDir) || stateDir
  const lines = [
    ['Open', publicUrl],
    ...logins.map(({ userName, email, password }) => [`Log in as ${userName}`, `${email}  ${password}`]),
    process.env.SMTP_URL ? ['Emails', 'go to SMTP_URL'] : ['Emails', `${inbox}/dev/mails`],
    ['Queues', `http://127.0.0.1:${workerEnv.METRICS_PORT}/queues  password in ${join(folder, 'secrets/queues')}`],
    ['Data and logs', folder],
    ['Stop', 'Ctrl-C'],
  ]
  const width = Math.max(...lines.map(([title]) => String(title).length))
  console.log(
    `\nSalong is ready.\n\n${lines.map(([title, text]) => `  ${String(title).padEnd(width)}  ${text}`).join('\n')}\n`,
  )
}
