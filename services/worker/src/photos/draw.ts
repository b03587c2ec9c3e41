import { PHOTO_PIXELS_MAX } from '@app/contract/limits'
import { MEDIA_SIZES, type MediaSize } from '@app/contract/media'
import sharp, { type OutputInfo, type Sharp } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'

/** One thread for each picture: several are drawn side by side in processes of their own. */
sharp.concurrency(1)
sharp.cache(false)

/** RAW is what a member has uploaded, LARGE the upright large variant that was drawn from it. */
export type DrawTask = { bytes: Uint8Array; from: 'RAW' | 'LARGE'; rotation: number }

export type Variant = { rotation: number; size: MediaSize; bytes: Uint8Array }

export type Drawn = { variants: Variant[]; width: number; height: number; placeholder: string }

type Pixels = { data: Buffer; info: OutputInfo }

const WEBP = { quality: 80, effort: 2 } as const
const PLACEHOLDER_SIDE = 100

const within = (image: Sharp, side: number): Sharp =>
  image.resize(side, side, { fit: 'inside', withoutEnlargement: true })

const pixelsOf = (image: Sharp): Promise<Pixels> => image.raw().toBuffer({ resolveWithObject: true })

const again = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } })

/** The upright picture in the large size. What is neither whole nor a JPEG of bearable size throws before it is decoded. */
async function decode({ bytes, from }: DrawTask): Promise<Pixels> {
  const image = sharp(bytes, { limitInputPixels: PHOTO_PIXELS_MAX, failOn: 'error' })
  const { format } = await image.metadata()
  if (format !== (from === 'RAW' ? 'jpeg' : 'webp')) throw new Error(`a picture of the format ${format}`)
  return pixelsOf(within(image.autoOrient(), MEDIA_SIZES.large).toColourspace('srgb'))
}

async function placeholderOf(pixels: Pixels): Promise<string> {
  const { data, info } = await pixelsOf(within(again(pixels), PLACEHOLDER_SIDE).toColourspace('srgb').ensureAlpha())
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64')
}

/**
 * Draws all sizes of a picture, turned as its owner wants it; from the upload also the upright large one that later turns
 * are drawn from. What comes out holds pixels and nothing else.
 */
export async function drawPicture(task: DrawTask): Promise<Drawn> {
  const upright = await decode(task)
  const turned = task.rotation === 0 ? upright : await pixelsOf(again(upright).rotate(task.rotation))
  const variants: Variant[] = []
  const draw = async (pixels: Pixels, rotation: number, size: MediaSize): Promise<void> => {
    const image = size === 'large' ? again(pixels) : within(again(pixels), MEDIA_SIZES[size])
    variants.push({ rotation, size, bytes: await image.webp(WEBP).toBuffer() })
  }
  if (task.from === 'RAW') await draw(upright, 0, 'large')
  if (task.rotation !== 0) await draw(turned, task.rotation, 'large')
  await draw(turned, task.rotation, 'medium')
  await draw(turned, task.rotation, 'small')
  const { width, height } = turned.info
  return { variants, width, height, placeholder: await placeholderOf(turned) }
}
