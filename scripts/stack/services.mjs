import { setTimeout as pause } from 'node:timers/promises'
import { keepLog } from '../infra/logs.mjs'
import { isStopping, leash, unleash } from '../leash.mjs'

const READY_MS = 60_000
const STEADY_MS = 60_000
const LONGEST_PAUSE_S = 30

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
/** @typedef {{ say: (message: string) => void, hear?: (name: string, line: string) => void }} Ears */

/**
 * Starts a service and keeps it running: once it has been ready, it is started again whenever it ends.
 * @param {Service} service
 * @param {Ears} ears
 */
export async function keepRunning(service, ears) {
  void watch(service, await startOnce(service, ears), ears)
}

/**
 * @param {Service} service
 * @param {Awaited<ReturnType<typeof startOnce>>} running
 * @param {Ears} ears
 */
async function watch(service, running, ears) {
  let pauseS = 1
  for (let since = Date.now(); ; since = Date.now()) {
    const code = await running.child.exited
    if (isStopping()) return
    ears.say(`${service.name} has ended by itself (${code}). Its last words:\n${running.last()}`)
    if (Date.now() - since > STEADY_MS) pauseS = 1
    for (let again; !again; pauseS = Math.min(pauseS * 2, LONGEST_PAUSE_S)) {
      ears.say(`${service.name} starts again in ${pauseS} s.`)
      await pause(pauseS * 1000)
      if (isStopping()) return
      again = await startOnce(service, ears).catch((error) => ears.say(error.message))
      if (again) running = again
    }
    ears.say(`${service.name} is back.`)
  }
}

/**
 * Starts a service and waits until it is ready.
 * @param {Service} service
 * @param {Ears} ears
 */
export async function startOnce({ name, command, args, cwd, env, readyUrl, logFile }, { hear }) {
  const child = leash(name, command, args, { cwd, env })
  const last = keepLog(child, logFile, (line) => hear?.(name, line))
  let ended = false
  child.once('close', () => (ended = true))
  for (const deadline = Date.now() + READY_MS; !ended && Date.now() < deadline; await pause(40)) {
    if (await isReady(readyUrl)) return { child, last }
  }
  await unleash(child)
  throw new Error(`${name} ${ended ? 'does not start' : 'is not ready after a minute'}. It says:\n${last()}`)
}

/** @param {string} url */
async function isReady(url) {
  try {
    return (await fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5_000) })).ok
  } catch {
    return false
  }
}
