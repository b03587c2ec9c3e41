import { ContactRule } from '@app/contract/members/contact'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useToasts } from '../lib/feedback/toasts.ts'
import { startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondWith, respondWithError } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { ContactCard } from './ContactCard.tsx'

setUpFreshDevice()

function open(rule: ContactRule) {
  startSession(mira)
  onGet('members/contact', respondWith(ContactRule, rule))
  return renderInApp(<ContactCard />)
}
const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name })
const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name })

test('everyone may write until a need is ticked; each change is saved at once', {
  tags: 'contact.page-rule',
}, async () => {
  const requests = onPost('members/contact', respondWith(ContactRule, { needs: [], others: 'PUT_ASIDE' }))
  const { user } = open({ needs: [], others: 'PUT_ASIDE' })
  expect((await radio('Alla')).checked).toBe(true)
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(await radio('Bara de som…'))
  expect(screen.getByText('Kryssa i minst en ruta, annars får alla skriva.')).toBeTruthy()
  expect(requests).toEqual([])
  await user.click(await box(/har foto/))
  await user.click(await box(/är verifierade/))
  await user.click(
    within(screen.getByRole('radiogroup', { name: 'Alla andra' })).getByRole('radio', { name: 'Får inte skriva' }),
  )
  await user.click(await box(/har foto/))
  await user.click(await radio('Alla'))
  expect(requests.map(({ body }) => body)).toEqual([
    { needs: ['PHOTO'], others: 'PUT_ASIDE' },
    { needs: ['VERIFIED', 'PHOTO'], others: 'PUT_ASIDE' },
    { needs: ['VERIFIED', 'PHOTO'], others: 'REFUSE' },
    { needs: ['VERIFIED'], others: 'REFUSE' },
    { needs: [], others: 'REFUSE' },
  ])
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a change that the server rejects is undone', { tags: 'contact.page-rule' }, async () => {
  onPost('members/contact', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = open({ needs: ['PHOTO'], others: 'PUT_ASIDE' })
  await user.click(await box(/är verifierade/))
  await waitFor(async () => expect((await box(/är verifierade/)).checked).toBe(false))
  expect(useToasts.getState().queue[0]?.text).toBe('Det går inte just nu.')
})

test('a button loads the rule again after a failure', async () => {
  startSession(mira)
  onGet('members/contact', respondWithError(404, 'NOT_FOUND', 'Borta'))
  const { user } = renderInApp(<ContactCard />)
  await screen.findByText('Inställningen kunde inte läsas in.')
  onGet('members/contact', respondWith(ContactRule, { needs: ['SEARCH'], others: 'PUT_ASIDE' }))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect((await box(/passar in/)).checked).toBe(true)
})
