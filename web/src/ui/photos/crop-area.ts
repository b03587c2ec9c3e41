import type { Area, Rotation } from '../../lib/photos/photo-file.ts'

type Size = { width: number; height: number }

/** Returns the largest area of a shape, as width divided by height, in the middle of a picture. */
export function centerArea({ width, height }: Size, ratio: number): Area {
  const area = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) }
  return { x: (width - area.width) / 2, y: (height - area.height) / 2, ...area }
}

/** Converts an area of the rotated picture to pixels of the original picture. */
export function toOriginalArea({ x, y, width, height }: Area, rotation: Rotation, original: Size): Area {
  if (rotation === 90) return { x: y, y: original.height - x - width, width: height, height: width }
  if (rotation === 180) return { x: original.width - x - width, y: original.height - y - height, width, height }
  if (rotation === 270) return { x: original.width - y - height, y: x, width: height, height: width }
  return { x, y, width, height }
}

/** The maximum of the zoom setting, which runs from 0 to 100; 100 magnifies three times. */
export const ZOOM_MAX = 100
export const magnification = (zoom: number): number => 1 + zoom / 50
export const zoomOf = (magnified: number): number => Math.max(0, Math.min(ZOOM_MAX, Math.round((magnified - 1) * 50)))

/** A crop as the feed stores it: the zoom, and offsets from -1 at one edge to 1 at the other, 0 in the middle. */
export type Crop = { zoom: number; offsetX: number; offsetY: number }

const clamp = (min: number, max: number, value: number): number => Math.max(min, Math.min(max, value))

/** Returns the offset along one axis; 0 if the picture is not longer than the area, so that it cannot move. */
const offsetOf = (start: number, areaLength: number, length: number): number =>
  length <= areaLength ? 0 : clamp(-1, 1, (2 * start) / (length - areaLength) - 1)

/** Converts an area of a picture; a zoom of 0 is the largest area of the same shape. */
export function toCrop(area: Area, { width, height }: Size): Crop {
  const magnified = Math.min(width / area.width, height / area.height)
  return {
    zoom: clamp(0, ZOOM_MAX, (magnified - 1) * 50),
    offsetX: offsetOf(area.x, area.width, width),
    offsetY: offsetOf(area.y, area.height, height),
  }
}
