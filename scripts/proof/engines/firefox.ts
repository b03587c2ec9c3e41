import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WebSocket } from 'ws'
import { spawnChild, stopChild } from '../../child-process.mjs'
import { findFirefox } from '../../infra/engine-programs.mjs'
import { waitForLine } from '../../infra/logs.mjs'
import { type Driver, type Engine, keySource, PHONE_SIZE, pointerSource } from './protocol.ts'

type Send = <Result = unknown>(method: string, params: object) => Promise<Result>
type ScriptResult =
  | { type: 'success'; result: { type: string; value?: string; sharedId?: string } }
  | { type: 'exception'; exceptionDetails: { text: string } }

const PREFERENCES = {
  // The pointer of the driver is a mouse, which the media query `hover` detects only if a device is plugged in.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'http://localhost:1',
  'browser.safebrowsing.update.enabled': false,
  'intl.accept_languages': 'sv',
}

const createClosedError = () => new Error('Firefox has closed the connection.')

/** Connects to WebDriver BiDi. Once the connection is closed, requests are rejected. */
export async function connect(url: string): Promise<{ send: Send; close: () => void }> {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let lastId = 0
  socket.on('message', (data) => {
    const { id, result, error, message } = JSON.parse(String(data))
    const request = waiting.get(id)
    waiting.delete(id)
    if (error) request?.reject(new Error(`Firefox: ${error}: ${message}`))
    else request?.resolve(result as never)
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(createClosedError())
    waiting.clear()
  })
  const send: Send = (method, params) =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) return reject(createClosedError())
      lastId += 1
      waiting.set(lastId, { resolve, reject })
      socket.send(JSON.stringify({ id: lastId, method, params }))
    })
  return { send, close: () => socket.close() }
}

async function openTab(send: Send): Promise<Driver> {
  const { userContext } = await send<{ userContext: string }>('browser.createUserContext', {})
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab', userContext })
  await send('browsingContext.setViewport', { context, viewport: PHONE_SIZE })
  const call = async (functionDeclaration: string, input: unknown) => {
    const answer = await send<ScriptResult>('script.callFunction', {
      functionDeclaration,
      target: { context },
      arguments: [{ type: 'string', value: JSON.stringify(input ?? null) }],
      awaitPromise: true,
      userActivation: true,
      serializationOptions: { maxDomDepth: 0 },
    })
    if (answer.type === 'exception') throw new Error(`Firefox: ${answer.exceptionDetails.text}`)
    return answer.result
  }
  const perform = (source: object) => send('input.performActions', { context, actions: [source] })
  return {
    navigate: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    evaluate: async (body, input) => {
      const { value } = await call(
        `async (json) => JSON.stringify(await (async (input) => { ${body} })(JSON.parse(json)))`,
        input,
      )
      return value === undefined ? undefined : JSON.parse(value)
    },
    findElement: async (body, input) => {
      const { sharedId } = await call(`async (json) => (async (input) => { ${body} })(JSON.parse(json))`, input)
      return sharedId ? { reference: { sharedId } } : undefined
    },
    movePointer: async (actions) => void (await perform(pointerSource(actions))),
    pressKeys: async (actions) => void (await perform(keySource(actions))),
    setFiles: async ({ reference }, files) =>
      void (await send('input.setFiles', { context, element: reference, files })),
    takeScreenshot: async () => (await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
    close: async () => void (await send('browser.removeUserContext', { userContext })),
  }
}

export async function startFirefox(): Promise<Engine> {
  const { launcher, programs } = await findFirefox()
  const folder = mkdtempSync(join(tmpdir(), 'salong-firefox-'))
  const lines = Object.entries(PREFERENCES).map(
    (entry) => `user_pref(${entry.map((part) => JSON.stringify(part)).join(', ')});`,
  )
  writeFileSync(join(folder, 'user.js'), lines.join('\n'))
  const options = ['--headless', '--no-remote', '--profile', folder, '--remote-debugging-port', '0', 'about:blank']
  const [command = '', ...args] = [...launcher, programs.firefox ?? '', ...options]
  const child = spawnChild('Firefox', command, args, {
    env: { HOME: folder, XDG_RUNTIME_DIR: folder, LANG: 'C.UTF-8' },
  })
  const { found: url, readLastLines } = await waitForLine(
    child,
    join(folder, 'firefox.log'),
    (line) => /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1],
  )
  if (!url) throw new Error(`Firefox failed to start. Its last log lines:\n${readLastLines()}`)
  const connection = await connect(`${url}/session`)
  const { capabilities } = await connection.send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  })
  return {
    version: `Firefox ${capabilities.browserVersion}`,
    openTab: () => openTab(connection.send),
    close: async () => {
      connection.close()
      await stopChild(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
