import sharp from 'sharp'
import { createRandom, shuffle } from '../random.ts'
import { LIGHTS, type Light, PALETTES } from './palettes.ts'
import { onHill, onPier, portrait } from './people.ts'
import { SIDE } from './svg.ts'
import { VIEWS } from './views.ts'

const PEOPLE = { portrait, hill: onHill, pier: onPier }

/**
 * The subject of a picture, the number of persons (one or two; views ignore it), the light, the seed of all details, and
 * the ratio of width to height (1 if undefined). Pictures that are equal in all of them look the same.
 */
export type Picture = {
  motif: keyof typeof PEOPLE | keyof typeof VIEWS
  persons: number
  light: Light
  seed: number
  ratio?: number
}

const showsPeople = (motif: Picture['motif']): motif is keyof typeof PEOPLE => motif in PEOPLE

function renderSvg({ motif, persons, light, seed }: Picture): string {
  const random = createRandom(seed)
  return showsPeople(motif) ? PEOPLE[motif](PALETTES[light], random, persons) : VIEWS[motif](PALETTES[light], random)
}

const QUALITY = 86

/** Returns the size of the largest area of a ratio in the square on which pictures are drawn. */
const computeCropSize = (ratio: number): { width: number; height: number } => ({
  width: Math.round(SIDE * Math.min(1, ratio)),
  height: Math.round(SIDE / Math.max(1, ratio)),
})

/** Renders a picture in the form that a member would upload; cuts it to its ratio around the middle. */
export const renderJpeg = (picture: Picture): Promise<Buffer> =>
  sharp(Buffer.from(renderSvg(picture)))
    .resize(computeCropSize(picture.ratio ?? 1))
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer()

const PEOPLE_CYCLE = ['portrait', 'hill', 'portrait', 'pier', 'portrait'] as const
const LIGHT_STEP = 3

/** Returns an item by its index, which starts again from 0 after the last item. */
const itemAt = <Item>(items: readonly Item[], index: number): Item => items[index % items.length] as Item

/**
 * Picks the pictures for the member at an index: first one of the persons, then distinct views. Light and motif rotate
 * with the index, so that neighbors in lists differ.
 */
export function pickPictures(memberIndex: number, persons: number, views: number): Picture[] {
  const random = createRandom(memberIndex)
  const light = (index: number) => itemAt(LIGHTS, memberIndex * LIGHT_STEP + index)
  const viewMotifs = shuffle(random, Object.keys(VIEWS) as (keyof typeof VIEWS)[]).slice(0, views)
  return [itemAt(PEOPLE_CYCLE, memberIndex), ...viewMotifs].map((motif, index) => ({
    motif,
    persons,
    light: light(index),
    seed: memberIndex * LIGHTS.length + index,
  }))
}
