import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Creates an empty folder, which is deleted after the test. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'salong-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}
