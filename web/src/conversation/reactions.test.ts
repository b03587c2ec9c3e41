import type { ReactionCount } from '@app/contract/reactions'
import { expect, test } from 'vitest'
import { ownReactionIn, withOtherReaction, withOwnReaction } from './reactions.ts'

const hearts = (count: number, mine = false): ReactionCount => ({ reaction: 'HEART', count, mine })
const fires = (count: number, mine = false): ReactionCount => ({ reaction: 'FIRE', count, mine })

test('the first reaction of the member is counted as theirs', () => {
  expect(withOwnReaction(undefined, 'HEART')).toEqual([hearts(1, true)])
})

test('a changed reaction is counted instead of the previous one, and the order of the reactions stays the same', () => {
  expect(withOwnReaction([hearts(2), fires(1, true)], 'HEART')).toEqual([hearts(3, true)])
  expect(withOwnReaction([hearts(2, true)], 'FIRE')).toEqual([hearts(1), fires(1, true)])
})

test('setting the same reaction again, or removing none, changes nothing', () => {
  const counts = [hearts(2, true)]
  expect(withOwnReaction(counts, 'HEART')).toEqual(counts)
  expect(withOwnReaction([fires(1)], null)).toEqual([fires(1)])
})

test("another member's change keeps the member's own reaction", () => {
  const counts = withOtherReaction([hearts(2, true)], 'HEART', 'FIRE')
  expect(counts).toEqual([hearts(1, true), fires(1)])
  expect(ownReactionIn(counts)).toBe('HEART')
  expect(withOtherReaction(counts, 'FIRE', null)).toEqual([hearts(1, true)])
})
