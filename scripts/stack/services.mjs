import { setTimeout as pause } from 'node:timers/promises'
import { isStopping, spawnChild, stopChild } from '../child-process.mjs'
import { writeLog } from '../infra/logs.mjs'

const READY_TIMEOUT_MS = 60_000
/** A service that has run this long is restarted without an increased delay. */
const STEADY_MS = 60_000
const BACKOFF_MAX_SECONDS = 30

/**
 * @typedef {object} Service
 * @property {string} name
 * @property {string} command
 * @property {string[]} args
 * @property {string} cwd
 * @property {Record<string, string | undefined>} env
 * @property {string} readyUrl
 * @property {string} logFile
 */
/** @typedef {{ log: (message: string) => void, onLine?: (name: string, line: string) => void }} ServiceOutput */

/**
 * Starts a service, and restarts it whenever it exits after it was ready. Throws if it does not become ready.
 * @param {Service} service
 * @param {ServiceOutput} output
 */
export async function supervise(service, output) {
  void restartOnExit(service, await startOnce(service, output), output)
}

/**
 * @param {Service} service
 * @param {Awaited<ReturnType<typeof startOnce>>} running
 * @param {ServiceOutput} output
 */
async function restartOnExit(service, running, output) {
  let backoffS = 1
  for (let since = Date.now(); ; since = Date.now()) {
    const code = await running.child.exited
    if (isStopping()) return
    output.log(`${service.name} exited unexpectedly with code ${code}. Its last log lines:\n${running.readLastLines()}`)
    if (Date.now() - since > STEADY_MS) backoffS = 1
    for (let restarted; !restarted; backoffS = Math.min(backoffS * 2, BACKOFF_MAX_SECONDS)) {
      output.log(`${service.name} restarts in ${backoffS} s.`)
      await pause(backoffS * 1000)
      if (isStopping()) return
      restarted = await startOnce(service, output).catch((error) => output.log(error.message))
      if (restarted) running = restarted
    }
    output.log(`${service.name} is back.`)
  }
}

/**
 * Starts a service and waits until it is ready.
 * @param {Service} service
 * @param {ServiceOutput} output
 */
export async function startOnce({ name, command, args, cwd, env, readyUrl, logFile }, { onLine }) {
  const child = spawnChild(name, command, args, { cwd, env })
  const readLastLines = writeLog(child, logFile, (line) => onLine?.(name, line))
  let hasEnded = false
  child.once('close', () => (hasEnded = true))
  for (const deadline = Date.now() + READY_TIMEOUT_MS; !hasEnded && Date.now() < deadline; await pause(40)) {
    if (await isReady(readyUrl)) return { child, readLastLines }
  }
  await stopChild(child)
  throw new Error(
    `${name} ${hasEnded ? 'failed to start' : 'is not ready after a minute'}. Its last log lines:\n${readLastLines()}`,
  )
}

/** @param {string} url */
async function isReady(url) {
  try {
    return (await fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5_000) })).ok
  } catch {
    return false
  }
}
