import { gzipSync } from 'node:zlib'
import { chromium, type Page } from 'playwright'
import { findChromium } from '../../infra/chromium.mjs'
import { PASSWORD, type ProofMember } from '../common/members.ts'
import type { Measurement } from './measurements.ts'

const LOGIN_MAX_KB = 112
const MEMBER_MAX_KB = 182

/** Measures the kilobytes of compressed scripts that a browser loads for the login page and for a member's chats. */
export async function measureWebSizes(url: string, member: ProofMember | undefined): Promise<Measurement[]> {
  const browser = await chromium.launch({ executablePath: await findChromium() })
  try {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    const login = await measureScripts(page, () => page.goto(url))
    await page.locator('input[type=email]').fill(member?.email ?? '')
    await page.locator('input[type=password]').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/chats**')
    const chats = await measureScripts(page, () => page.reload())
    return [
      { label: 'login page, scripts gzipped', unit: 'kB', product: login, atMost: LOGIN_MAX_KB },
      { label: 'chats of a member, scripts gzipped', unit: 'kB', product: chats, atMost: MEMBER_MAX_KB },
    ]
  } finally {
    await browser.close()
  }
}

async function measureScripts(page: Page, visit: () => Promise<unknown>): Promise<number> {
  const scripts = new Set<string>()
  page.on('request', (request) => request.resourceType() === 'script' && scripts.add(request.url()))
  await visit()
  await page.waitForLoadState('networkidle')
  page.removeAllListeners('request')
  const sizes = await Promise.all([...scripts].map(measureCompressedSize))
  return sizes.reduce((sum, size) => sum + size, 0) / 1_000
}

async function measureCompressedSize(url: string): Promise<number> {
  const response = await fetch(url)
  return gzipSync(Buffer.from(await response.arrayBuffer())).length
}
