import type { MemberResponse } from '@app/contract/members/members'
import { type VerificationRelationship, VerificationsResponse } from '@app/contract/members/verifications'
import { TEAM_NAME } from '@app/contract/text/names'
import { act, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { endSession, startSession } from '../lib/http/session.ts'
import { setHubConnection } from '../lib/realtime/hub-connection.ts'
import { mira, onGet, onPost, renderInApp, respondEmpty, respondWith, respondWithError } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { otherResponse } from '../testing-members.ts'
import { waitForEarlierResponses } from '../testing-next-member.ts'
import { aPhoto } from '../testing-pictures.ts'
import { MemberVerification } from './MemberVerification.tsx'
import { OwnVerification } from './OwnVerification.tsx'
import { onVerificationChanged, performAction } from './store.ts'
import { VerificationsLoader } from './VerificationsLoader.tsx'
import { VerifyHint, VerifyLink } from './VerifyLink.tsx'

setUpFreshDevice()
beforeAll(() => import('../ui/overlays/DialogBody.tsx'), 60_000)
beforeEach(() => startSession(mira))

const now = new Date().toISOString()
const OWN_VERIFICATIONS: VerificationsResponse = {
  userName: 'Mira',
  verified: false,
  verifications: [
    {
      verifiedBy: 'Siv och Per',
      couple: true,
      profilePhotoUrl: null,
      verifierVerifications: 4,
      verificationTime: now,
    },
    { verifiedBy: 'Tor', couple: false, profilePhotoUrl: null, verifierVerifications: 0, verificationTime: now },
  ],
  requests: [{ userName: 'Bo', couple: false, profilePhotoUrl: null, askedAt: now }],
  asked: [{ userName: 'Ida', couple: false, profilePhotoUrl: null, askedAt: now }],
  between: null,
}
const NO_RELATIONSHIP: VerificationRelationship = {
  mayVerify: true,
  iAsked: false,
  askAgainAt: null,
  theyAsked: false,
  iConfirmed: false,
  theyConfirmed: false,
  confirmedPhotoIds: [],
}

const photos = [aPhoto('a', 'PUBLIC', 0), aPhoto('b', 'PUBLIC', 1)] as const
const BO: MemberResponse = { ...otherResponse({ userName: 'Bo' }), photos: [...photos] }

const serveMember = (response: VerificationsResponse) =>
  onGet('verifications/:name', respondWith(VerificationsResponse, response))
const serveBetween = (between: Partial<VerificationRelationship>) =>
  serveMember({
    ...OWN_VERIFICATIONS,
    userName: 'Bo',
    requests: [],
    asked: [],
    between: { ...NO_RELATIONSHIP, ...between },
  })
const recordActions = () => onPost('verifications/verify', respondEmpty)
const bodiesOf = (requests: ReturnType<typeof recordActions>) => requests.map(({ body }) => body)
const getButton = (name: string) => screen.getByRole('button', { name })
const findSection = async (name: string) => within(await screen.findByRole('region', { name }))

test("a member's own page shows badge progress, received and sent requests, and verifications", async () => {
  const requests = serveMember(OWN_VERIFICATIONS)
  renderInApp(<OwnVerification />)
  const badge = await findSection('Märket')
  expect(badge.getByText('Inte verifierad profil')).toBeTruthy()
  expect(badge.getByText('2 av 3')).toBeTruthy()
  expect(badge.getByText(/^En profil får märket när tre medlemmar, eller någon i teamet,/)).toBeTruthy()
  expect(
    (await findSection('Ber dig om verifiering')).getByRole('link', {
      name: /^Bo.*Ber om verifiering/,
    }),
  ).toBeTruthy()
  expect(
    (await findSection('Du har bett om verifiering')).getByRole('link', { name: /^Ida.*Väntar på svar/ }),
  ).toBeTruthy()
  const list = await findSection('Verifierad av')
  expect(list.getByRole('link', { name: /Siv och Per.*Själv verifierad av 4 medlemmar/ })).toBeTruthy()
  expect(list.getByRole('link', { name: /Tor.*Själv inte verifierad/ })).toBeTruthy()
  expect(requests.map(({ path }) => path)).toEqual(['verifications/Mira'])
})

test('a verification by the team has no profile link', async () => {
  const [siv] = OWN_VERIFICATIONS.verifications
  serveMember({ ...OWN_VERIFICATIONS, verifications: siv ? [{ ...siv, verifiedBy: TEAM_NAME }] : [] })
  renderInApp(<OwnVerification />)
  const list = await findSection('Verifierad av')
  expect(list.getByText('Teamet')).toBeTruthy()
  expect(list.queryByRole('link')).toBeNull()
})

test.each([
  ['Bekräfta Bo', { userName: 'Bo', action: 'CONFIRM' }, 'Du har verifierat Bo.'],
  [
    'Tacka nej till förfrågan från Bo',
    { userName: 'Bo', action: 'REJECT' },
    'Du har tackat nej till förfrågan från Bo.',
  ],
  [
    'Ta tillbaka förfrågan till Ida',
    { userName: 'Ida', action: 'WITHDRAW' },
    'Du har tagit tillbaka förfrågan till Ida.',
  ],
])('%s is sent, and the page shows the result', { tags: 'verifications.page-send' }, async (name, body, text) => {
  serveMember(OWN_VERIFICATIONS)
  const requests = recordActions()
  const { user } = renderInApp(<OwnVerification />)
  await screen.findByRole('button', { name })
  serveMember({ ...OWN_VERIFICATIONS, requests: [], asked: [] })
  await user.click(getButton(name))
  expect(await screen.findByText(text)).toBeTruthy()
  await vi.waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
  expect(bodiesOf(requests)).toEqual([body])
})

test('a rejected action shows the reason, and the page shows the state of the server', async () => {
  serveMember(OWN_VERIFICATIONS)
  onPost('verifications/verify', respondWithError(409, 'CONFLICT', 'Det är redan gjort.'))
  const { user } = renderInApp(<OwnVerification />)
  await screen.findByRole('button', { name: 'Bekräfta Bo' })
  serveMember({ ...OWN_VERIFICATIONS, requests: [] })
  await user.click(getButton('Bekräfta Bo'))
  expect(await screen.findByText('Det är redan gjort.')).toBeTruthy()
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Bekräfta Bo' })).toBeNull())
})

test('the result of an action that arrives after a logout is not shown to the next member on the device', async () => {
  serveMember(OWN_VERIFICATIONS)
  const response = createDeferred()
  const requests = onPost('verifications/verify', () => response.promise.then(respondEmpty))
  renderInApp(<OwnVerification />)
  const action = performAction({ name: 'Bo', action: 'CONFIRM', done: 'Du har verifierat Bo.' })
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  act(() => {
    endSession('loggedOut')
    startSession({ ...mira, userName: 'Saga', sessionId: 'saga.session.token' })
  })
  response.resolve()
  await act(() => action)
  expect(screen.queryByText('Du har verifierat Bo.')).toBeNull()
})

test('without a chat, the buttons to verify and to request verification are disabled, and the reason is shown', async () => {
  serveBetween({ mayVerify: false })
  renderInApp(<MemberVerification member={BO} />)
  expect(await screen.findByText('Verifiering kräver en pågående chatt.')).toBeTruthy()
  expect(getButton('Verifiera Bo').hasAttribute('disabled')).toBe(true)
  expect(getButton('Be Bo verifiera dig').hasAttribute('disabled')).toBe(true)
})

test('a member whose request was rejected sees when they can ask again', async () => {
  serveBetween({ askAgainAt: '2031-05-06T10:00:00.000Z' })
  renderInApp(<MemberVerification member={BO} />)
  expect(await screen.findByText(/Du kan be Bo igen från den 6 maj 2031/)).toBeTruthy()
  expect(getButton('Be Bo verifiera dig').hasAttribute('disabled')).toBe(true)
})

test('a confirmation includes the chosen photos, which cannot be chosen again', async () => {
  serveBetween({})
  const requests = recordActions()
  const { user } = renderInApp(<MemberVerification member={BO} />)
  await user.click(await screen.findByRole('button', { name: 'Verifiera Bo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Verifiera Bo' }))
  await user.click(dialog.getByRole('button', { name: 'Foto 2 av 2' }))
  serveBetween({ iConfirmed: true, confirmedPhotoIds: [photos[1].id] })
  await user.click(dialog.getByRole('button', { name: 'Bekräfta' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodiesOf(requests)).toEqual([{ userName: 'Bo', action: 'CONFIRM', photoIds: [photos[1].id] }])
  await user.click(await screen.findByRole('button', { name: 'Bekräfta fler foton' }))
  const reopened = within(await screen.findByRole('dialog'))
  expect(reopened.getByRole('button', { name: 'Foto 2 av 2, redan bekräftat' }).hasAttribute('disabled')).toBe(true)
  expect(reopened.getByRole('button', { name: 'Foto 1 av 2', pressed: false })).toBeTruthy()
})

test('a request is sent and withdrawn', async () => {
  serveBetween({})
  const requests = recordActions()
  const { user } = renderInApp(<MemberVerification member={BO} />)
  await screen.findByRole('button', { name: 'Be Bo verifiera dig' })
  serveBetween({ iAsked: true })
  await user.click(getButton('Be Bo verifiera dig'))
  await user.click(await screen.findByRole('button', { name: 'Ta tillbaka förfrågan' }))
  await vi.waitFor(() =>
    expect(bodiesOf(requests)).toEqual([
      { userName: 'Bo', action: 'ASK' },
      { userName: 'Bo', action: 'WITHDRAW' },
    ]),
  )
})

test.each([
  { verb: 'Tacka nej', before: { theyAsked: true } },
  { verb: 'Ta tillbaka verifieringen', before: { iConfirmed: true } },
])(
  'the button "$verb" keeps the focus while its action runs, and passes it to the heading when it is gone',
  async ({ verb, before }) => {
    serveBetween(before)
    const response = createDeferred()
    onPost('verifications/verify', () => response.promise.then(respondEmpty))
    const { user } = renderInApp(
      <>
        <h1 tabIndex={-1}>Bo</h1>
        <MemberVerification member={BO} />
      </>,
    )
    const pressed = await screen.findByRole('button', { name: verb })
    await user.click(pressed)
    await vi.waitFor(() => expect(pressed.getAttribute('aria-disabled')).toBe('true'))
    expect(document.activeElement).toBe(pressed)
    serveBetween({})
    response.resolve()
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
  },
)

test('while a request is pending, the verification cannot be withdrawn', async () => {
  serveBetween({ iConfirmed: true, iAsked: true })
  renderInApp(<MemberVerification member={BO} />)
  expect(await screen.findByText(/Ta först tillbaka din förfrågan/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ta tillbaka verifieringen' })).toBeNull()
})

test('a push about the other member updates the page, and a push about an unknown member requests nothing', async () => {
  const firstRequests = serveBetween({})
  renderInApp(<MemberVerification member={BO} />)
  await screen.findByRole('button', { name: 'Be Bo verifiera dig' })
  expect(firstRequests).toHaveLength(1)
  const requests = serveBetween({ theyConfirmed: true, theyAsked: true })
  act(() => onVerificationChanged({ userName: 'Bo' }))
  expect(await screen.findByText('Bo har verifierat dig.')).toBeTruthy()
  expect(screen.getByText('Bo ber dig om verifiering.')).toBeTruthy()
  act(() => onVerificationChanged({ userName: 'Okänd' }))
  await waitForEarlierResponses()
  expect(requests.map(({ path }) => path)).toEqual(['verifications/Bo'])
})

test('the shown verifications are loaded again when the hub connects, because pushes before that are lost', async () => {
  onTestFinished(() => setHubConnection(null))
  serveBetween({})
  renderInApp(<MemberVerification member={BO} />)
  await screen.findByRole('button', { name: 'Be Bo verifiera dig' })
  const requests = serveBetween({ theyAsked: true })
  act(() => setHubConnection(() => undefined))
  expect(await screen.findByText('Bo ber dig om verifiering.')).toBeTruthy()
  act(() => setHubConnection(null))
  await waitForEarlierResponses()
  expect(requests.map(({ path }) => path)).toEqual(['verifications/Bo'])
})

test('the page shows whether loading has started', { tags: 'verifications.page-loading' }, () => {
  onGet('verifications/:name', () => new Promise(() => undefined))
  expect(renderToString(<VerificationsLoader name="Bo">{() => null}</VerificationsLoader>)).toContain(
    'Verifikationer har inte laddats.',
  )
  renderInApp(<OwnVerification />)
  expect(screen.getByText('Laddar verifieringar.')).toBeTruthy()
})

test('a failed load shows its reason, and a button retries', { tags: 'verifications.page-error' }, async () => {
  onGet('verifications/:name', respondWithError(429, 'TOO_MANY_REQUESTS', 'Det gick lite fort.'))
  const { user } = renderInApp(<OwnVerification />)
  expect(await screen.findByRole('heading', { name: 'Kunde inte ladda verifikationer.' })).toBeTruthy()
  expect(screen.getByText(/Det gick lite fort/)).toBeTruthy()
  serveMember(OWN_VERIFICATIONS)
  await user.click(getButton('Försök igen'))
  expect(await screen.findByText('2 av 3')).toBeTruthy()
})

test('the link to the verification requires a chat', { tags: 'verifications.page-chat-required' }, () => {
  renderInApp(
    <>
      <VerifyLink name="Bo & co" chatting={false} />
      <VerifyHint />
    </>,
  )
  expect(getButton('Verifiera').hasAttribute('disabled')).toBe(true)
  expect(screen.getByText('Verifiering kräver en pågående chatt.')).toBeTruthy()
  renderInApp(<VerifyLink name="Bo & co" chatting />)
  expect(screen.getByRole('link', { name: 'Verifiera' }).getAttribute('href')).toBe(
    '/profile?name=Bo%20%26%20co&tab=verification#parts',
  )
})
