import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type ManagedChild, run, spawnChild, stopChild } from '../../child-process.mjs'
import { type EnginePrograms, findWebKit } from '../../infra/engine-programs.mjs'
import { writeLog } from '../../infra/logs.mjs'
import { findFreePort } from '../../infra/ports.mjs'
import { type Driver, type ElementReference, type Engine, keySource, PHONE_SIZE, pointerSource } from './protocol.ts'

const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf'
const START_ATTEMPTS_MAX = 100
/** The style of MiniBrowser's toolbars, which would otherwise keep its window wider than a phone. */
const NARROW_BARS = '* { margin: 0; padding: 0; min-width: 0; font-size: 1px }'
/** Larger than a phone, since MiniBrowser's toolbars enlarge the window. */
const SCREEN = '1600x1600x24'

type Display = { server: ManagedChild; env: Record<string, string> }

async function send(url: string, method: 'GET' | 'POST' | 'DELETE', body?: unknown): Promise<unknown> {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`WebKit: ${error}: ${message}`)
}

async function startDriver({ launcher, programs }: EnginePrograms, env: Record<string, string>, log: string) {
  const port = await findFreePort()
  const [command = '', ...args] = [...launcher, programs.driver ?? '', `--port=${port}`]
  const child = spawnChild('WebKitWebDriver', command, args, { env })
  const readLastLines = writeLog(child, log)
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < START_ATTEMPTS_MAX; attempt++) {
    const isReady = await send(`${url}/status`, 'GET').then(
      () => true,
      () => false,
    )
    if (isReady) return { child, url }
    await setTimeout(100)
  }
  throw new Error(`WebKitWebDriver failed to start. Its last log lines:\n${readLastLines()}`)
}

/** Resizes the window until the page has the size of a phone. */
async function resizeToPhone(session: string, evaluate: Driver['evaluate']): Promise<void> {
  await send(`${session}/window/rect`, 'POST', { x: 0, y: 0, ...PHONE_SIZE })
  const readSize = () => evaluate('return { width: innerWidth, height: innerHeight }') as Promise<typeof PHONE_SIZE>
  for (let attempt = 0; attempt < START_ATTEMPTS_MAX; attempt++) {
    const { width, height } = await readSize()
    if (width === PHONE_SIZE.width && height === PHONE_SIZE.height) return
    const rect = (await send(`${session}/window/rect`, 'GET')) as typeof PHONE_SIZE
    await send(`${session}/window/rect`, 'POST', {
      x: 0,
      y: 0,
      width: rect.width + PHONE_SIZE.width - width,
      height: rect.height + PHONE_SIZE.height - height,
    })
    await setTimeout(100)
  }
  throw new Error(`WebKit: the page cannot be made ${PHONE_SIZE.width} px wide: ${JSON.stringify(await readSize())}`)
}

/** Starts a driver and a browser for the tab, since WebKitWebDriver has one session at a time. */
async function openTab(programs: EnginePrograms, { env }: Display, folder: string): Promise<Driver> {
  const home = mkdtempSync(join(folder, 'home-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), NARROW_BARS)
  const homeEnv = {
    HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: home,
    XDG_RUNTIME_DIR: home,
  }
  const { child, url } = await startDriver(programs, { ...env, ...homeEnv }, join(home, 'driver.log'))
  const options = { binary: programs.programs.browser, args: ['--automation'] }
  const { sessionId } = (await send(`${url}/session`, 'POST', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
  })) as { sessionId: string }
  const session = `${url}/session/${sessionId}`
  const call = (body: string, input: unknown) =>
    send(`${session}/execute/async`, 'POST', {
      script: `const [input, done] = arguments
        Promise.resolve((async () => { ${body} })()).then((value) => done({ value }), (error) => done({ error: String(error) }))`,
      args: [input ?? null],
    }) as Promise<{ value?: unknown; error?: string }>
  const evaluate = async (body: string, input?: unknown) => {
    const { value, error } = await call(body, input)
    if (error !== undefined) throw new Error(`WebKit: ${error}`)
    return value
  }
  await resizeToPhone(session, evaluate)
  const perform = (source: object) => send(`${session}/actions`, 'POST', { actions: [source] })
  return {
    evaluate,
    navigate: async (target) => void (await send(`${session}/url`, 'POST', { url: target })),
    findElement: async (body, input) => {
      const element = (await evaluate(body, input)) as Record<string, string> | null
      return element ? { reference: element[ELEMENT_KEY] } : undefined
    },
    movePointer: async (actions) => void (await perform(pointerSource(actions))),
    pressKeys: async (actions) => void (await perform(keySource(actions))),
    setFiles: async ({ reference }: ElementReference, paths) =>
      void (await send(`${session}/element/${reference}/value`, 'POST', { text: paths.join('\n') })),
    takeScreenshot: () => send(`${session}/screenshot`, 'GET') as Promise<string>,
    close: async () => {
      await send(session, 'DELETE').catch(() => {})
      await stopChild(child)
    },
  }
}

/** Starts an X server on a free display, for the windows of all tabs. */
async function startDisplay({ launcher, programs }: EnginePrograms): Promise<Display> {
  const [command = '', ...args] = [...launcher, programs.server ?? '', '-displayfd', '1', '-screen', '0', SCREEN]
  const server = spawnChild('Xvfb', command, [...args, '-nolisten', 'tcp'])
  const display = await new Promise<string>((resolve, reject) => {
    server.stdout?.once('data', (data) => resolve(String(data).trim()))
    server.once('close', () => reject(new Error('Xvfb failed to start.')))
  })
  const software = { LIBGL_ALWAYS_SOFTWARE: '1', GSETTINGS_BACKEND: 'memory', NO_AT_BRIDGE: '1', GDK_BACKEND: 'x11' }
  return { server, env: { DISPLAY: `:${display}`, LANG: 'sv_SE.UTF-8', ...software } }
}

export async function startWebKit(): Promise<Engine> {
  const programs = await findWebKit()
  const folder = mkdtempSync(join(tmpdir(), 'salong-webkit-'))
  const display = await startDisplay(programs)
  const [command = '', ...args] = [...programs.launcher, programs.programs.browser ?? '', '--version']
  const { out } = await run('MiniBrowser', command, args, { env: display.env })
  return {
    version: out.trim(),
    openTab: () => openTab(programs, display, folder),
    close: async () => {
      await stopChild(display.server)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
