import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { createImageProcessor } from './image-processor.ts'
import type { Crop, ImageTask, ProcessedImage } from './process-image.ts'
import {
  type Area,
  addMetadata,
  aJpeg,
  aJpegWithManyScans,
  aJpegWithRim,
  readCorners,
  readRim,
  SECRETS,
} from './testing.ts'

const imageProcessor = createImageProcessor()
afterAll(() => imageProcessor.close())

async function process(bytes: Uint8Array, { rotation = 0, source = 'RAW', crop = null }: Partial<ImageTask> = {}) {
  const processed = await imageProcessor.process({ bytes, source, rotation, crop })
  if (!processed) throw new Error('the picture could not be processed')
  return processed
}

const describeVariants = async ({ variants }: ProcessedImage) =>
  Promise.all(
    variants.map(async ({ rotation, size, bytes }) => {
      const { width, height, format } = await sharp(bytes).metadata()
      return `${format} ${rotation} ${size} ${width}x${height}`
    }),
  )

test('renders a photo in three sizes and a placeholder', async () => {
  const processed = await process(await aJpeg({ width: 4_000, height: 3_000 }))
  expect(await describeVariants(processed)).toEqual([
    'webp 0 large 1600x1200',
    'webp 0 medium 640x480',
    'webp 0 small 160x120',
  ])
  expect(processed).toMatchObject({ width: 1_600, height: 1_200 })
  expect(Buffer.from(processed.placeholder, 'base64').length).toBeLessThan(40)
})

test('does not enlarge a small photo', async () => {
  const processed = await process(await aJpeg({ width: 300, height: 200 }))
  expect(await describeVariants(processed)).toEqual([
    'webp 0 large 300x200',
    'webp 0 medium 300x200',
    'webp 0 small 160x107',
  ])
})

const UPRIGHT = ['red', 'blue', 'light red', 'light blue']

/** The transformation of an upright picture to each EXIF orientation. */
const TRANSFORMATIONS: Record<number, (image: Sharp) => Sharp> = {
  1: (image) => image,
  2: (image) => image.flop(),
  3: (image) => image.rotate(180),
  4: (image) => image.flip(),
  5: (image) => image.rotate(270).flop(),
  6: (image) => image.rotate(270),
  7: (image) => image.rotate(90).flop(),
  8: (image) => image.rotate(90),
}
const ORIENTATIONS = Object.keys(TRANSFORMATIONS).map(Number)

/** Declares the EXIF orientation of a rotated picture. */
const withOrientation = (rotated: Uint8Array, orientation: number): Promise<Buffer> =>
  sharp(rotated).withMetadata({ orientation }).jpeg().toBuffer()

test.each(ORIENTATIONS)('renders a photo upright for every EXIF orientation (%i)', async (orientation) => {
  const rotated = await aJpeg({ transform: TRANSFORMATIONS[orientation]! })
  const processed = await process(await withOrientation(rotated, orientation))
  for (const { bytes } of processed.variants) expect(await readCorners(bytes)).toEqual(UPRIGHT)
})

type Size = { width: number; height: number }

const SIDEWAYS: Size = { width: 1_200, height: 600 }
const UPRIGHT_SIZE: Size = { width: 600, height: 1_000 }
const SQUARE: Size = { width: 640, height: 600 }
/** Crops in the units of the contract, each with the size of the picture and the expected area in pixels. */
const CROPS: [string, Crop, Size, Area][] = [
  ['in the middle', { zoom: 0, offsetX: 0, offsetY: 0 }, SIDEWAYS, { left: 150, top: 0, width: 900, height: 600 }],
  ['at the left', { zoom: 0, offsetX: -1, offsetY: 0 }, SIDEWAYS, { left: 0, top: 0, width: 900, height: 600 }],
  [
    'at the right, with any vertical offset',
    { zoom: 0, offsetX: 1, offsetY: -1 },
    SIDEWAYS,
    { left: 300, top: 0, width: 900, height: 600 },
  ],
  [
    'of an upright photo, at the bottom',
    { zoom: 0, offsetX: 0, offsetY: 1 },
    UPRIGHT_SIZE,
    { left: 0, top: 250, width: 600, height: 750 },
  ],
  [
    'of a nearly square photo',
    { zoom: 0, offsetX: 1, offsetY: 0 },
    SQUARE,
    { left: 40, top: 0, width: 600, height: 600 },
  ],
  ['zoomed twice', { zoom: 50, offsetX: 0, offsetY: 0 }, SIDEWAYS, { left: 375, top: 150, width: 450, height: 300 }],
  [
    'zoomed three times, upper left',
    { zoom: 100, offsetX: -1, offsetY: -1 },
    UPRIGHT_SIZE,
    { left: 0, top: 0, width: 200, height: 250 },
  ],
  [
    'zoomed three times, lower right',
    { zoom: 100, offsetX: 1, offsetY: 1 },
    SQUARE,
    { left: 440, top: 400, width: 200, height: 200 },
  ],
  ['in between', { zoom: 25, offsetX: 0.5, offsetY: -0.5 }, SIDEWAYS, { left: 450, top: 50, width: 600, height: 400 }],
]

