import sharp, { type Sharp } from 'sharp'

type JpegOptions = { width?: number; height?: number; transform?: (image: Sharp) => Sharp; quality?: number }

/** Creates an image with a different color in each corner, so that its rotation is visible. */
async function createTestImage(width: number, height: number): Promise<Sharp> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#c00"/><rect x="50%" width="50%" height="100%" fill="#00c"/>
    <rect y="50%" width="50%" height="50%" fill="#f88"/><rect x="50%" y="50%" width="50%" height="50%" fill="#88f"/></svg>`
  return sharp(await sharp(Buffer.from(drawing), { limitInputPixels: false }).png().toBuffer(), {
    limitInputPixels: false,
  })
}

/** Creates a JPEG with a different color in each corner, changed by `transform`. */
export async function aJpeg({
  width = 600,
  height = 400,
  quality = 90,
  transform = (image) => image,
}: JpegOptions = {}) {
  return transform((await createTestImage(width, height)).removeAlpha())
    .jpeg({ quality })
    .toBuffer()
}

export type Corner = 'red' | 'blue' | 'light red' | 'light blue'

/** Returns the color of each corner: upper left, upper right, lower left, lower right. */
export async function readCorners(picture: Uint8Array): Promise<Corner[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colorAt = (x: number, y: number): Corner => {
    const offset = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(offset, offset + 3)
    return `${green > 70 ? 'light ' : ''}${red > blue ? 'red' : 'blue'}`
  }
  return [colorAt(0.1, 0.1), colorAt(0.9, 0.1), colorAt(0.1, 0.9), colorAt(0.9, 0.9)]
}

export type Area = { left: number; top: number; width: number; height: number }

/**
 * Creates a black JPEG with an area that has a narrow white rim. Only a crop of exactly this area has white corners.
 */
export async function aJpegWithRim(
  picture: { width: number; height: number },
  { left, top, width, height }: Area,
  transform = (image: Sharp): Sharp => image,
): Promise<Buffer> {
  const [rimX, rimY] = [width / 20, height / 20]
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${picture.width}" height="${picture.height}">
    <rect width="100%" height="100%"/><rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#fff"/>
    <rect x="${left + rimX}" y="${top + rimY}" width="${width - 2 * rimX}" height="${height - 2 * rimY}"/></svg>`
  const image = sharp(await sharp(Buffer.from(drawing)).removeAlpha().png().toBuffer())
  return transform(image).jpeg({ quality: 100 }).toBuffer()
}

/** Returns the brightness of the middle of the rim in each corner, from 0 to 255. */
export async function readRim(picture: Uint8Array): Promise<number[]> {
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
  const brightnessAt = (x: number, y: number) =>
    data[(Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels] ?? 0
  return [
    brightnessAt(0.025, 0.025),
    brightnessAt(0.975, 0.025),
    brightnessAt(0.025, 0.975),
    brightnessAt(0.975, 0.975),
  ]
}

/** Values that `addMetadata` writes, like those of a camera. */
export const SECRETS = { camera: 'SECRETCAMERA', location: 'SECRETPLACE', comment: 'SECRETWORDS' }

/** Adds EXIF data with a location, XMP data and a color profile. */
export const addMetadata = (image: Sharp): Sharp =>
  image
    .withExif({
      IFD0: { Make: SECRETS.camera, ImageDescription: SECRETS.location },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 19/1 46/1', GPSLongitudeRef: 'E', GPSLongitude: '18/1 4/1 7/1' },
    })
    .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRETS.comment}</x:xmpmeta>`)
    .withIccProfile('p3')

/** Creates a progressive JPEG with many copies of its last scan: small to store, but very slow to decode. */
export async function aJpegWithManyScans(scanCount: number): Promise<Buffer> {
  const photo = await aJpeg({ width: 7_000, height: 7_000, transform: (image) => image.jpeg({ progressive: true }) })
  const endOfImage = photo.lastIndexOf(Buffer.from([0xff, 0xd9]))
  const startOfLastScan = photo.lastIndexOf(Buffer.from([0xff, 0xda]))
  const lastScan = photo.subarray(startOfLastScan, endOfImage)
  const addedScans = Array.from({ length: scanCount }, () => lastScan)
  return Buffer.concat([photo.subarray(0, endOfImage), ...addedScans, photo.subarray(endOfImage)])
}
