import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'

/**
 * Runs a command until it exits or the shell's stdin is closed. This process holds the other end of stdin, so that even
 * a killed parent leaves no child behind. The loop repeats the signal, because a background process ignores SIGINT
 * until it installs a handler, and sends SIGKILL after eight seconds. The last line kills the rest of the process group,
 * and ignores SIGPIPE because the parent may have closed the shell's stderr.
 */
const SHELL_SCRIPT = [
  'SIG=$1; shift; exec 3<&0; "$@" 3<&- </dev/null & p=$!',
  '(read _ <&3; n=0; while kill -$SIG $p; do sleep 0.5; n=$((n+1)); [ $n = 16 ] && SIG=KILL; done) 2>/dev/null & w=$!',
  'trap "" PIPE; wait $p; c=$?; kill $w 2>/dev/null; trap "" TERM; kill 0; exit $c',
].join('\n')

/** @typedef {import('node:child_process').ChildProcess & { name: string, exited: Promise<number> }} ManagedChild */
/**
 * @typedef {object} SpawnOptions
 * @property {'TERM' | 'INT'} [signal] the signal that asks the child to stop
 * @property {Record<string, string | undefined>} [env] added to the environment of this process
 * @property {'inherit' | 'pipe' | number} [output] the destination of its stdout and stderr
 * @property {string} [cwd]
 * @property {number} [uid] also used as the group id
 */

/** @type {ManagedChild[]} */
const children = []
/** @type {Promise<void> | undefined} */
let stopping
let wasInterrupted = false

/**
 * Starts a child that is stopped when this process ends.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions} [options]
 * @returns {ManagedChild}
 */
export function spawnChild(name, command, args, { signal = 'TERM', env = {}, output = 'pipe', cwd, uid } = {}) {
  if (stopping) throw new Error(`Stopping, so ${name} is not started`)
  const shell = spawn('/bin/sh', ['-c', SHELL_SCRIPT, name, signal, command, ...args], {
    cwd,
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['pipe', output, output],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  })
  shell.stdin?.on('error', () => {})
  const exited = once(shell, 'exit').then(
    ([code, killedBy]) => code ?? 128 + constants.signals[/** @type {NodeJS.Signals} */ (killedBy)],
  )
  const child = Object.assign(shell, { name, exited })
  children.push(child)
  const remove = () => void children.splice(children.indexOf(child), 1)
  exited.then(remove, remove)
  return child
}

/**
 * Stops a child and waits until it has exited.
 * @param {ManagedChild} child
 */
export async function stopChild(child) {
  child.stdin?.end()
  await child.exited.catch(() => {})
}

/** Returns whether this process is stopping its children. */
export const isStopping = () => stopping !== undefined

/** Returns whether this process has received a signal to stop. */
export const isInterrupted = () => wasInterrupted

/** Stops all children, the newest first; no child can be started afterwards. */
export function stopAllChildren() {
  stopping ??= (async () => {
    for (const child of [...children].reverse()) await stopChild(child)
  })()
  return stopping
}

/**
 * Runs a child until it exits.
 * @param {string} name
 * @param {string} command
 * @param {string[]} args
 * @param {SpawnOptions} [options]
 * @returns {Promise<{ code: number, out: string, err: string }>} its output, which is empty unless it is piped
 */
export async function run(name, command, args, options) {
  const child = spawnChild(name, command, args, options)
  let out = ''
  let err = ''
  child.stdout?.setEncoding('utf8').on('data', (text) => (out += text))
  child.stderr?.setEncoding('utf8').on('data', (text) => (err += text))
  const [code] = await Promise.all([child.exited, once(child, 'close')])
  return { code, out, err }
}

/**
 * Calls `onLine` for every line that a child prints.
 * @param {ManagedChild} child
 * @param {(line: string) => void} onLine
 */
export function onLines(child, onLine) {
  for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', onLine)
}

/**
 * Stops all children on a signal, then exits with the given code, or with 128 plus the number of the signal.
 * @param {number} [code]
 */
export function stopOnSignals(code) {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      wasInterrupted = true
      stopAllChildren().finally(() => process.exit(code ?? 128 + constants.signals[signal]))
    })
  }
}
