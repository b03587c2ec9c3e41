import { PHOTO_PIXELS_MAX } from '@app/contract/limits'
import { MEDIA_SIZES, type MediaSize } from '@app/contract/media'
import { movieRatioOf } from '@app/contract/movie-ratios'
import sharp, { type OutputInfo, type Region, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'

// One thread per picture, since several child processes handle pictures in parallel.
sharp.concurrency(1)
sharp.cache(false)

/** The area of a film photo that its author chose, in the units of `MovieUploadParts` in the contract. */
export type Crop = { zoom: number; offsetX: number; offsetY: number }

/** A picture to process: the upload (RAW), or its large variant, which is already upright and cropped (LARGE). */
export type ImageTask = { bytes: Uint8Array; source: 'RAW' | 'LARGE'; rotation: number; crop?: Crop | null }

export type Variant = { rotation: number; size: MediaSize; bytes: Uint8Array }

export type ProcessedImage = { variants: Variant[]; width: number; height: number; placeholder: string }

type Pixels = { data: Buffer; info: OutputInfo }

const WEBP_OPTIONS = { quality: 80, effort: 2 } as const
/** The maximum side in pixels of the picture that the placeholder is computed from. */
const PLACEHOLDER_SIDE = 100

const fitInside = (image: Sharp, side: number): Sharp =>
  image.resize(side, side, { fit: 'inside', withoutEnlargement: true })

const readPixels = (image: Sharp): Promise<Pixels> => image.raw().toBuffer({ resolveWithObject: true })

const fromPixels = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } })

/**
 * Returns the first pixel of a crop along one axis. `offset` ranges from -1, one end of the picture, to 1, the other.
 */
const getCropStart = (offset: number, cropLength: number, pictureLength: number): number =>
  Math.round(((pictureLength - cropLength) * (offset + 1)) / 2)

/**
 * Returns the area in pixels of the upright picture, in the shape nearest to the picture's own. A zoom of 0, 50 or 100
 * magnifies by 1, 2 or 3.
 */
function getCropRegion({ zoom, offsetX, offsetY }: Crop, picture: { width: number; height: number }): Region {
  const ratio = movieRatioOf(picture)
  const magnify = (length: number): number => Math.max(1, Math.round(length / (1 + zoom / 50)))
  const width = magnify(Math.min(picture.width, picture.height * ratio))
  const height = magnify(Math.min(picture.height, picture.width / ratio))
  return {
    left: getCropStart(offsetX, width, picture.width),
    top: getCropStart(offsetY, height, picture.height),
    width,
    height,
  }
}

/** The error for a file that is not a complete picture in the accepted format and size. */
export class UnreadablePictureError extends Error {}

/**
 * Decodes a picture upright and in the large size, cropped if its owner wants that. Throws for incomplete files, and
 * before decoding for other formats and oversized pictures.
 */
async function decodePicture({ bytes, source, crop }: ImageTask): Promise<Pixels> {
  const image = sharp(bytes, { limitInputPixels: PHOTO_PIXELS_MAX, failOn: 'error' })
  const { format, autoOrient } = await image.metadata()
  if (format !== (source === 'RAW' ? 'jpeg' : 'webp')) throw new Error(`the format ${format} is not accepted`)
  const upright = image.autoOrient()
  const cropped = crop ? upright.extract(getCropRegion(crop, autoOrient)) : upright
  return readPixels(fitInside(cropped, MEDIA_SIZES.large).toColourspace('srgb'))
}

/** Decodes like `decodePicture`, with one class for all errors, since those of sharp differ only in their messages. */
const decode = (task: ImageTask): Promise<Pixels> =>
  decodePicture(task).catch((error: unknown) => {
    throw new UnreadablePictureError('the picture is unreadable', { cause: error })
  })

/** Computes a blurred placeholder of a few bytes, encoded as base64. */
async function createPlaceholder(pixels: Pixels): Promise<string> {
  const { data, info } = await readPixels(
    fitInside(fromPixels(pixels), PLACEHOLDER_SIDE).toColourspace('srgb').ensureAlpha(),
  )
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

const encode = (pixels: Pixels): Promise<Buffer> => fromPixels(pixels).webp(WEBP_OPTIONS).toBuffer()

/**
 * Renders all sizes of a picture in the requested rotation. From an upload it also renders the upright large variant,
 * the source of later rotations. Each size is derived from the next larger one. The variants contain no metadata. Throws
 * UnreadablePictureError for a file that cannot be decoded.
 */
export async function processImage(task: ImageTask): Promise<ProcessedImage> {
  const { source, rotation } = task
  const upright = await decode(task)
  const large = rotation === 0 ? upright : await readPixels(fromPixels(upright).rotate(rotation))
  const medium = await readPixels(fitInside(fromPixels(large), MEDIA_SIZES.medium))
  const small = await readPixels(fitInside(fromPixels(medium), MEDIA_SIZES.small))
  const variants: Variant[] = []
  if (source === 'RAW') variants.push({ rotation: 0, size: 'large', bytes: await encode(upright) })
  if (rotation !== 0) variants.push({ rotation, size: 'large', bytes: await encode(large) })
  variants.push({ rotation, size: 'medium', bytes: await encode(medium) })
  variants.push({ rotation, size: 'small', bytes: await encode(small) })
  const { width, height } = large.info
  return { variants, width, height, placeholder: await createPlaceholder(small) }
}
