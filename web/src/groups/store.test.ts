import { Group, GroupCount, GroupInvite } from '@app/contract/groups'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endSession, startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, respondEmpty, respondWith } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { nora } from '../testing-next-member.ts'
import { aGroup, anInvite } from './fake-groups.ts'
import {
  acceptInvite,
  declineInvite,
  joinGroup,
  leaveGroup,
  loadGroups,
  loadInvites,
  onGroupInvite,
  useGroups,
} from './store.ts'

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

const groupsResponse = (ids: string[]) =>
  respondWith(
    z.array(Group),
    ids.map((groupId) => aGroup({ groupId })),
  )
const invitesResponse = (ids: string[]) =>
  respondWith(
    z.array(GroupInvite),
    ids.map((groupId) => anInvite({ groupId })),
  )

test('an invite that arrives during the first load is shown, even if the response is from before it', async () => {
  startSession(mira)
  const response = createDeferred()
  const requests = onGet('groups/invites', () => response.promise.then(invitesResponse([])))
  const firstLoad = loadInvites()
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  onGet('groups/invites', invitesResponse(['3']))
  onGroupInvite({ type: 'group:invite', groupId: '3', invite: anInvite({ groupId: '3' }) })
  response.resolve()
  await firstLoad
  await vi.waitFor(() => expect(useGroups.getState().invites.data?.map(({ group }) => group.groupId)).toEqual(['3']))
})

test.each([
  [
    'an invite declined',
    {
      path: 'groups/invites',
      toResponse: invitesResponse,
      load: loadInvites,
      remove: () => declineInvite('3'),
      list: () => useGroups.getState().invites.data?.map(({ group }) => group.groupId),
    },
  ],
  [
    'a group left',
    {
      path: 'groups',
      toResponse: groupsResponse,
      load: () => loadGroups('mine'),
      remove: () => leaveGroup('3'),
      list: () => useGroups.getState().lists.mine.data?.ids,
    },
  ],
] as const)(
  '%s during a reload of the list does not return with its response',
  async (_, { path, toResponse, load, remove, list }) => {
    startSession(mira)
    onPost('groups/3/decline', respondEmpty)
    onPost('groups/3/leave', respondEmpty)
    onGet('groups/open', groupsResponse([]))
    onGet('groups/near', groupsResponse([]))
    onGet('groups/count', respondWith(GroupCount, { groups: 0, messages: 0, invites: 0 }))
    onGet(path, toResponse(['3', '4']))
    await load()
    const response = createDeferred()
    const reloads = onGet(path, () => response.promise.then(toResponse(['3', '4'])))
    const reload = load()
    await vi.waitFor(() => expect(reloads).toHaveLength(1))
    onGet(path, toResponse(['4']))
    await remove()
    response.resolve()
    await reload
    expect(list()).toEqual(['4'])
  },
)
