import { pick, pickInteger, type Random } from '../random.ts'
import { hills, shores, sky, water } from './land.ts'
import type { Palette } from './palettes.ts'
import { circle, glow, path, picture, SIDE } from './svg.ts'

type Hair = 'short' | 'bun' | 'long' | 'curls' | 'cap'
const HAIR: readonly Hair[] = ['short', 'bun', 'long', 'curls', 'cap']

/** Draws the hair around a head of radius `r` at x, y. */
const HAIR_AROUND: Record<Hair, (x: number, y: number, r: number, fill: string) => string> = {
  short: (x, y, r, fill) => path(`M${x - r} ${y}a${r} ${r * 1.16} 0 0 1 ${2 * r} 0z`, fill),
  bun: (x, y, r, fill) => circle(x + r * 0.55, y - r * 1.15, r * 0.42, fill),
  long: (x, y, r, fill) =>
    path(
      `M${x - r * 1.12} ${y + r * 2.1}C${x - r * 1.5} ${y - r * 0.6} ${x - r * 0.9} ${y - r * 1.4} ${x} ${y - r * 1.3}S${x + r * 1.5} ${y - r * 0.6} ${x + r * 1.12} ${y + r * 2.1}z`,
      fill,
    ),
  curls: (x, y, r, fill) =>
    [-0.9, -0.5, 0, 0.5, 0.9]
      .map((part) => circle(x + part * r, y - r * (0.95 - Math.abs(part) * 0.7), r * 0.46, fill))
      .join(''),
  cap: (x, y, r, fill) =>
    path(`M${x - r * 1.12} ${y - r * 0.35}a${r * 1.12} ${r * 1.05} 0 0 1 ${r * 2.24} 0z`, fill) +
    circle(x, y - r * 1.4, r * 0.2, fill),
}

/** Draws head and shoulders from behind, as a shape of one color. */
function bust(x: number, top: number, r: number, hair: Hair, fill: string): string {
  const [y, neck] = [top + r * 1.15, top + r * 2.9]
  const shoulders = `M${x - r * 2.4} ${SIDE}C${x - r * 2.4} ${neck + r * 0.9} ${x - r * 1.5} ${neck + r * 0.55} ${x - r * 0.55} ${neck}H${x + r * 0.55}C${x + r * 1.5} ${neck + r * 0.55} ${x + r * 2.4} ${neck + r * 0.9} ${x + r * 2.4} ${SIDE}z`
  return [
    HAIR_AROUND[hair](x, y, r, fill),
    `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 1.18}" fill="${fill}"/>`,
    `<rect x="${x - r * 0.42}" y="${y}" width="${r * 0.84}" height="${r * 2.3}" rx="${r * 0.3}" fill="${fill}"/>`,
    path(shoulders, fill),
  ].join('')
}

const background = (palette: Palette, random: Random): string =>
  sky(palette, SIDE) +
  glow(pickInteger(random, 300, 700), 420, 130, palette.sun) +
  hills(random, pickInteger(random, 640, 720), 36, palette.land[0] as string)

/** Draws a close-up of one person or two. */
export function portrait(palette: Palette, random: Random, persons: number): string {
  const [far, near] = [palette.land[2] as string, palette.land[3] as string]
  if (persons === 1) return picture(background(palette, random), bust(500, 260, 150, pick(random, HAIR), near))
  return picture(
    background(palette, random),
    bust(pickInteger(random, 350, 380), pickInteger(random, 210, 250), 128, pick(random, HAIR), far),
    bust(pickInteger(random, 620, 660), pickInteger(random, 290, 350), 122, pick(random, HAIR), near),
  )
}

/** Draws a small standing figure: head, body and legs. */
function figure(x: number, ground: number, height: number, fill: string): string {
  const [head, shoulder, hip] = [height * 0.1, ground - height * 0.78, ground - height * 0.42]
  const half = height * 0.13
  return [
    circle(x, ground - height * 0.9, head, fill),
    path(
      `M${x - half} ${shoulder + 20}q0-22 22-24h${2 * half - 44}q22 2 22 24l-6 ${hip - shoulder}H${x - half + 6}z`,
      fill,
    ),
    path(`M${x - half + 8} ${hip}h${half - 12}l-4 ${ground - hip}h-${half * 0.6}z`, fill),
    path(`M${x + 4} ${hip}h${half - 12}l-6 ${ground - hip}h-${half * 0.6}z`, fill),
  ].join('')
}

function figures(palette: Palette, random: Random, persons: number, ground: number): string {
  const ink = palette.land[3] as string
  if (persons === 1) return figure(500, ground, 330, ink)
  return (
    figure(456, ground, pickInteger(random, 290, 320), ink) + figure(546, ground, pickInteger(random, 330, 360), ink)
  )
}

/** Draws distant figures on a hill in front of the sun. */
export const onHill = (palette: Palette, random: Random, persons: number): string =>
  picture(
    sky(palette, SIDE),
    glow(500, 420, 170, palette.sun),
    circle(500, 420, 170, palette.sun),
    hills(random, 600, 40, palette.land[0] as string),
    hills(random, 700, 40, palette.land[1] as string),
    figures(palette, random, persons, 780),
    path(`M0 ${SIDE}V860Q500 660 ${SIDE} 860V${SIDE}z`, palette.land[3] as string),
  )

/** Draws distant figures at the end of a pier. */
export const onPier = (palette: Palette, random: Random, persons: number): string => {
  const horizon = 560
  const ink = palette.land[3] as string
  return picture(
    sky(palette, horizon),
    glow(600, horizon - 90, 90, palette.sun),
    circle(600, horizon - 90, 90, palette.sun),
    shores(palette.land[1] as string, horizon),
    water(palette, horizon, 600),
    path(`M430 690h140l160 ${SIDE - 690}H270z`, ink),
    figures(palette, random, persons, 700),
  )
}
