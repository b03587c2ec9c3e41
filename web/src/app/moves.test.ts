import { expect, test } from 'vitest'
import { moveBetween } from './moves.ts'

const parse = (path: string) => new URL(path, 'https://salong.example.test')

test.each([
  ['/chats', '/chats?id=1', 'deeper'],
  ['/chats?id=1', '/chats', 'back'],
  ['/profilelist?type=SINGLE_FEMALE&index=0', '/profile?name=Ann', 'grow'],
  ['/profile?name=Ann', '/profilelist?type=SINGLE_FEMALE&index=0', 'shrink'],
  ['/movie', '/profile?name=Ann', 'deeper'],
  ['/groups?id=1', '/events', 'back'],
  ['/chats', '/movie', 'sideways'],
  ['/chats?id=1', '/profile?name=Ann', 'sideways'],
  ['/chats?id=1', '/chats?id=2', 'within'],
  ['/profilelist?index=0', '/profilelist?index=1', 'within'],
])("the move from %s to %s is '%s'", (from, to, move) => {
  expect(moveBetween(parse(from), parse(to))).toBe(move)
})
