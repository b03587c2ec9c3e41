import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { expect } from '@playwright/test'
import { findFreePort } from '../support/ports.ts'
import { test } from '../support/test.ts'

const START = resolve(import.meta.dirname, '../../../scripts/start.mjs')

/** Runs `npm start` with an empty state folder, and returns the process and its output until it is ready. */
async function startWithEmptyState(stateDir: string) {
  const settings = { STATE_DIR: stateDir, PORT: await findFreePort(), DEMO: '', SMTP_URL: '', PUBLIC_URL: '' }
  const program = spawn(process.execPath, [START], { env: { ...process.env, ...settings } })
  const lines: string[] = []
  for await (const line of createInterface(program.stdout)) {
    lines.push(line)
    if (line.includes('Ctrl-C')) break
  }
  return { program, lines }
}

test('the first start prints a login that opens chats with demo members', async ({ page }) => {
  const stateDir = await mkdtemp(join(tmpdir(), 'salong-start-'))
  const { program, lines } = await startWithEmptyState(stateDir)
  try {
    const readValue = (pattern: RegExp) =>
      lines.map((line) => pattern.exec(line)?.[1]).find(Boolean) ?? lines.join('\n')
    const [email, password] = readValue(/Log in as \S+ +(.+)/).split(/ +/)
    await page.goto(readValue(/Open +(\S+)/))
    await page.getByLabel('E-post', { exact: true }).fill(email ?? '')
    await page.getByLabel('Lösenord', { exact: true }).fill(password ?? '')
    await page.getByRole('button', { name: 'Logga in' }).click()
    await expect(page.getByRole('link', { name: /oläst/ }).first()).toBeVisible()
  } finally {
    program.kill()
    if (program.exitCode === null) await once(program, 'exit')
    await rm(stateDir, { recursive: true, force: true })
  }
})
