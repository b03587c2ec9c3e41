import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Kills a service as a crash would; its supervisor starts it again. */
export async function killService(name: 'gateway' | 'hub' | 'worker'): Promise<void> {
  const log = await readFile(join(process.env.E2E_STATE_DIR ?? '', 'logs', `${name}.log`), 'utf8')
  const pids = [...log.matchAll(/"pid":(\d+)/g)].map(([, pid]) => Number(pid))
  const newestPid = pids.at(-1)
  if (newestPid === undefined) throw new Error(`${name} has logged nothing`)
  process.kill(newestPid, 'SIGKILL')
}
