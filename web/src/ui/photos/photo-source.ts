import type { MEDIA_SIZES, Picture } from '@app/contract/media'
import { thumbHashToDataURL } from 'thumbhash'

/** A copy of the contract's sizes, because importing them would bundle the validator too. */
const SIZES = { small: 160, medium: 640, large: 1_600 } as const satisfies typeof MEDIA_SIZES

/** A picture with its variants, or only a URL if the variants are unknown. */
export type ShownPhoto =
  | Pick<Picture, 'status' | 'url' | 'smallUrl' | 'largeUrl' | 'width' | 'height' | 'rotation' | 'placeholder'>
  | string

/** A picture to display. The key stays the same when the URL is signed again. */
export type Source = { key: string; url: string; srcSet: string | undefined; rotation: number }

const stripSignature = (url: string): string => url.split('?')[0] ?? url

/** Returns the `srcset` with the width of each variant; none is wider than the picture. */
function srcSetOf({ smallUrl, url, largeUrl, width, height }: Exclude<ShownPhoto, string>): string | undefined {
  if (!width || !height) return undefined
  const longer = Math.max(width, height)
  const widthOf = (size: number): number => Math.round((width * Math.min(size, longer)) / longer)
  return [`${smallUrl} ${widthOf(SIZES.small)}w`, `${url} ${widthOf(SIZES.medium)}w`, `${largeUrl} ${width}w`].join(
    ', ',
  )
}

/** Returns the source of a processed photo, else of the local preview; null if there is neither. */
export function sourceOf(photo: ShownPhoto, preview?: string | null): Source | null {
  if (typeof photo === 'string') {
    return { key: stripSignature(photo), url: photo, srcSet: undefined, rotation: 0 }
  }
  if (photo.status === 'READY') {
    return {
      key: stripSignature(photo.url),
      url: photo.url,
      srcSet: srcSetOf(photo),
      rotation: photo.rotation,
    }
  }
  return preview ? { key: preview, url: preview, srcSet: undefined, rotation: 0 } : null
}

const placeholderCache = new Map<string, string | null>()

function renderPlaceholder(placeholder: string): string | null {
  try {
    return thumbHashToDataURL(Uint8Array.from(atob(placeholder), (char) => char.charCodeAt(0)))
  } catch {
    return null
  }
}

/** Returns a data URL with a few colors that approximate the picture; null if the picture has no valid placeholder. */
export function placeholderOf(photo: ShownPhoto): string | null {
  const placeholder = typeof photo === 'string' ? null : photo.placeholder
  if (!placeholder) return null
  if (!placeholderCache.has(placeholder)) placeholderCache.set(placeholder, renderPlaceholder(placeholder))
  return placeholderCache.get(placeholder) ?? null
}
