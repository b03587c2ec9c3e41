import { ContactRule } from '@app/contract/members/contact'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useToasts } from '../lib/feedback/toasts.ts'
import { startSession } from '../lib/http/session.ts'
import { mira, onGet, onPost, renderInApp, respondWith, respondWithError } from '../testing.tsx'
import { createDeferred } from '../testing-deferred.ts'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { getContactRule } from './api.ts'
import { ContactCard } from './ContactCard.tsx'
import { changeContactRule, loadContactRule, useContactRule } from './rule.ts'

setUpFreshDevice()

function open(rule: ContactRule, searchNames: readonly string[] = []) {
  startSession(mira)
  onGet('members/contact', respondWith(ContactRule, rule))
  return renderInApp(<ContactCard searchNames={searchNames} />)
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
  await waitFor(() => expect(requests).toHaveLength(5))
  expect(requests.map(({ body }) => body)).toEqual([
    { needs: ['PHOTO'], others: 'PUT_ASIDE' },
    { needs: ['VERIFIED', 'PHOTO'], others: 'PUT_ASIDE' },
    { needs: ['VERIFIED', 'PHOTO'], others: 'REFUSE' },
    { needs: ['VERIFIED'], others: 'REFUSE' },
    { needs: [], others: 'REFUSE' },
  ])
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('the need for a saved search names the searches that count; without any, it says what counts instead', async () => {
  const { unmount } = open({ needs: ['SEARCH'], others: 'PUT_ASIDE' }, ['Par i Stockholm', 'Seglare'])
  await box(/^passar in på en sparad sökning ?Par i Stockholm, Seglare$/)
  unmount()
  open({ needs: ['SEARCH'], others: 'PUT_ASIDE' })
  await box(/Utan sparade sökningar gäller typ, ålder och ort från din profil\.$/)
})

test('a change that the server rejects is undone', { tags: 'contact.page-rule' }, async () => {
  onPost('members/contact', respondWithError(503, 'UNAVAILABLE', 'Det går inte just nu.'))
  const { user } = open({ needs: ['PHOTO'], others: 'PUT_ASIDE' })
  await user.click(await box(/är verifierade/))
  await waitFor(async () => expect((await box(/är verifierade/)).checked).toBe(false))
  expect(useToasts.getState().queue[0]?.text).toBe('Det går inte just nu.')
})

/** Serves the rule, and delays the responses to changes. Returns the requests, and a function that responds to all. */
function delayChanges(respond: () => Response | Promise<Response>) {
  startSession(mira)
  onGet('members/contact', respondWith(ContactRule, { needs: [], others: 'PUT_ASIDE' }))
  const delay = createDeferred()
  return { requests: onPost('members/contact', () => delay.promise.then(respond)), release: delay.resolve }
}
const rules: ContactRule[] = [
  { needs: ['PHOTO'], others: 'PUT_ASIDE' },
  { needs: ['VERIFIED', 'PHOTO'], others: 'PUT_ASIDE' },
]

test('a change is sent only after the response to the previous one, so that the last one is stored', async () => {
  const { requests, release } = delayChanges(respondWith(ContactRule, { needs: [], others: 'PUT_ASIDE' }))
  await loadContactRule()
  const changes = rules.map(changeContactRule)
  await expect.poll(() => requests.length).toBe(1)
  // A second change that is sent at once would arrive before the response to this request.
  await getContactRule()
  expect(requests).toHaveLength(1)
  release()
  await Promise.all(changes)
  expect(requests.map(({ body }) => body)).toEqual(rules)
  expect(useContactRule.getState().rule.data).toEqual(rules[1])
})

test('after several rejected changes the stored rule is shown', async () => {
  const { release } = delayChanges(respondWithError(403, 'FORBIDDEN', 'Det går inte.'))
  await loadContactRule()
  const changes = rules.map(changeContactRule)
  release()
  await Promise.all(changes)
  expect(useContactRule.getState().rule.data).toEqual({ needs: [], others: 'PUT_ASIDE' })
})

test("a change that waits for another one is not sent in the next member's session", async () => {
  const { requests, release } = delayChanges(respondWith(ContactRule, { needs: [], others: 'PUT_ASIDE' }))
  await loadContactRule()
  const changes = rules.map(changeContactRule)
  await expect.poll(() => requests.length).toBe(1)
  startSession({ ...mira, sessionId: 'another.session.token', userName: 'Bo' })
  release()
  await Promise.all(changes)
  expect(requests).toHaveLength(1)
})

test('a button loads the rule again after a failure', async () => {
  startSession(mira)
  onGet('members/contact', respondWithError(400, 'VALIDATION', 'Borta'))
  const { user } = renderInApp(<ContactCard searchNames={[]} />)
  await screen.findByText('Inställningen kunde inte läsas in.')
  onGet('members/contact', respondWith(ContactRule, { needs: ['SEARCH'], others: 'PUT_ASIDE' }))
  await user.click(screen.getByRole('button', { name: 'Försök igen' }))
  expect((await box(/passar in/)).checked).toBe(true)
})
