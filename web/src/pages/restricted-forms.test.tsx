import { DAY_MS } from '@app/contract/limits'
import { MemberResponse } from '@app/contract/members/members'
import { NewsComment } from '@app/contract/news'
import { PrivateGrant } from '@app/contract/photos'
import { screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AdForm } from '../ads/AdForm.tsx'
import { EventForm } from '../events/EventForm.tsx'
import { emptyValues } from '../events/form-values.ts'
import { aGroup } from '../groups/fake-groups.ts'
import { InviteForm } from '../groups/invites/InviteDialog.tsx'
import { GroupForm } from '../groups/pane/GroupForm.tsx'
import { refreshSession, startSession } from '../lib/http/session.ts'
import { setLanguage } from '../lib/text/language.ts'
import { someNews } from '../news/fake-news.ts'
import { NewsComments } from '../news/NewsComments.tsx'
import { OwnPhotos } from '../photos/OwnPhotos.tsx'
import { mira, onGet, renderInApp, respondWith } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { ownResponse } from '../testing-members.ts'

setUpFreshDevice()

const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString()

const noop = () => undefined
const me = { name: 'Mira', shape: 'person', photoUrl: null } as const
const FORMS = {
  ad: <AdForm />,
  event: <EventForm initial={emptyValues(null)} groups={[]} backUrl="/events" />,
  group: <GroupForm onClose={noop} />,
  comment: <NewsComments item={someNews()} author={me} />,
  photos: <OwnPhotos />,
  invite: <InviteForm group={aGroup()} userName="Linn" onDone={noop} />,
} satisfies Record<string, ReactElement>

beforeEach(() => {
  startSession(mira)
  onGet('news/:id/comments', respondWith(z.array(NewsComment), []))
  onGet('photos/private', respondWith(z.array(PrivateGrant), []))
  onGet('members/username/Mira', respondWith(MemberResponse, { ...ownResponse(), photos: [] }))
})

test.each([
  { form: 'ad', scope: 'POST', prevented: /Till dess kan du läsa här, men inte skriva\./ },
  { form: 'event', scope: 'POST', prevented: /Till dess kan du läsa här, men inte skriva\./ },
  { form: 'group', scope: 'POST', prevented: /Till dess kan du läsa här, men inte skriva\./ },
  { form: 'comment', scope: 'POST', prevented: /Till dess kan du läsa här, men inte skriva\./ },
  { form: 'photos', scope: 'UPLOAD', prevented: /Till dess kan du inte ladda upp foton\./ },
  { form: 'invite', scope: 'CONTACT', prevented: /Till dess kan du inte bjuda in någon\./ },
] as const)(
  'a member with a restriction of the scope $scope learns of it before they fill in the form: $form',
  {
    tags: 'decisions.page-restricted',
  },
  async ({ form, scope, prevented }) => {
    refreshSession({ ...mira, restrictions: { [scope]: inDays(7) } })
    renderInApp(FORMS[form])
    expect((await screen.findByText(prevented)).closest('[role=note]')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Läs beslutet' }).getAttribute('href')).toBe('/safety?tab=decisions')
  },
)

test('a form shows no restriction that has ended, or that prevents something else', async () => {
  refreshSession({ ...mira, restrictions: { POST: inDays(-1), UPLOAD: inDays(7) } })
  renderInApp(FORMS.ad)
  expect(await screen.findByRole('textbox', { name: 'Rubrik' })).toBeTruthy()
  expect(screen.queryByRole('note')).toBeNull()
})

test('the note is in English for English members', async () => {
  setLanguage('ENGLISH')
  refreshSession({ ...mira, restrictions: { UPLOAD: inDays(7) } })
  renderInApp(FORMS.photos)
  expect(await screen.findByText(/Until then you can't upload photos\./)).toBeTruthy()
})
