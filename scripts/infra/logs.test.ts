import { expect, onTestFinished, test, vi } from 'vitest'
import { spawnChild } from '../child-process.mjs'
import { createFolder } from '../test-infra/create-folder.ts'
import { waitForLine } from './logs.mjs'

test('a log that cannot be written is reported once, and the child continues', async () => {
  const report = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => report.mockRestore())
  // Opening a folder as a file fails, as writing to a full disk does.
  const folder = createFolder()
  const child = spawnChild('printer', process.execPath, ['-e', 'console.log("one\\ntwo")'])
  const { found, readLastLines } = await waitForLine(child, folder, (line) => (line === 'two' ? line : undefined))
  expect([found, readLastLines()]).toEqual(['two', 'one\ntwo'])
  await vi.waitFor(() => expect(report.mock.calls).toEqual([[expect.stringContaining(`${folder} is incomplete`)]]))
})
