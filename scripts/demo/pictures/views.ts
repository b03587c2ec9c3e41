import { pickInteger, type Random } from '../random.ts'
import { hills, shores, sky, stars, water } from './land.ts'
import { PALETTES, type Palette } from './palettes.ts'
import { circle, glow, gradient, path, picture, rect, SIDE, stroke } from './svg.ts'

type View = (palette: Palette, random: Random) => string

const sun = (palette: Palette, x: number, y: number, radius: number): string =>
  glow(x, y, radius, palette.sun) + circle(x, y, radius, palette.sun)

const lake: View = (palette, random) => {
  const [horizon, x] = [pickInteger(random, 540, 600), pickInteger(random, 340, 660)]
  return picture(
    sky(palette, horizon),
    palette === PALETTES.night ? stars(random, 420) : '',
    sun(palette, x, horizon - 30, 74),
    shores(palette.land[1] as string, horizon),
    water(palette, horizon, x),
    hills(random, 960, 20, palette.land[3] as string),
  )
}

const ranges: View = (palette, random) =>
  picture(
    sky(palette, SIDE),
    sun(palette, pickInteger(random, 200, 800), 330, 70),
    ...palette.land.map((color, index) => hills(random, 470 + index * 140, 46, color)),
  )

/** Draws trunks in a bright forest. */
const birches: View = (palette, random) => {
  const trunks = Array.from({ length: 11 }, (_, index) => {
    const [x, width] = [40 + index * 90 + pickInteger(random, -26, 26), pickInteger(random, 14, 34)]
    const near = index < 6
    const marks = near
      ? Array.from({ length: 7 }, () => {
          const y = pickInteger(random, 20, 700)
          return `<rect x="${x}" y="${y}" width="${width * 0.5}" height="7" rx="3" fill="${palette.land[3]}" opacity=".55"/>`
        }).join('')
      : ''
    return `<rect x="${x}" width="${width}" height="${SIDE}" fill="${near ? '#f3f0df' : palette.land[2]}"/>${marks}`
  })
  return picture(
    sky(palette, SIDE),
    glow(620, 240, 130, palette.sun),
    ...trunks.slice(6),
    hills(random, 760, 40, palette.land[0] as string),
    ...trunks.slice(0, 6),
    hills(random, 880, 30, palette.land[2] as string),
  )
}

/** Draws twigs in a vase on a table, in front of a round lamp. */
const vase: View = (palette, random) => {
  const [ink, table] = [palette.land[3] as string, palette.land[1] as string]
  const twigs = [-150, -80, 10, 90, 160].map((lean) => {
    const [x, y] = [450 + lean, pickInteger(random, 110, 240)]
    const leaves = [0.35, 0.55, 0.75, 0.95].map((part) => {
      const [leafX, leafY] = [450 + lean * part, 520 - (520 - y) * part]
      return `<ellipse cx="${leafX + 20}" cy="${leafY}" rx="24" ry="10" fill="${palette.land[1]}" transform="rotate(${lean > 0 ? -32 : 32} ${leafX} ${leafY})"/>`
    })
    return stroke(`M450 560Q${450 + lean * 0.2} 400 ${x} ${y}`, ink, 7) + leaves.join('')
  })
  return picture(
    `${gradient('sky', palette.sky.slice(0, 3))}${rect(0, SIDE, 'url(#sky)')}`,
    circle(690, 300, 235, palette.sun, 0.9),
    ...twigs,
    rect(860, 140, table),
    path('M400 540h100l-6 60c70 40 92 90 92 150 0 70-40 110-70 116h-132c-30-6-70-46-70-116 0-60 22-110 92-150z', ink),
    path('M650 760h120l-18 106h-84z', palette.land[0] as string),
  )
}

/** Draws three bright doors in a dark wall. */
const arches: View = (palette, random) => {
  const door = (x: number, top: number) =>
    `<path d="M${x} 960V${top + 130}a130 130 0 0 1 260 0V960z" fill="url(#light)"/>`
  return picture(
    gradient('light', palette.sky),
    rect(0, SIDE, palette.land[3] as string),
    door(70, pickInteger(random, 90, 160)),
    door(370, pickInteger(random, 150, 200)),
    door(670, pickInteger(random, 220, 300)),
    circle(500, 560, 38, palette.sun),
  )
}

/** Draws a boat on still water. */
const boat: View = (palette, random) => {
  const horizon = 520
  const x = pickInteger(random, 300, 600)
  return picture(
    sky(palette, horizon),
    sun(palette, x + 180, horizon - 120, 60),
    shores(palette.land[0] as string, horizon),
    water(palette, horizon, x + 180),
    path(`M${x - 150} 690h300c-20 60-70 84-150 84s-130-24-150-84z`, palette.land[3] as string),
    stroke(`M${x} 690V330`, palette.land[3] as string, 10),
    path(`M${x + 14} 350l140 300h-140z`, palette.sun),
    path(`M${x - 14} 400v250h-110z`, palette.sky[2] as string),
  )
}

export const VIEWS = { lake, ranges, birches, vase, arches, boat } satisfies Record<string, View>
