import { step } from '../../../stack/progress.mjs'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { type List, measureLists } from '../lists/run.ts'
import { fillFeed } from './fill.ts'
import { fillAds } from './fill-ads.ts'

/** Returns the feeds to measure, each with the given number of entries. */
function listFeeds(entries: number): List[] {
  const among = `among ${entries.toLocaleString('en')}`
  const everything = { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true }
  const rarest = { showCouples: false, showSingleMen: false, showSingleWomen: false, showSingleNonBinary: true }
  return [
    { what: `photo feed ${among}`, path: '/movie' },
    { what: `a page far down in the photo feed ${among}`, path: `/movie?before=${entries / 2}` },
    { what: `new photos ${among}, counted`, path: `/movie/new?after=${entries - 60}` },
    { what: `ads ${among}`, path: '/ads/filtered', body: everything },
    { what: `ads of a kind with none ${among}`, path: '/ads/filtered', body: rarest },
  ]
}

export async function compareFeeds(bench: Bench): Promise<Figure[]> {
  const { pool, options } = bench
  await step(`${options.entries.toLocaleString('en')} photos in the feed`, () => fillFeed(pool, options.entries))
  await step(`${options.entries.toLocaleString('en')} ads`, () => fillAds(pool, options.entries))
  return measureLists(bench, listFeeds(options.entries))
}
