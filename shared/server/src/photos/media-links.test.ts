import { mediaReference } from '@app/contract/media'
import { expect, test } from 'vitest'
import type { Identity } from '../accounts/identity.ts'
import { TEST_SECRET } from '../testing/context.ts'
import { createMediaLinks, type MediaLink } from './media-links.ts'

const MINUTE = 60_000
const NOW = new Date('2026-11-21T12:10:00.000Z')
const later = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE)
const ID = 'abcdefghijklmnopqrstu_'
const links = createMediaLinks(TEST_SECRET)

const VIEWER = { id: '7', registeredAt: '2026-01-02T03:04:05.678Z' }

const sign = (value: unknown, viewer = VIEWER, now = NOW): string => links.sign(JSON.stringify(value), viewer, now)
const addressOf = (viewer?: Identity, now?: Date, revision = 90): string =>
  JSON.parse(sign({ url: mediaReference(ID, revision, 'small') }, viewer, now)).url

const verify = (address: string, now = NOW): MediaLink | null => {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const [, , id = '', variant = ''] = pathname.split('/')
  return links.verify({ id, variant, v: '', e: '', s: '', ...Object.fromEntries(searchParams) }, now)
}

test('signs references under keys for URLs at any depth', () => {
  const reference = mediaReference(ID, 0, 'large')
  const signed = sign([{ url: reference, smallUrl: reference, photo: { profilePhotoUrl: reference, none: null } }])
  expect(signed).not.toContain('media:')
  expect(signed.match(/\/media\/[\w-]{22}\/0-large\.webp\?v=7&e=\d+&s=[\w-]{30}"/g)).toHaveLength(3)
})

test.each([
  ['a text that looks like a reference', { message: mediaReference(ID, 0, 'large') }],
  ['a text that looks like a field', { message: `"url":"${mediaReference(ID, 0, 'large')}"` }],
  ['a text that looks like an escaped field', { message: `\\"url\\":\\"${mediaReference(ID, 0, 'large')}\\"` }],
  ['a text that ends a field', { message: `x","photoUrl":"${mediaReference(ID, 0, 'large')}` }],
  ['a URL of another kind', { url: 'https://example.test/media:x' }],
])('leaves %s unchanged', (_, value) => {
  expect(JSON.parse(sign(value))).toEqual(value)
})

test('a URL contains its viewer, its picture and its expiry', () => {
  expect(verify(addressOf())).toEqual({
    mediaId: ID,
    size: 'small',
    viewerId: '7',
    viewerTag: expect.stringMatching(/^[0-9a-f]{12}$/),
    expiresAt: Date.parse('2026-11-21T13:00:00.000Z'),
  })
})

test('a URL stays the same within a half hour, is valid for another one, and expires within the hour', () => {
  expect(addressOf(VIEWER, later(19))).toBe(addressOf())
  expect(addressOf(VIEWER, later(20))).not.toBe(addressOf())
  for (const minutes of [0, 10, 19, 20, 29]) {
    const address = addressOf(VIEWER, later(minutes))
    expect(verify(address, later(minutes + 30))).not.toBeNull()
    expect(verify(address, later(minutes + 60))).toBeNull()
  }
})

test('a URL is valid for its viewer, but not for a later member with the same id', () => {
  const later = { ...VIEWER, registeredAt: '2026-11-21T12:09:00.000Z' }
  const link = verify(addressOf())
  expect(link && [VIEWER, later].map((viewer) => links.isIssuedTo(link, viewer))).toEqual([true, false])
})

test('every rendering has a different URL', () => {
  expect(addressOf(VIEWER, NOW, 180)).not.toBe(addressOf(VIEWER, NOW, 90))
})

/** Replaces the tag behind the signature by that of another viewer. */
const withTagOf = (viewer: Identity) => (address: string) => address.slice(0, -8) + addressOf(viewer).slice(-8)

test.each([
  ['another picture', (address: string) => address.replace(ID, ID.replace('a', 'b'))],
  ['another size', (address: string) => address.replace('small', 'large')],
  ['an unknown size', (address: string) => address.replace('90-small', '90-toString')],
  ['another revision', (address: string) => address.replace('90-', '0-')],
  ['another viewer', (address: string) => address.replace('v=7', 'v=8')],
  ['more time', (address: string) => address.replace(/e=\d+/, 'e=99999999999')],
  ['unlimited time', (address: string) => address.replace(/e=\d+/, 'e=Infinity')],
  ['no signature', (address: string) => address.replace(/s=.*/, 's=')],
  ['a truncated signature', (address: string) => address.slice(0, -2)],
  ['the tag of another viewer', withTagOf({ ...VIEWER, registeredAt: '2026-11-21T12:09:00.000Z' })],
  ['a longer signature', (address: string) => `${address}AAAA`],
  ['another signature', (address: string) => address.replace(/s=.*/, 's=AAAAAAAAAAAAAAAAAAAAAA')],
])('rejects a URL changed to %s', (_, change) => {
  expect(verify(change(addressOf()))).toBeNull()
})

test('rejects a URL of another installation', () => {
  const other = createMediaLinks(`${TEST_SECRET}x`)
  const address = JSON.parse(other.sign(JSON.stringify({ url: mediaReference(ID, 0, 'small') }), VIEWER, NOW)).url
  expect(verify(address)).toBeNull()
})
