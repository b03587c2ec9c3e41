import type { Area, Turn } from '../../lib/photos/photo-file.ts'

type Size = { width: number; height: number }

/** Converts an area of the rotated picture to pixels of the original picture. */
export function areaBefore({ x, y, width, height }: Area, turn: Turn, whole: Size): Area {
  if (turn === 90) return { x: y, y: whole.height - x - width, width: height, height: width }
  if (turn === 180) return { x: whole.width - x - width, y: whole.height - y - height, width, height }
  if (turn === 270) return { x: whole.width - y - height, y: x, width: height, height: width }
  return { x, y, width, height }
}

/** The maximum of the zoom setting, which runs from 0 to 100; 100 magnifies three times. */
export const ZOOM_MAX = 100
export const magnification = (zoom: number): number => 1 + zoom / 50
export const zoomOf = (magnified: number): number => Math.max(0, Math.min(ZOOM_MAX, Math.round((magnified - 1) * 50)))

/** A square crop in the feed's terms: the zoom, and the offset between the edges from -1 to 1, with 0 in the middle. */
export type Cut = { zoom: number; offsetX: number; offsetY: number }

const clamp = (min: number, max: number, value: number): number => Math.max(min, Math.min(max, value))

/** Returns the offset along one axis; 0 if the picture is not longer than the square, and so cannot move. */
const offsetOf = (start: number, side: number, whole: number): number =>
  whole <= side ? 0 : clamp(-1, 1, (2 * start) / (whole - side) - 1)

export function cutOf({ x, y, width: side }: Area, { width, height }: Size): Cut {
  const zoom = clamp(0, ZOOM_MAX, (Math.min(width, height) / side - 1) * 50)
  return { zoom, offsetX: offsetOf(x, side, width), offsetY: offsetOf(y, side, height) }
}
