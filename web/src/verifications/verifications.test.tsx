import type { MemberResponse } from '@app/contract/members/members'
import { type VerificationRelationship, VerificationsResponse } from '@app/contract/members/verifications'
import { TEAM_NAME } from '@app/contract/text/names'
import { act, screen, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '../lib/http/session.ts'
import { answers, answersNothing, mira, onGet, onPost, refuses, show } from '../testing.tsx'
import { freshDevice } from '../testing-hooks.ts'
import { Loaded } from './Loaded.tsx'
import { OwnVerification } from './OwnVerification.tsx'
import { onVerificationChanged } from './store.ts'
import { VerificationOf } from './VerificationOf.tsx'
import { VerifyHint, VerifyLink } from './VerifyLink.tsx'

freshDevice()
beforeAll(() => import('../ui/overlays/DialogBody.tsx'), 60_000)
beforeEach(() => startSession(mira))

const at = new Date().toISOString()
const OWN: VerificationsResponse = {
  userName: 'Mira',
  verified: false,
  verifications: [
    {
      verifiedBy: 'Siv och Per',
      couple: true,
      profilePhotoUrl: null,
      verifierVerifications: 4,
      verificationTime: at,
    },
    { verifiedBy: 'Tor', couple: false, profilePhotoUrl: null, verifierVerifications: 0, verificationTime: at },
  ],
  requests: [{ userName: 'Bo', couple: false, profilePhotoUrl: null, askedAt: at }],
  asked: [{ userName: 'Ida', couple: false, profilePhotoUrl: null, askedAt: at }],
  between: null,
}
const NOTHING: VerificationRelationship = {
  mayVerify: true,
  iAsked: false,
  askAgainAt: null,
  theyAsked: false,
  iConfirmed: false,
  theyConfirmed: false,
  confirmedPhotoIds: [],
}

const person = {
  sex: 'FEMALE' as const,
  yearOfBirth: 1989,
  height: null,
  weight: null,
  body: 'SECRET' as const,
  eyeColor: 'SECRET' as const,
  orientation: 'BI' as const,
  smoking: 'SECRET' as const,
  drinking: 'SECRET' as const,
  ethnicity: 'SECRET' as const,
  breastSize: null,
  penisSize: null,
  shavedStyle: 'SECRET' as const,
}
const photo = (id: string, ordinal: number) => ({
  id: id.padEnd(22, '0'),
  status: 'READY' as const,
  url: `/media/${id}`,
  smallUrl: `/media/${id}/s`,
  largeUrl: `/media/${id}/l`,
  width: 640,
  height: 640,
  rotation: 0 as const,
  placeholder: null,
  album: 'PUBLIC' as const,
  ordinal,
  verified: false,
})
const BO: MemberResponse = {
  profile: {
    userName: 'Bo',
    registered: at,
    lastActive: null,
    person1: person,
    person2: null,
    description: '',
    profilePhotoUrl: null,
    cities: [],
    lookingFor: [],
    language: 'SWEDISH',
    badges: [],
    verifications: 0,
    profileNotes: null,
  },
  photos: [photo('a', 0), photo('b', 1)],
}

const serveMember = (answer: VerificationsResponse) =>
  onGet('verifications/:name', answers(VerificationsResponse, answer))
const serveBetween = (between: Partial<VerificationRelationship>) =>
  serveMember({ ...OWN, userName: 'Bo', requests: [], asked: [], between: { ...NOTHING, ...between } })
const acts = () => onPost('verifications/verify', answersNothing)
const bodies = (calls: ReturnType<typeof acts>) => calls.map(({ body }) => body)
const button = (name: string) => screen.getByRole('button', { name })
const section = async (name: string) => within(await screen.findByRole('region', { name }))

test('the own page shows badge progress, received and sent requests, and verifications', async () => {
  const calls = serveMember(OWN)
  show(<OwnVerification />)
  const badge = await section('Märket')
  expect(badge.getByText('Inte verifierad profil')).toBeTruthy()
  expect(badge.getByText('2 av 3')).toBeTruthy()
  expect(badge.getByText(/^En profil får märket när tre medlemmar, eller någon i teamet,/)).toBeTruthy()
  expect(
    (await section('Ber dig om verifiering')).getByRole('link', {
      name: /^Bo.*Vill bli verifierad/,
    }),
  ).toBeTruthy()
  expect((await section('Du har bett om verifiering')).getByRole('link', { name: /^Ida.*Väntar på svar/ })).toBeTruthy()
  const list = await section('Verifierad av')
  expect(list.getByRole('link', { name: /Siv och Per.*Själv verifierad av 4 medlemmar/ })).toBeTruthy()
  expect(list.getByRole('link', { name: /Tor.*Själv inte verifierad/ })).toBeTruthy()
  expect(calls.map(({ path }) => path)).toEqual(['verifications/Mira'])
})

test('a verification by the team has no profile link', async () => {
  const [siv] = OWN.verifications
  serveMember({ ...OWN, verifications: siv ? [{ ...siv, verifiedBy: TEAM_NAME }] : [] })
  show(<OwnVerification />)
  const list = await section('Verifierad av')
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
  serveMember(OWN)
  const calls = acts()
  const { user } = show(<OwnVerification />)
  await screen.findByRole('button', { name })
  serveMember({ ...OWN, requests: [], asked: [] })
  await user.click(button(name))
  expect(await screen.findByText(text)).toBeTruthy()
  await vi.waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
  expect(bodies(calls)).toEqual([body])
})

test('a rejected action shows the reason, and the page shows the state of the server', async () => {
  serveMember(OWN)
  onPost('verifications/verify', refuses(409, 'CONFLICT', 'Det är redan gjort.'))
  const { user } = show(<OwnVerification />)
  await screen.findByRole('button', { name: 'Bekräfta Bo' })
  serveMember({ ...OWN, requests: [] })
  await user.click(button('Bekräfta Bo'))
  expect(await screen.findByText('Det är redan gjort.')).toBeTruthy()
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Bekräfta Bo' })).toBeNull())
})

test('without a chat no request or confirmation is possible, and the reason is shown', async () => {
  serveBetween({ mayVerify: false })
  show(<VerificationOf member={BO} />)
  expect(await screen.findByText('Verifiering kräver en pågående chatt.')).toBeTruthy()
  expect(button('Verifiera Bo').hasAttribute('disabled')).toBe(true)
  expect(button('Be Bo verifiera dig').hasAttribute('disabled')).toBe(true)
})

test('a rejected requester sees when they may ask again', async () => {
  serveBetween({ askAgainAt: '2031-05-06T10:00:00.000Z' })
  show(<VerificationOf member={BO} />)
  expect(await screen.findByText(/Du kan be Bo igen från den 6 maj 2031/)).toBeTruthy()
  expect(button('Be Bo verifiera dig').hasAttribute('disabled')).toBe(true)
})

test('a confirmation includes the chosen photos', async () => {
  serveBetween({})
  const calls = acts()
  const { user } = show(<VerificationOf member={BO} />)
  await user.click(await screen.findByRole('button', { name: 'Verifiera Bo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Verifiera Bo' }))
  await user.click(dialog.getByRole('button', { name: 'Foto 2 av 2' }))
  serveBetween({ iConfirmed: true, confirmedPhotoIds: [photo('b', 1).id] })
  await user.click(dialog.getByRole('button', { name: 'Bekräfta' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies(calls)).toEqual([{ userName: 'Bo', action: 'CONFIRM', photoIds: [photo('b', 1).id] }])
  await user.click(await screen.findByRole('button', { name: 'Bekräfta fler foton' }))
  const again = within(await screen.findByRole('dialog'))
  expect(again.getByRole('button', { name: 'Foto 2 av 2, redan bekräftat' }).hasAttribute('disabled')).toBe(true)
  expect(again.getByRole('button', { name: 'Foto 1 av 2', pressed: false })).toBeTruthy()
})

test('a request is sent and withdrawn', async () => {
  serveBetween({})
  const calls = acts()
  const { user } = show(<VerificationOf member={BO} />)
  await screen.findByRole('button', { name: 'Be Bo verifiera dig' })
  serveBetween({ iAsked: true })
  await user.click(button('Be Bo verifiera dig'))
  await user.click(await screen.findByRole('button', { name: 'Ta tillbaka förfrågan' }))
  await vi.waitFor(() =>
    expect(bodies(calls)).toEqual([
      { userName: 'Bo', action: 'ASK' },
      { userName: 'Bo', action: 'WITHDRAW' },
    ]),
  )
})

test('while a request is pending, a verification is not withdrawn by the same button', async () => {
  serveBetween({ iConfirmed: true, iAsked: true })
  show(<VerificationOf member={BO} />)
  expect(await screen.findByText(/Ta först tillbaka din förfrågan/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Ta tillbaka verifieringen' })).toBeNull()
})

test('changes by the other member show automatically, and only visible data is requested', async () => {
  const first = serveBetween({})
  show(<VerificationOf member={BO} />)
  await screen.findByRole('button', { name: 'Be Bo verifiera dig' })
  expect(first).toHaveLength(1)
  const calls = serveBetween({ theyConfirmed: true, theyAsked: true })
  act(() => onVerificationChanged({ userName: 'Bo' }))
  expect(await screen.findByText('Bo har verifierat dig.')).toBeTruthy()
  expect(screen.getByText('Bo ber dig om verifiering.')).toBeTruthy()
  act(() => onVerificationChanged({ userName: 'Okänd' }))
  expect(calls.map(({ path }) => path)).toEqual(['verifications/Bo'])
})

test('the page shows the specified texts before and during loading', { tags: 'verifications.page-loading' }, () => {
  onGet('verifications/:name', () => new Promise(() => undefined))
  expect(renderToString(<Loaded name="Bo">{() => null}</Loaded>)).toContain('Verifikationer har inte laddats.')
  show(<OwnVerification />)
  expect(screen.getByText('Laddar verifieringar.')).toBeTruthy()
})

test('a failed load shows the details and is retried', { tags: 'verifications.page-error' }, async () => {
  onGet('verifications/:name', refuses(429, 'TOO_MANY_REQUESTS', 'Det gick lite fort.'))
  const { user } = show(<OwnVerification />)
  expect(await screen.findByRole('heading', { name: 'Kunde inte ladda verifikationer.' })).toBeTruthy()
  expect(screen.getByText(/Det gick lite fort/)).toBeTruthy()
  serveMember(OWN)
  await user.click(button('Försök igen'))
  expect(await screen.findByText('2 av 3')).toBeTruthy()
})

test('the link to verification is enabled only with a chat', { tags: 'verifications.page-chat-required' }, () => {
  show(
    <>
      <VerifyLink name="Bo & co" chatting={false} />
      <VerifyHint />
    </>,
  )
  expect(button('Verifiera').hasAttribute('disabled')).toBe(true)
  expect(screen.getByText('Verifiering kräver en pågående chatt.')).toBeTruthy()
  show(<VerifyLink name="Bo & co" chatting />)
  expect(screen.getByRole('link', { name: 'Verifiera' }).getAttribute('href')).toBe(
    '/profile?name=Bo%20%26%20co&tab=verification#parts',
  )
})
