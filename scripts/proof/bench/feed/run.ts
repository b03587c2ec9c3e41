import { step } from '../../../stack/progress.mjs'
import type { BenchContext } from '../context.ts'
import { type List, measureLists } from '../lists/run.ts'
import type { Measurement } from '../measurements.ts'
import { fillFeed } from './fill.ts'
import { fillAds } from './fill-ads.ts'

/** Lists the feeds to measure, each with the given number of entries. */
function listFeeds(entries: number): List[] {
  const scope = `among ${entries.toLocaleString('en')}`
  const everything = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
  const empty = { showCouples: false, showSingleMen: false, showSingleWomen: false, showSingleNonBinary: true }
  return [
    { label: `photo feed ${scope}`, path: '/movie' },
    { label: `late page of the photo feed ${scope}`, path: `/movie?before=${entries / 2}` },
    { label: `count of new photos ${scope}`, path: `/movie/new?after=${entries - 60}` },
    { label: `ads ${scope}`, path: '/ads/filtered', body: everything },
    { label: `ads of an empty kind ${scope}`, path: '/ads/filtered', body: empty },
  ]
}

export async function compareFeeds(bench: BenchContext): Promise<Measurement[]> {
  const { pool, options } = bench
  await step(`${options.entries.toLocaleString('en')} photos in the feed`, () => fillFeed(pool, options.entries))
  await step(`${options.entries.toLocaleString('en')} ads`, () => fillAds(pool, options.entries))
  return measureLists(bench, listFeeds(options.entries))
}
