import { logToServer } from '../lib/client-log.ts'

const FILE = '/service-worker.js'
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

async function isServed(): Promise<boolean> {
  const answer = await fetch(FILE, { method: 'HEAD' }).catch(() => null)
  return answer?.ok === true && (answer.headers.get('content-type') ?? '').includes('javascript')
}

async function remove(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
}

/** Members' browsers keep the client's files, so that it starts without a network. Visitors load only what they see. */
export async function keepServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  // A developer's machine may have kept one of an earlier build.
  if (LOCAL.has(location.hostname) && !(await isServed())) return remove()
  await navigator.serviceWorker.register(FILE).catch((error: unknown) => logToServer('warn', String(error)))
}
