import { step } from '../../stack/say.mjs'
import type { Figure } from '../figures.ts'
import { type List, measureLists, type Setting } from '../lists/run.ts'
import { ENTRIES, fillFeed } from './fill.ts'
import { ADS, fillAds } from './fill-ads.ts'

const AMONG = `among ${ENTRIES.toLocaleString('en')}`

/** What everybody scrolls through. */
const FEEDS: List[] = [
  { what: `photo feed ${AMONG}`, path: '/movie' },
  { what: `a page far down in it`, path: `/movie?before=${ENTRIES / 2}` },
  {
    what: `ads among ${ADS.toLocaleString('en')}`,
    path: '/ads/filtered',
    body: { showCouples: true, showSingleMen: true, showSingleWomen: true, showSingleNonBinary: true },
  },
  {
    what: `ads of the rarest kind among ${ADS.toLocaleString('en')}`,
    path: '/ads/filtered',
    body: { showCouples: false, showSingleMen: false, showSingleWomen: false, showSingleNonBinary: true },
  },
  { what: `new photos ${AMONG}, counted`, path: `/movie/new?after=${ENTRIES - 60}` },
]

export async function compareFeeds(setting: Setting): Promise<Figure[]> {
  await step(`${ENTRIES.toLocaleString('en')} photos in the feed`, () => fillFeed(setting.pool))
  await step(`${ADS.toLocaleString('en')} ads`, () => fillAds(setting.pool))
  return measureLists(setting, FEEDS)
}