/** Expects every variant to show exactly the area with the white rim. */
async function expectRim({ variants }: ProcessedImage): Promise<void> {
  for (const { bytes } of variants)
    for (const brightness of await readRim(bytes)) expect(brightness).toBeGreaterThan(200)
}

describe('a crop', () => {
  test.each(CROPS)('%s contains exactly the chosen area', { tags: 'images.crop' }, async (_, crop, size, area) => {
    const processed = await process(await aJpegWithRim(size, area), { crop })
    await expectRim(processed)
    expect(processed).toMatchObject({ width: area.width, height: area.height })
  })

  test.each(ORIENTATIONS)('refers to the upright picture in every EXIF orientation (%i)', async (orientation) => {
    const [, crop, size, area] = CROPS.at(-1)!
    const rotated = await aJpegWithRim(size, area, TRANSFORMATIONS[orientation])
    await expectRim(await process(await withOrientation(rotated, orientation), { crop }))
  })

  test('has three sizes for a large photo, and is not enlarged for a tiny one', async () => {
    const crop = { zoom: 0, offsetX: 1, offsetY: 1 }
    expect(await describeVariants(await process(await aJpeg({ width: 4_000, height: 3_000 }), { crop }))).toEqual([
      'webp 0 large 1600x1067',
      'webp 0 medium 640x427',
      'webp 0 small 160x107',
    ])
    const tinyCrop = await process(await aJpeg({ width: 2, height: 1 }), { crop: { ...crop, zoom: 100 } })
    expect(await describeVariants(tinyCrop)).toContain('webp 0 large 1x1')
  })
})

test.each([
  [90, ['light red', 'red', 'light blue', 'blue'], '400x600'],
  [180, ['light blue', 'light red', 'blue', 'red'], '600x400'],
  [270, ['blue', 'light blue', 'red', 'light red'], '400x600'],
])('rotates by %i degrees, from the upload and from its large variant', async (rotation, corners, size) => {
  const processed = await process(await aJpeg(), { rotation })
  expect(await describeVariants(processed)).toEqual(
    expect.arrayContaining(['webp 0 large 600x400', `webp ${rotation} large ${size}`]),
  )
  const [upright, ...rotated] = processed.variants
  expect(await readCorners(upright!.bytes)).toEqual(UPRIGHT)
  const reprocessed = await process(upright!.bytes, { rotation, source: 'LARGE' })
  expect(reprocessed.variants.map((variant) => [variant.rotation, variant.size])).toEqual([
    [rotation, 'large'],
    [rotation, 'medium'],
    [rotation, 'small'],
  ])
  for (const { bytes } of [...rotated, ...reprocessed.variants]) expect(await readCorners(bytes)).toEqual(corners)
  expect(reprocessed).toMatchObject({ width: processed.width, height: processed.height })
})

test('renders no new large variant when a photo is rotated back', async () => {
  const [upright] = (await process(await aJpeg())).variants
  const reprocessed = await process(upright!.bytes, { source: 'LARGE' })
  expect(reprocessed.variants.map(({ size }) => size)).toEqual(['medium', 'small'])
})

