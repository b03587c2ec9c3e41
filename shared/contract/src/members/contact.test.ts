import { expect, test } from 'vitest'
import { ContactRule } from './contact.ts'

test('a contact rule contains each need at most once', { tags: 'contract.contact' }, () => {
  const accepts = (needs: string[]) => ContactRule.safeParse({ needs, others: 'REFUSE' }).success
  expect([accepts([]), accepts(['SEARCH', 'PHOTO', 'VERIFIED'])]).toEqual([true, true])
  expect([accepts(['PHOTO', 'PHOTO']), accepts(['OLD'])]).toEqual([false, false])
})
