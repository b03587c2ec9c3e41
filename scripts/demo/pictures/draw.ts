import sharp from 'sharp'
import { randomFrom, shuffled } from '../random.ts'
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

const PEOPLE_IN_TURN = ['portrait', 'hill', 'portrait', 'pier', 'portrait'] as const
const LIGHT_STEP = 3

const inTurn = <Item>(items: readonly Item[], turn: number): Item => items[turn % items.length] as Item

/**
 * Pictures of the member who is number `turn`: one of themselves first, then what they like to look at, no view twice.
 * Light and motif go in turn, so that nobody looks like a neighbour.
 */
export function motifsOf(turn: number, persons: number, views: number): Motif[] {
  const random = randomFrom(turn)
  const light = (place: number) => inTurn(LIGHTS, turn * LIGHT_STEP + place)
  const rest = shuffled(random, Object.keys(VIEWS) as (keyof typeof VIEWS)[]).slice(0, views)
  return [inTurn(PEOPLE_IN_TURN, turn), ...rest].map((motif, place) => ({
    motif,
    persons,
    light: light(place),
    seed: turn * LIGHTS.length + place,
  }))
}
