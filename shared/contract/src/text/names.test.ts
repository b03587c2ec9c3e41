import { describe, expect, test } from 'vitest'
import { NewUserName } from './name-schemas.ts'
import { findProfileNameProblem, nameKey, nameSearch } from './names.ts'

describe('a profile name', () => {
  test.each([
    ['', 'userName.empty'],
    ['   ', 'userName.empty'],
    ['a'.repeat(31), 'userName.length'],
    ['1 2.3-4', 'userName.letter'],
    ['Anna!', 'userName.characters'],
    ['Anna\tBo', 'userName.characters'],
    ['Anna\u200bBo', 'userName.characters'],
    ['\u212Aalle', 'userName.characters'],
    ['\u212Bke', 'userName.characters'],
    ['Аnna', 'userName.characters'],
    ['José', 'userName.characters'],
    ['Ann\u202Ea', 'userName.characters'],
    ['A\u0308\u0308', 'userName.characters'],
    ['I\u0308sak', 'userName.characters'],
  ])('%j is rejected with %s', { tags: 'contract.profile-name' }, (name, problem) => {
    expect(findProfileNameProblem(name)).toBe(problem)
    expect(NewUserName.safeParse(name).error?.issues[0]?.message).toBe(problem)
  })

  test.each([
    ['Mira', 'Mira'],
    ['a'.repeat(30), 'a'.repeat(30)],
    ['  Mira   och Jonas ', 'Mira och Jonas'],
    ['A\u030Ake O\u0308berg', 'Åke Öberg'],
    ['Jakob-83', 'Jakob-83'],
    ['Elin M.', 'Elin M.'],
  ])('%j is stored as %j', (input, stored) => {
    expect(NewUserName.parse(input)).toBe(stored)
  })

  test('has the same key regardless of case, Unicode form and spacing', () => {
    expect(['ÅKE  öberg ', 'A\u030Ake O\u0308berg'].map(nameKey)).toEqual(['åke öberg', 'åke öberg'])
  })

  test('has the same form for search regardless of case and accents', () => {
    expect(nameSearch('Åsa ÖBERG')).toBe('asa oberg')
  })
})
