import type { MediaSize } from '@app/contract/media'
import { expect, test } from 'vitest'
import type { Identity } from '../accounts/identity.ts'
import { TEST_SECRET } from '../testing/context.ts'
import { createMediaLinks, type MediaLink } from './media-links.ts'
import { mediaReference } from './pictures.ts'

const MINUTE_MS = 60_000
const NOW = new Date('2026-11-21T12:10:00.000Z')
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS)
const ID = 'abcdefghijklmnopqrstu_'
const links = createMediaLinks(TEST_SECRET)

const VIEWER = { id: '7', registeredAt: '2026-01-02T03:04:05.678Z' }

type UrlOptions = { viewer?: Identity; now?: Date; rotation?: number; size?: MediaSize }

const signUrl = ({ viewer = VIEWER, now = NOW, rotation = 90, size = 'small' }: UrlOptions = {}): string =>
  links.createSigner(viewer, now)(mediaReference(ID, rotation, size))

const verify = (url: string, now = NOW): MediaLink | null => {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const [, , id = '', variant = ''] = pathname.split('/')
  return links.verify({ id, variant, v: '', e: '', s: '', ...Object.fromEntries(searchParams) }, now)
}

test('the URLs of the variants of a picture share one signature', () => {
  const urls = (['small', 'medium', 'large'] as const).map((size) => signUrl({ rotation: 0, size }))
  expect(urls[2]).toMatch(/^\/media\/[\w-]{22}\/0-large\.webp\?v=7&e=\d+&s=[\w-]{30}$/)
  expect(new Set(urls.map((url) => url.split('?')[1])).size).toBe(1)
  expect(urls.map((url) => verify(url)?.size)).toEqual(['small', 'medium', 'large'])
})

test('a URL is the same as in earlier releases, whose gateways verify it during a rolling update', () => {
  const query = 'v=7&e=1795266000&s=2wZGsVMAOpuKKNXozScdbBTmdzWfCQ'
  expect(signUrl()).toBe(`/media/${ID}/90-small.webp?${query}`)
})

test('a signature opens only its own rendering, for its own viewer and half hour', () => {
  const renderings = [ID, ID.replace('a', 'b')].flatMap((id) =>
    [0, 90].map((angle) => mediaReference(id, angle, 'small')),
  )
  const viewers = [VIEWER, { ...VIEWER, id: '8' }, { ...VIEWER, registeredAt: '2026-11-21T12:09:00.000Z' }]
  // Each signer signs several pictures, as for one response.
  const signed = viewers.flatMap((viewer) =>
    [NOW, minutesLater(30)].flatMap((now) =>
      renderings.map(links.createSigner(viewer, now)).map((url) => ({ viewer, url })),
    ),
  )
  const [paths, signatures] = [0, 1].map((part) => signed.map(({ url }) => url.split('&s=')[part]))
  const opened = signed.map(({ viewer }, index) =>
    signed.filter((_, other) => {
      const link = verify(`${paths?.[index]}&s=${signatures?.[other]}`)
      return link !== null && links.isIssuedTo(link, viewer)
    }),
  )
  expect(opened).toEqual(signed.map((own) => [own]))
})

test.each([
  ['a signed URL', signUrl()],
  ['a text around a reference', ` media:${ID}/0/large`],
  ['an unknown size', `media:${ID}/0/toString`],
  ['null', null],
])('does not sign %s', (_, value) => {
  expect(() => links.createSigner(VIEWER, NOW)(value as never)).toThrow('no valid media reference')
})

test('a URL contains its viewer, its picture and its expiry', () => {
  expect(verify(signUrl())).toEqual({
    mediaId: ID,
    size: 'small',
    viewerId: '7',
    viewerTag: expect.stringMatching(/^[0-9a-f]{12}$/),
    expiresAt: Date.parse('2026-11-21T13:00:00.000Z'),
  })
})

test('a URL stays the same within a half hour, stays valid for another half hour, and expires within the hour', () => {
  expect(signUrl({ now: minutesLater(19) })).toBe(signUrl())
  expect(signUrl({ now: minutesLater(20) })).not.toBe(signUrl())
  for (const minutes of [0, 10, 19, 20, 29]) {
    const url = signUrl({ now: minutesLater(minutes) })
    expect(verify(url, minutesLater(minutes + 30))).not.toBeNull()
    expect(verify(url, minutesLater(minutes + 60))).toBeNull()
  }
})

test('a URL is valid for its viewer, but not for a later member with the same id', () => {
  const laterMember = { ...VIEWER, registeredAt: '2026-11-21T12:09:00.000Z' }
  const link = verify(signUrl())
  expect(link && [VIEWER, laterMember].map((viewer) => links.isIssuedTo(link, viewer))).toEqual([true, false])
})

test('renderings in different rotations have different URLs', () => {
  expect(signUrl({ rotation: 180 })).not.toBe(signUrl({ rotation: 90 }))
})

/**
 * Returns a function that replaces the tag at the end of a URL, which identifies the viewer, by that of another viewer.
 */
const replaceTag = (viewer: Identity) => (url: string) => url.slice(0, -8) + signUrl({ viewer }).slice(-8)

test.each([
  ['another picture', (url: string) => url.replace(ID, ID.replace('a', 'b'))],
  ['an unknown size', (url: string) => url.replace('90-small', '90-toString')],
  ['another rotation', (url: string) => url.replace('90-', '0-')],
  ['another viewer', (url: string) => url.replace('v=7', 'v=8')],
  ['more time', (url: string) => url.replace(/e=\d+/, 'e=99999999999')],
  ['unlimited time', (url: string) => url.replace(/e=\d+/, 'e=Infinity')],
  ['no signature', (url: string) => url.replace(/s=.*/, 's=')],
  ['a truncated signature', (url: string) => url.slice(0, -2)],
  ['the tag of another viewer', replaceTag({ ...VIEWER, registeredAt: '2026-11-21T12:09:00.000Z' })],
  ['a longer signature', (url: string) => `${url}AAAA`],
  ['another signature', (url: string) => url.replace(/s=.{20}/, `s=${'A'.repeat(20)}`)],
])('rejects a URL that was changed (%s)', (_, change) => {
  expect(verify(change(signUrl()))).toBeNull()
})

test('rejects a URL of another installation', () => {
  const otherLinks = createMediaLinks(`${TEST_SECRET}x`)
  const url = otherLinks.createSigner(VIEWER, NOW)(mediaReference(ID, 0, 'small'))
  expect(verify(url)).toBeNull()
})
