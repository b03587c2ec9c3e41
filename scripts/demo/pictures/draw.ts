import sharp from 'sharp'
import { pick, randomFrom } from '../random.ts'
import { LIGHTS, type Light, PALETTES } from './palettes.ts'
import { onHill, onPier, portrait } from './people.ts'
import { VIEWS } from './views.ts'

const PEOPLE = { portrait, hill: onHill, pier: onPier }

/** What a picture shows, of whom (one or two persons), in which light; the same seed draws the same picture. */
export type Motif = { motif: keyof typeof PEOPLE | keyof typeof VIEWS; persons: number; light: Light; seed: number }

const isOfPeople = (motif: Motif['motif']): motif is keyof typeof PEOPLE => motif in PEOPLE

function svgOf({ motif, persons, light, seed }: Motif): string {
  const random = randomFrom(seed)
  return isOfPeople(motif) ? PEOPLE[motif](PALETTES[light], random, persons) : VIEWS[motif](PALETTES[light], random)
}

const QUALITY = 86

/** A picture as a member would upload it. */
export const drawJpeg = (motif: Motif): Promise<Buffer> =>
  sharp(Buffer.from(svgOf(motif)))
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()

/** Pictures of a member's own: one of them first, then what they like to look at, no view twice. */
export function motifsOf(seed: number, persons: number, views: number): Motif[] {
  const random = randomFrom(seed)
  const light = () => pick(random, LIGHTS)
  const people = pick(random, ['portrait', 'portrait', 'hill', 'pier'] as const)
  const first: Motif = { motif: people, persons, light: light(), seed }
  const rest = (Object.keys(VIEWS) as (keyof typeof VIEWS)[])
    .map((motif) => ({ motif, place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, views)
    .map(({ motif }, index): Motif => ({ motif, persons, light: light(), seed: seed + index + 1 }))
  return [first, ...rest]
}
