import type { Area, Turn } from '../lib/photo-file.ts'

type Size = { width: number; height: number }

/** An area of the turned picture in the pixels of the picture as it was. */
export function areaBefore({ x, y, width, height }: Area, turn: Turn, whole: Size): Area {
  if (turn === 90) return { x: y, y: whole.height - x - width, width: height, height: width }
  if (turn === 180) return { x: whole.width - x - width, y: whole.height - y - height, width, height }
  if (turn === 270) return { x: whole.width - y - height, y: x, width: height, height: width }
  return { x, y, width, height }
}

/** Zoom as members see it, 0 to 100, where 100 magnifies three times. */
export const ZOOM_MAX = 100
export const magnification = (zoom: number): number => 1 + zoom / 50
export const zoomOf = (magnified: number): number => Math.max(0, Math.min(ZOOM_MAX, Math.round((magnified - 1) * 50)))