test('removes all metadata that a camera has added', async () => {
  const photo = await aJpeg({ transform: addMetadata })
  for (const secret of [SECRETS.camera, SECRETS.location, SECRETS.comment]) expect(photo.includes(secret)).toBe(true)
  const { variants } = await process(photo, { rotation: 90 })
  expect(variants).toHaveLength(4)
  for (const { bytes } of variants) {
    expect(Object.keys(await sharp(bytes).metadata())).not.toEqual(expect.arrayContaining(['exif']))
    const text = Buffer.from(bytes).toString('latin1')
    for (const marker of [...Object.values(SECRETS), 'EXIF', 'Exif', 'ICCP', 'XMP ', 'GPS', 'xmpmeta'])
      expect(text).not.toContain(marker)
  }
})

test.each<[string, () => Promise<Buffer>]>([
  [
    'in print colors',
    async () =>
      sharp(await aJpeg())
        .toColourspace('cmyk')
        .jpeg()
        .toBuffer(),
  ],
  [
    'in grayscale',
    async () =>
      sharp(await aJpeg())
        .toColourspace('b-w')
        .jpeg()
        .toBuffer(),
  ],
  ['with progressive scans', () => aJpeg({ transform: (image) => image.jpeg({ progressive: true }) })],
  ['of one pixel', () => aJpeg({ width: 1, height: 1 })],
  ['of a single line', () => aJpeg({ width: 9_000, height: 1 })],
  ['of the maximum number of pixels', () => aJpeg({ width: 8_000, height: 6_250 })],
  ['with data after its end', async () => Buffer.concat([await aJpeg(), Buffer.alloc(100_000, 'PK')])],
  [
    'with far too much metadata',
    async () => {
      const [photo, segment] = [await aJpeg(), Buffer.alloc(65_535, 'x')]
      segment.set([0xff, 0xed, 0xff, 0xfd])
      return Buffer.concat([photo.subarray(0, 2), ...Array.from({ length: 150 }, () => segment), photo.subarray(2)])
    },
  ],
])('renders a photo %s', async (_, createFile) => {
  const { variants } = await process(await createFile())
  for (const { bytes } of variants) expect((await sharp(bytes).stats()).channels.length).toBe(3)
})

describe('returns null for an unreadable file, and renders the next one', () => {
  test.each<[string, () => Promise<Buffer>]>([
    ['too many pixels', () => aJpeg({ width: 8_000, height: 7_500 })],
    ['a truncated photo', async () => (await aJpeg({ width: 2_000, height: 1_000 })).subarray(0, 6_000)],
    ['only a header', async () => Buffer.from('ffd8ffe000104a46494600', 'hex')],
    [
      'a header that declares more pixels than there are',
      async () => {
        const photo = await aJpeg()
        const frame = photo.indexOf(Buffer.from([0xff, 0xc0]))
        photo.set([0xff, 0xdc, 0xff, 0xdc], frame + 5)
        return photo
      },
    ],
    [
      'noise after a header',
      async () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(500_000, '\u00a7')]),
    ],
    ['endless scans', () => aJpegWithManyScans(2_000)],
    [
      'another format',
      async () =>
        sharp(await aJpeg())
          .png()
          .toBuffer(),
    ],
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['an empty file', async () => Buffer.alloc(0)],
  ])('%s', { tags: 'images.unreadable' }, async (_, createFile) => {
    expect(await imageProcessor.process({ bytes: await createFile(), source: 'RAW', rotation: 0 })).toBeNull()
    expect((await process(await aJpeg())).variants).toHaveLength(3)
  })
})

test('throws errors that are not about the file, and renders the next one', async () => {
  const bytes = await aJpeg()
  await expect(imageProcessor.process({ bytes, source: 'RAW', rotation: Number.NaN })).rejects.toThrow(/angle/)
  expect((await process(bytes)).variants).toHaveLength(3)
})

test('aborts a task that exceeds its timeout', async () => {
  const processorWithShortTimeout = createImageProcessor({ timeoutMs: 1 })
  const bytes = await aJpeg({ width: 6_000, height: 6_000 })
  await expect(processorWithShortTimeout.process({ bytes, source: 'RAW', rotation: 0 })).rejects.toThrow('ended')
  processorWithShortTimeout.close()
  expect((await process(bytes)).variants).toHaveLength(3)
})

test('processes five pictures concurrently', async () => {
  const bytes = await aJpeg({ width: 1_000, height: 800 })
  const processed = await Promise.all(Array.from({ length: 5 }, (_, n) => process(bytes, { rotation: (n % 4) * 90 })))
  expect(processed.map(({ width }) => width)).toEqual([1_000, 800, 1_000, 800, 1_000])
})
