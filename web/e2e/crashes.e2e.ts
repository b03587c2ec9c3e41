import { expect } from '@playwright/test'
import { bubble, expectDelivery, sendText, twoInAChat } from './support/chatting.ts'
import { openAs } from './support/members.ts'
import { killService } from './support/stack.ts'
import { test } from './support/test.ts'

test('a hub that crashes is missed by nobody: both sides go on, and nothing is lost or doubled', async ({
  browser,
}) => {
  const { ann, bo, chatId } = await twoInAChat()
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
