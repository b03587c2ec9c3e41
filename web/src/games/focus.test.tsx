import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { startSession } from '../lib/http/session.ts'
import { mira, onPost, renderInApp, respondEmpty } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'
import { AddParticipant } from './AddParticipant.tsx'
import { EMPTY_GAME, PARTICIPANTS_MAX } from './game.ts'
import { PlayTab } from './PlayTab.tsx'
import { useGames } from './store.ts'

setUpFreshDevice()

function openWith(part: ReactNode, participantCount: number) {
  startSession(mira)
  onPost('games/truth-or-dare/game-state', respondEmpty)
  const participants = Array.from({ length: participantCount }, (_, n) => ({
    id: String(n),
    name: `Nr ${n}`,
    sex: 'FEMALE' as const,
    doWith: 'DO_WITH_BOTH' as const,
  }))
  useGames.setState({ game: { ...EMPTY_GAME, participants } })
  return renderInApp(part)
}

test('adding the last participant moves the focus to the message that replaces the field', async () => {
  const { user } = openWith(<AddParticipant />, PARTICIPANTS_MAX - 1)
  await user.type(screen.getByLabelText('Namn'), 'Åsa')
  await user.click(screen.getByRole('radio', { name: 'Kvinna' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByText('Nu är alla tio platser tagna.'))
})

test('a full list of participants does not take the focus when it is opened', () => {
  openWith(<AddParticipant />, PARTICIPANTS_MAX)
  expect(screen.getByText('Nu är alla tio platser tagna.')).toBeTruthy()
  expect(document.activeElement).toBe(document.body)
})

test('a draw without a fitting card removes its button and moves the focus to the participant whose turn it is', async () => {
  const { user } = openWith(<PlayTab deck={[]} onSetup={() => undefined} entry={null} />, 2)
  await user.click(screen.getByRole('button', { name: 'Vänd första kortet' }))
  expect(screen.getByText('Inga kort passar.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByText('Din tur, Nr 0'))
})
