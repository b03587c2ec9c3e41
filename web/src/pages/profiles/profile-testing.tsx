import { ChatStatus } from '@app/contract/chats'
import { MemberResponse } from '@app/contract/members/members'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { startChats } from '../../chats/start-chats.ts'
import { useToasts } from '../../lib/feedback/toasts.ts'
import { startSession } from '../../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith } from '../../testing.tsx'
import { setUpFreshDevice } from '../../testing-hooks.ts'
import { aPerson, otherResponse } from '../../testing-members.ts'
import { ProfilePage } from './ProfilePage.tsx'

export const ada = {
  userName: 'Ada och Viktor',
  person2: aPerson({ sex: 'MALE', yearOfBirth: 1987, breastSize: null }),
}
export const PROFILE_PATH = '/profile?name=Ada%20och%20Viktor'

export const serveStatus = (status: ChatStatus['status'], chatId: string | null = null) =>
  onGet('chats/status/:name', respondWith(ChatStatus, { status, chatId, relationship: 0 }))

export const serveMember = (member: MemberResponse) =>
  onGet('members/username/:name', respondWith(MemberResponse, member))

export async function open(member: MemberResponse = otherResponse(ada)) {
  serveMember(member)
  const view = renderInApp(<ProfilePage />, PROFILE_PATH)
  await screen.findByRole('heading', { level: 2, name: member.profile.userName })
  return view
}

export const findButton = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
export const readToast = () => useToasts.getState().queue[0]?.text

export const getNote = () => screen.getByLabelText<HTMLTextAreaElement>('Privat anteckning')

/** Sets up each test with a logged-in member who may invite the member of the profile. */
export function setUpProfile(): void {
  setUpFreshDevice()
  let stop: () => void = () => undefined
  beforeAll(async () => {
    await Promise.all([import('../../ui/overlays/DialogBody.tsx'), import('../../ui/overlays/MenuPopover.tsx')])
  }, 60_000)
  beforeEach(() => {
    startSession(mira)
    stop = startChats()
    onPost('profiles/visits/:name', respondEmpty)
    serveStatus('MAY_INVITE')
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
    stop()
  })
}
