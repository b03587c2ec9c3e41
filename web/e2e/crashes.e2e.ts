import { expect } from '@playwright/test'
import { aChatWithMembers, bubble, expectDelivery, sendText } from './support/chatting.ts'
import { openAs } from './support/members.ts'
import { killService } from './support/stack.ts'
import { test } from './support/test.ts'

test('both members continue after a hub crash, and no message is lost or duplicated', async ({ browser }) => {
  const { ann, bo, chatId } = await aChatWithMembers()
  const [annPage, boPage] = [
    await openAs(browser, ann, `/chats?id=${chatId}`),
    await openAs(browser, bo, `/chats?id=${chatId}`),
  ]
  await expectDelivery(boPage, ann, chatId)
  await killService('hub')
  for (const n of [1, 2, 3]) await sendText(annPage, `under tiden ${n}`)
  for (const n of [1, 2, 3])
    for (const page of [annPage, boPage])
      await expect(bubble(page, `under tiden ${n}`)).toHaveCount(1, { timeout: 30_000 })
  await expectDelivery(boPage, ann, chatId)
  await expectDelivery(annPage, bo, chatId)
})
