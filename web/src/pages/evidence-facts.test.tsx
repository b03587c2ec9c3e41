import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useEvidenceFacts } from '../moderation/case/use-evidence-facts.ts'
import { renderInApp } from '../testing.tsx'
import { setUpFreshDevice } from '../testing-hooks.ts'

setUpFreshDevice()

function Fact({ name, value }: { name: string; value: string }) {
  const fact = useEvidenceFacts()({ name, value })
  return <p>{`${fact.name}: ${fact.value}`}</p>
}

test.each([
  ['album', 'VERIFIED', 'Album: Verifierat'],
  ['album', 'CHAT', 'Album: Chatt'],
  ['lookingFor', 'FEMALES, MIXED_COUPLES', 'Söker: kvinnor, par'],
  ['lookingFor', 'LATER', 'Söker: LATER'],
  ['person', 'NON_BINARY 1990', 'Person: Icke-binär, född 1990'],
  ['person', 'SECRET 1990', 'Person: Vill inte säga kön, född 1990'],
  ['person', 'FEMALE 1990', 'Person: Kvinna, född 1990'],
  ['paid', 'false', 'Kostar: Nej'],
])('the evidence puts the fact %s %s into words', (name, value, text) => {
  renderInApp(<Fact name={name} value={value} />)
  expect(screen.getByText(text)).toBeTruthy()
})
