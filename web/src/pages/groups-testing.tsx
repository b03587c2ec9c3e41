import { Event } from '@app/contract/events'
import { Group, GroupCount, GroupInvite, GroupResponse } from '@app/contract/groups'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import * as z from 'zod/mini'
import { setTabState, stubObservers } from '../conversation/fake-browser.ts'
import { aGroup } from '../groups/fake-groups.ts'
import { startSession } from '../lib/http/session.ts'
import { mira, onGet, renderInApp, respondWith } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { GroupsPage } from './GroupsPage.tsx'

export const groupsResponse = (list: Group[]) => respondWith(z.array(Group), list)
export const invitesResponse = (list: GroupInvite[]) => respondWith(z.array(GroupInvite), list)
export const dinners = aGroup({ newMessages: 4 })
export const walkers = aGroup({ groupId: '4', groupName: 'Nattvandrare', role: 'NONE', isOpen: true, memberCount: 58 })

export const serveMessages = (group: Group) =>
  onGet(`groups/${group.groupId}/messages`, respondWith(GroupResponse, { group, messages: [] }))
export const serveGroup = (group: Group) => {
  if (group.role !== 'NONE') onGet('groups', groupsResponse([group]))
  onGet(`groups/${group.groupId}/open`, respondWith(Group, group))
  serveMessages(group)
}

export const open = (path = '/groups') => renderInApp(<GroupsPage />, path)
export const chooseFromGroupMenu = async (user: ReturnType<typeof open>['user'], action: string) => {
  await user.click(await screen.findByRole('button', { name: 'Fler val för gruppen' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
export const findConfirmation = async () => within(await screen.findByRole('alertdialog'))

/** Sets up each test with a logged-in member, who belongs to one group and can join another one. */
export function setUpGroups(): void {
  setUpFreshDevice()
  beforeAll(async () => {
    await Promise.all([import('../ui/overlays/DialogBody.tsx'), import('../ui/overlays/MenuPopover.tsx')])
  }, 60_000)
  beforeEach(() => {
    stubObservers()
    setTabState({ focused: true, visible: true })
    startSession(mira)
    onGet('groups', groupsResponse([dinners]))
    onGet('groups/can-join', groupsResponse([walkers]))
    onGet('groups/can-join?near', groupsResponse([]))
    onGet('groups/invites', invitesResponse([]))
    onGet('groups/count', respondWith(GroupCount, { groups: 1, messages: 4, invites: 0 }))
    onGet('events', respondWith(z.array(Event), []))
    serveGroup(dinners)
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
  })
}
