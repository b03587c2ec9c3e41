import sharp from 'sharp'
import { randomFrom, shuffled } from '../random.ts'
import { LIGHTS, type Light, PALETTES } from './palettes.ts'
import { onHill, onPier, portrait } from './people.ts'
import { VIEWS } from './views.ts'

const PEOPLE = { portrait, hill: onHill, pier: onPier }

/** What a picture shows, of whom (one or two persons), in which light; the same seed draws the same picture. */
export type Motif = { motif: keyof typeof PEOPLE | keyof typeof VIEWS; persons: number; light: Light; seed: number }

const isOfPeople = (motif: Motif['motif']): motif is keyof typeof PEOPLE => motif in PEOPLE

function renderSvg({ motif, persons, light, seed }: Motif): string {
  const random = randomFrom(seed)
  return isOfPeople(motif) ? PEOPLE[motif](PALETTES[light], random, persons) : VIEWS[motif](PALETTES[light], random)
}

const QUALITY = 86

/** A picture as a member would upload it. */
export const renderJpeg = (motif: Motif): Promise<Buffer> =>
  sharp(Buffer.from(renderSvg(motif)))
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()

const PEOPLE_CYCLE = ['portrait', 'hill', 'portrait', 'pier', 'portrait'] as const
const LIGHT_STEP = 3

const itemAt = <Item>(items: readonly Item[], memberIndex: number): Item => items[memberIndex % items.length] as Item

/**
 * Pictures of the member who is number `turn`: one of themselves first, then what they like to look at, no view twice.
 * Light and motif go in turn, so that nobody looks like a neighbour.
 */
export function pickMotifs(memberIndex: number, persons: number, views: number): Motif[] {
  const random = randomFrom(memberIndex)
  const light = (index: number) => itemAt(LIGHTS, memberIndex * LIGHT_STEP + index)
  const viewMotifs = shuffled(random, Object.keys(VIEWS) as (keyof typeof VIEWS)[]).slice(0, views)
  return [itemAt(PEOPLE_CYCLE, memberIndex), ...viewMotifs].map((motif, index) => ({
    motif,
    persons,
    light: light(index),
    seed: memberIndex * LIGHTS.length + index,
  }))
}
