import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { createImageProcessor } from './image-processor.ts'
import type { Crop, ImageTask, ProcessedImage } from './process-image.ts'
import { aJpeg, aRim, manyScans, readCorners, readRim, SECRETS, type Square, withMetadata } from './testing.ts'

const imageProcessor = createImageProcessor()
afterAll(() => imageProcessor.close())

async function process(bytes: Uint8Array, { rotation = 0, from = 'RAW', crop = null }: Partial<ImageTask> = {}) {
  const processed = await imageProcessor.process({ bytes, from, rotation, crop })
  if (!processed) throw new Error('the picture could not be drawn')
  return processed
}

const sizes = async ({ variants }: ProcessedImage) =>
  Promise.all(
    variants.map(async ({ rotation, size, bytes }) => {
      const { width, height, format } = await sharp(bytes).metadata()
      return `${format} ${rotation} ${size} ${width}x${height}`
    }),
  )

test('a photo comes in three sizes and with a placeholder', async () => {
  const processed = await process(await aJpeg({ width: 4_000, height: 3_000 }))
  expect(await sizes(processed)).toEqual(['webp 0 large 1600x1200', 'webp 0 medium 640x480', 'webp 0 small 160x120'])
  expect(processed).toMatchObject({ width: 1_600, height: 1_200 })
  expect(Buffer.from(processed.placeholder, 'base64').length).toBeLessThan(40)
})

test('a small one is not blown up', async () => {
  const processed = await process(await aJpeg({ width: 300, height: 200 }))
  expect(await sizes(processed)).toEqual(['webp 0 large 300x200', 'webp 0 medium 300x200', 'webp 0 small 160x107'])
})

const UPRIGHT = ['red', 'blue', 'light red', 'light blue']

/** How a camera that was held like this lays an upright picture down. */
const LAID_DOWN: Record<number, (image: Sharp) => Sharp> = {
  1: (image) => image,
  2: (image) => image.flop(),
  3: (image) => image.rotate(180),
  4: (image) => image.flip(),
  5: (image) => image.rotate(270).flop(),
  6: (image) => image.rotate(270),
  7: (image) => image.rotate(90).flop(),
  8: (image) => image.rotate(90),
}
const ORIENTATIONS = Object.keys(LAID_DOWN).map(Number)

const withOrientation = (rotated: Uint8Array, orientation: number): Promise<Buffer> =>
  sharp(rotated).withMetadata({ orientation }).jpeg().toBuffer()

test.each(ORIENTATIONS)('it stands upright, however the camera was held (%i)', async (orientation) => {
  const rotated = await aJpeg({ change: LAID_DOWN[orientation]! })
  const processed = await process(await withOrientation(rotated, orientation))
  for (const { bytes } of processed.variants) expect(await readCorners(bytes)).toEqual(UPRIGHT)
})

/** What the contract's words for a cut mean in a picture of this size. */
const WHOLE = { width: 900, height: 600 }
const CROPS: [string, Crop, Square][] = [
  ['in the middle', { zoom: 0, offsetX: 0, offsetY: 0 }, { left: 150, top: 0, side: 600 }],
  ['at the left', { zoom: 0, offsetX: -1, offsetY: 0 }, { left: 0, top: 0, side: 600 }],
  ['at the right, whatever the height says', { zoom: 0, offsetX: 1, offsetY: -1 }, { left: 300, top: 0, side: 600 }],
  ['magnified twice', { zoom: 50, offsetX: 0, offsetY: 0 }, { left: 300, top: 150, side: 300 }],
  ['magnified thrice, upper left', { zoom: 100, offsetX: -1, offsetY: -1 }, { left: 0, top: 0, side: 200 }],
  ['magnified thrice, lower right', { zoom: 100, offsetX: 1, offsetY: 1 }, { left: 700, top: 400, side: 200 }],
  ['in between', { zoom: 25, offsetX: 0.5, offsetY: -0.5 }, { left: 375, top: 50, side: 400 }],
]

async function expectRim({ variants }: ProcessedImage): Promise<void> {
  for (const { bytes } of variants)
    for (const brightness of await readRim(bytes)) expect(brightness).toBeGreaterThan(200)
}

describe('a square of it', () => {
  test.each(CROPS)('%s shows what was chosen, to the corners', async (_, crop, square) => {
    const processed = await process(await aRim({ ...WHOLE, ...square }), { crop })
    await expectRim(processed)
    expect(processed).toMatchObject({ width: square.side, height: square.side })
  })

  test.each(ORIENTATIONS)('is chosen in the upright picture, however the camera was held (%i)', async (orientation) => {
    const [, crop, square] = CROPS.at(-1)!
    const rotated = await aRim({ ...WHOLE, ...square }, LAID_DOWN[orientation])
    await expectRim(await process(await withOrientation(rotated, orientation), { crop }))
  })

  test('of a large photo comes in three sizes, of a tiny one in its own', async () => {
    const crop = { zoom: 0, offsetX: 1, offsetY: 1 }
    expect(await sizes(await process(await aJpeg({ width: 4_000, height: 3_000 }), { crop }))).toEqual([
      'webp 0 large 1600x1600',
      'webp 0 medium 640x640',
      'webp 0 small 160x160',
    ])
    const tiny = await process(await aJpeg({ width: 2, height: 1 }), { crop: { ...crop, zoom: 100 } })
    expect(await sizes(tiny)).toContain('webp 0 large 1x1')
  })
})

