import { PHOTO_BYTES_MAX, PHOTO_PIXELS_MAX } from '@app/contract/limits'

/**
 * The maximum length of the longer side in pixels: the interface shows no more than this, and larger photos take longer
 * to send.
 */
const SIDE_MAX_PX = 4_096
const JPEG_QUALITY = 0.92

export type PhotoProblem = 'unreadable' | 'heic' | 'tooLarge' | 'tooManyPixels'

/** A JPEG within the server's limits, and its size in upright orientation. */
export type PhotoFile = { file: Blob; width: number; height: number }

/** The reason why a file cannot be sent. */
export class PhotoRejection extends Error {
  readonly problem: PhotoProblem
  constructor(problem: PhotoProblem) {
    super(problem)
    this.problem = problem
  }
}

/** An area of a picture, in pixels of that picture. */
export type Area = { x: number; y: number; width: number; height: number }

export type DecodedPhoto = { image: HTMLImageElement; url: string; width: number; height: number }

/**
 * Matches HEIC content, which phones produce and most browsers cannot decode. Checked by content, since file names are
 * often lost.
 */
const HEIC = /^ftyp(hei|hev|mif1|msf1)/

const isHeic = async (file: Blob): Promise<boolean> => HEIC.test(await file.slice(4, 12).text())

/** Decodes a picture in its upright orientation. The caller has to revoke its URL. */
export async function decodePhoto(file: Blob): Promise<DecodedPhoto> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = reject
      image.src = url
    })
  } catch {
    URL.revokeObjectURL(url)
    throw new PhotoRejection((await isHeic(file)) ? 'heic' : 'unreadable')
  }
  const { naturalWidth: width, naturalHeight: height } = image
  if (width * height <= PHOTO_PIXELS_MAX) return { image, url, width, height }
  URL.revokeObjectURL(url)
  throw new PhotoRejection('tooManyPixels')
}

const encode = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY)
  })

const ROTATIONS = { 0: [1, 0], 90: [0, 1], 180: [-1, 0], 270: [0, -1] } as const
export type Rotation = keyof typeof ROTATIONS

/** Renders an area of a picture, rotated, as a JPEG whose longer side is at most `sideMax`. */
export async function renderPhoto(
  image: CanvasImageSource,
  area: Area,
  { rotation = 0, sideMax = SIDE_MAX_PX }: { rotation?: Rotation; sideMax?: number } = {},
): Promise<PhotoFile> {
  const scale = Math.min(1, sideMax / Math.max(area.width, area.height))
  const [width, height] = [Math.max(1, Math.round(area.width * scale)), Math.max(1, Math.round(area.height * scale))]
  const isSideways = rotation === 90 || rotation === 270
  const canvas = document.createElement('canvas')
  canvas.width = isSideways ? height : width
  canvas.height = isSideways ? width : height
  const context = canvas.getContext('2d')
  if (!context) throw new PhotoRejection('unreadable')
  // JPEG has no transparency: without a background transparent areas would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  const [cos, sin] = ROTATIONS[rotation]
  context.setTransform(cos, sin, -sin, cos, canvas.width / 2, canvas.height / 2)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, -width / 2, -height / 2, width, height)
  const file = await encode(canvas)
  if (!file) throw new PhotoRejection('unreadable')
  if (file.size > PHOTO_BYTES_MAX) throw new PhotoRejection('tooLarge')
  return { file, width: canvas.width, height: canvas.height }
}

/** Returns whether a file is a JPEG by content, not by name. */
async function isJpeg(file: Blob): Promise<boolean> {
  const [first, second, third] = new Uint8Array(await file.slice(0, 3).arrayBuffer())
  return first === 0xff && second === 0xd8 && third === 0xff
}

/** Converts a chosen file for upload: a JPEG within the limits stays unchanged, everything else is rendered again. */
export async function preparePhoto(file: Blob): Promise<PhotoFile> {
  const { image, url, width, height } = await decodePhoto(file)
  try {
    const isWithinLimits = file.size <= PHOTO_BYTES_MAX && Math.max(width, height) <= SIDE_MAX_PX
    if (isWithinLimits && (await isJpeg(file))) return { file, width, height }
    return await renderPhoto(image, { x: 0, y: 0, width, height })
  } finally {
    URL.revokeObjectURL(url)
  }
}
