import { expect, test } from 'vitest'
import { subjectOfAddress } from './subject-of-address.ts'

const { origin, host } = location

test.each([
  [`${origin}/profile?name=Vargen%2077`, { kind: 'PROFILE', id: 'Vargen 77' }],
  [`${host}/profile?name=Vargen`, { kind: 'PROFILE', id: 'Vargen' }],
  ['/ads?id=5', { kind: 'AD', id: '5' }],
  ['/events?id=5', { kind: 'EVENT', id: '5' }],
  ['/groups?id=3&tab=about', { kind: 'GROUP', id: '3' }],
  ['/groups?id=3&message=99', { kind: 'GROUP_MESSAGE', id: '99', parentId: '3' }],
  ['/news?comments=7', { kind: 'NEWS_COMMENT', id: '', parentId: '7' }],
  [`${origin}/api/v2/media/aBc_9/large?signature=x`, { kind: 'PHOTO', id: 'aBc_9' }],
  [`Se https://annan.example och ${origin}/ads?id=5.`, { kind: 'AD', id: '5' }],
  [`Den heter "${origin}/ads?id=5".`, { kind: 'AD', id: '5' }],
  ['https://annan.example/ads?id=5', null],
  ['/chats?id=5', null],
  ['/ads', null],
  ['En profil som heter Vargen', null],
  ['31', null],
])('finds the content, if any, that an address names: %s', { tags: 'moderation.page-find' }, (text, subject) =>
  expect(subjectOfAddress(text)).toEqual(subject),
)