test.each([
  [90, ['light red', 'red', 'light blue', 'blue'], '400x600'],
  [180, ['light blue', 'light red', 'blue', 'red'], '600x400'],
  [270, ['blue', 'light blue', 'red', 'light red'], '400x600'],
])('turned by %i degrees, from the upload as from what was drawn of it', async (rotation, corners, size) => {
  const processed = await process(await aJpeg(), { rotation })
  expect(await sizes(processed)).toEqual(
    expect.arrayContaining(['webp 0 large 600x400', `webp ${rotation} large ${size}`]),
  )
  const [upright, ...rotated] = processed.variants
  expect(await readCorners(upright!.bytes)).toEqual(UPRIGHT)
  const reprocessed = await process(upright!.bytes, { rotation, from: 'LARGE' })
  expect(reprocessed.variants.map((variant) => [variant.rotation, variant.size])).toEqual([
    [rotation, 'large'],
    [rotation, 'medium'],
    [rotation, 'small'],
  ])
  for (const { bytes } of [...rotated, ...reprocessed.variants]) expect(await readCorners(bytes)).toEqual(corners)
  expect(reprocessed).toMatchObject({ width: processed.width, height: processed.height })
})

test('turning back needs no new large one', async () => {
  const [upright] = (await process(await aJpeg())).variants
  const reprocessed = await process(upright!.bytes, { from: 'LARGE' })
  expect(reprocessed.variants.map(({ size }) => size)).toEqual(['medium', 'small'])
})

test('nothing of what the camera wrote comes out', async () => {
  const photo = await aJpeg({ change: withMetadata })
  for (const secret of [SECRETS.camera, SECRETS.location, SECRETS.comment]) expect(photo.includes(secret)).toBe(true)
  const { variants } = await process(photo, { rotation: 90 })
  expect(variants).toHaveLength(4)
  for (const { bytes } of variants) {
    expect(Object.keys(await sharp(bytes).metadata())).not.toEqual(expect.arrayContaining(['exif']))
    const text = Buffer.from(bytes).toString('latin1')
    for (const trace of [...Object.values(SECRETS), 'EXIF', 'Exif', 'ICCP', 'XMP ', 'GPS', 'xmpmeta'])
      expect(text).not.toContain(trace)
  }
})

test.each<[string, () => Promise<Buffer>]>([
  [
    'of print colours',
    async () =>
      sharp(await aJpeg())
        .toColourspace('cmyk')
        .jpeg()
        .toBuffer(),
  ],
  [
    'in grey',
    async () =>
      sharp(await aJpeg())
        .toColourspace('b-w')
        .jpeg()
        .toBuffer(),
  ],
  ['that is sent in scans', () => aJpeg({ change: (image) => image.jpeg({ progressive: true }) })],
  ['of one pixel', () => aJpeg({ width: 1, height: 1 })],
  ['that is a line', () => aJpeg({ width: 9_000, height: 1 })],
  ['of as many pixels as may be', () => aJpeg({ width: 8_000, height: 6_250 })],
  ['with something behind its end', async () => Buffer.concat([await aJpeg(), Buffer.alloc(100_000, 'PK')])],
  [
    'with far too much beside its pixels',
    async () => {
      const [photo, segment] = [await aJpeg(), Buffer.alloc(65_535, 'x')]
      segment.set([0xff, 0xed, 0xff, 0xfd])
      return Buffer.concat([photo.subarray(0, 2), ...Array.from({ length: 150 }, () => segment), photo.subarray(2)])
    },
  ],
])('a photo %s is drawn', async (_, make) => {
  const { variants } = await process(await make())
  for (const { bytes } of variants) expect((await sharp(bytes).stats()).channels.length).toBe(3)
})

describe('what cannot be read is told, and the next one is drawn', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['more pixels than may be', () => aJpeg({ width: 8_000, height: 7_500 })],
    ['half a photo', async () => (await aJpeg({ width: 2_000, height: 1_000 })).subarray(0, 6_000)],
    ['a beginning without more', async () => Buffer.from('ffd8ffe000104a46494600', 'hex')],
    [
      'a head that promises more pixels than there are',
      async () => {
        const photo = await aJpeg()
        const frame = photo.indexOf(Buffer.from([0xff, 0xc0]))
        photo.set([0xff, 0xdc, 0xff, 0xdc], frame + 5)
        return photo
      },
    ],
    [
      'noise behind a beginning',
      async () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(500_000, '\u00a7')]),
    ],
    ['scans without end', () => manyScans(2_000)],
    [
      'another format',
      async () =>
        sharp(await aJpeg())
          .png()
          .toBuffer(),
    ],
    ['a drawing', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['nothing', async () => Buffer.alloc(0)],
  ])('%s', async (_, make) => {
    expect(await imageProcessor.process({ bytes: await make(), from: 'RAW', rotation: 0 })).toBeNull()
    expect((await process(await aJpeg())).variants).toHaveLength(3)
  })
})

test('what takes longer than it may is broken off, and the next one is drawn', async () => {
  const impatientProcessor = createImageProcessor({ limit: 1 })
  const bytes = await aJpeg({ width: 6_000, height: 6_000 })
  await expect(impatientProcessor.process({ bytes, from: 'RAW', rotation: 0 })).rejects.toThrow('ended')
  impatientProcessor.close()
  expect((await process(bytes)).variants).toHaveLength(3)
})

test('many are drawn side by side', async () => {
  const bytes = await aJpeg({ width: 1_000, height: 800 })
  const processed = await Promise.all(Array.from({ length: 5 }, (_, n) => process(bytes, { rotation: (n % 4) * 90 })))
  expect(processed.map(({ width }) => width)).toEqual([1_000, 800, 1_000, 800, 1_000])
})
