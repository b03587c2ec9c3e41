import { expect, test } from 'vitest'
import { useToasts } from '../lib/feedback/toasts.ts'
import { startSession } from '../lib/http/session.ts'
import { mira, onPost, respondEmpty } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { respondToNextMember } from '../testing-next-member.ts'
import { declineInvite, ignoreName, withdraw } from './chat-actions.ts'
import { FakeChats } from './fakes/fake-chats.ts'
import { createEmptyChats } from './state.ts'
import { onInviteNew, useChats } from './store.ts'

setUpFreshDevice()

const fake = new FakeChats()
const chatId = fake.invite('Linn', 'Hej')
const chat = fake.list('invites', { limit: 1 })[0]!

test.each([
  ['ignored', () => ignoreName('Linn', chatId)],
  ['declined', () => declineInvite(chatId, 'Linn')],
  ['withdrawn', () => withdraw(chat)],
])('an invite that is %s while its member logs out changes and shows nothing for the next one', async (_, act) => {
  startSession(mira)
  useChats.setState(createEmptyChats(), true)
  for (const path of ['ignore', 'chats/:id/decline', 'chats/:id/delete'])
    onPost(path, respondToNextMember(respondEmpty))
  onInviteNew({ type: 'invite:new', chat })
  const before = useChats.getState().known
  expect(await act()).toBe(false)
  expect(useToasts.getState().queue).toEqual([])
  expect(useChats.getState().known).toBe(before)
})
