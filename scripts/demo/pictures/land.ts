import { pickInteger, type Random } from '../random.ts'
import type { Palette } from './palettes.ts'
import { circle, gradient, path, rect, SIDE } from './svg.ts'

export const sky = ({ sky }: Palette, horizon: number): string =>
  `${gradient('sky', sky)}${rect(0, horizon + 2, 'url(#sky)')}`

/** Draws a range of soft hills whose ridge is at about `y`. */
export function hills(random: Random, y: number, rise: number, fill: string): string {
  const peaks = pickInteger(random, 2, 4)
  const step = SIDE / peaks
  let d = `M0 ${SIDE}V${y + pickInteger(random, -rise, rise)}`
  for (let peak = 0; peak < peaks; peak += 1) {
    const [x, up] = [peak * step, pickInteger(random, -rise, rise)]
    d += `C${x + step * 0.35} ${y + up - rise} ${x + step * 0.65} ${y + up + rise} ${x + step} ${y + pickInteger(random, -rise, rise)}`
  }
  return path(`${d}V${SIDE}Z`, fill)
}

/** Draws still water from the horizon down, with the sun's reflection. */
export function water({ water, sun }: Palette, horizon: number, sunX: number): string {
  const glints = Array.from({ length: 9 }, (_, index) => {
    const width = 60 + ((index * 53) % 130)
    const [x, y] = [sunX - width / 2 + ((index * 37) % 50) - 25, horizon + 14 + index * index * 4.2]
    return `<rect x="${x}" y="${y}" width="${width}" height="${4 + index}" rx="4" fill="${sun}" opacity="${0.75 - index * 0.07}"/>`
  })
  return `${gradient('water', water)}${rect(horizon, SIDE - horizon, 'url(#water)')}${glints.join('')}`
}

/** Draws low land on both sides of the water. */
export const shores = (fill: string, horizon: number): string =>
  path(`M0 ${horizon}V${horizon - 34}Q170 ${horizon - 78} 330 ${horizon}Z`, fill) +
  path(`M${SIDE} ${horizon}V${horizon - 20}Q820 ${horizon - 92} 640 ${horizon}Z`, fill)

export const stars = (random: Random, yMax: number): string =>
  Array.from({ length: 40 }, () =>
    circle(pickInteger(random, 0, SIDE), pickInteger(random, 0, yMax), pickInteger(random, 1, 3), '#fff', 0.6),
  ).join('')
