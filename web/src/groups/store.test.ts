import { Group } from '@app/contract/groups'
import { expect, test } from 'vitest'
import { endSession, startSession } from '../lib/http/session.ts'
import { mira, onPost, respondWith } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { aGroup } from './fake-groups.ts'
import { acceptInvite, joinGroup, useGroups } from './store.ts'

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
