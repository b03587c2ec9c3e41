import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFolder } from '../test-infra/create-folder.ts'
import { createCompleteFolder } from './complete-folder.mjs'

test('a folder that two processes create at the same time is that of the first one to complete it', async () => {
  const parent = createFolder()
  const folder = join(parent, 'program')
  const fill = (text: string) => async (stagingFolder: string) => writeFileSync(join(stagingFolder, 'version'), text)
  await createCompleteFolder(folder, async (stagingFolder) => {
    await createCompleteFolder(folder, fill('first'))
    await fill('second')(stagingFolder)
  })
  expect(readFileSync(join(folder, 'version'), 'utf8')).toBe('first')
  expect(readdirSync(parent)).toEqual(['program'])
})

test('a folder that cannot be completed leaves nothing behind', async () => {
  const parent = createFolder()
  const failing = createCompleteFolder(join(parent, 'program'), () => Promise.reject(new Error('the disk is full')))
  await expect(failing).rejects.toThrow('the disk is full')
  expect(readdirSync(parent)).toEqual([])
})
