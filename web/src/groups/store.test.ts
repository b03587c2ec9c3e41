import { Group } from '@app/contract/groups'
import { expect, test } from 'vitest'
import { endSession, startSession } from '../lib/http/session.ts'
import { mira, onPost, respondEmpty, respondWith } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { nora } from '../testing-next-member.ts'
import { aGroup } from './fake-groups.ts'
import { acceptInvite, joinGroup, leaveGroup, useGroups } from './store.ts'

setUpFreshDevice()

test.each([
  ['join', joinGroup],
  ['accept', acceptInvite],
] as const)(
  'the response to a request to %s a group does not reach the session of another member',
  async (path, send) => {
    startSession(mira)
    onPost(`groups/3/${path}`, () => {
      endSession('loggedOut')
      startSession({ ...mira, sessionId: 'bo.session.token' })
      return respondWith(Group, aGroup({ groupId: '3' }))()
    })
    await send('3')
    expect(useGroups.getState()).toMatchObject({ groups: new Map(), welcomes: new Map() })
  },
)

test('a group that the previous member leaves stays in the list of the next one', async () => {
  startSession(mira)
  onPost('groups/3/leave', () => {
    startSession(nora)
    useGroups.setState({ groups: new Map([['3', aGroup()]]) })
    return respondEmpty()
  })
  await leaveGroup('3')
  expect(useGroups.getState().groups.has('3')).toBe(true)
})
