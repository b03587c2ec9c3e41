import { type Figure, isWithinTarget } from './figures.ts'
import type { Part } from './options.ts'
import { KINDS } from './search/search-kinds.ts'

const exactly = (what: string): RegExp => new RegExp(`^${what}$`)

const LISTS = ['group list', 'groups to join', 'event list', 'public events', 'older public events']
const FEEDS = ['photo feed', 'a page far down in the photo feed', 'ads', 'ads of a kind with none']

/** Titles of the figures that have a target. A missing line is an error. */
const BUDGETS: Record<Part, RegExp[]> = {
  plates: ['24 plates', 'chat with photos'].map((page) => exactly(`${page}, .* px, layout shift`)),
  groups: [],
  chats: [
    ...['send a message', 'send it again', 'chat list', 'message page'].map((what) =>
      exactly(`statements of a call: ${what}`),
    ),
    ...['send a message', 'chat list', 'message page'].map((what) => exactly(`${what}, calls`)),
    /^send to receive, .*, p50$/,
    /^send to receive, .*, p99$/,
    /^hub memory a member, /,
    exactly('login page, scripts gzipped'),
    exactly('chats of a member, scripts gzipped'),
  ],
  lists: LISTS.map((list) => exactly(`${list} among .*, calls`)),
  feed: [...FEEDS.map((list) => exactly(`${list} among .*, calls`)), /^new photos among .*, counted, calls$/],
  photos: [/^photos a second a core, /, /^peak memory of the worker, processing /],
  digests: [/^memory of the worker at most, second half to first, digests /],
  search: KINDS.flatMap(({ what }) => [
    exactly(`${what}, p99 of the most to the fewest members`),
    exactly(`statements of a call: ${what}`),
  ]),
}

const isMeasured = ({ ours, bare }: Figure): boolean =>
  Number.isFinite(ours) && (bare === undefined || (Number.isFinite(bare) && bare > 0))

/**
 * Returns the errors in the figures of a part, whatever their values: a target without a line, or a line without
 * numbers.
 */
export function findFaults(part: Part, figures: Figure[]): string[] {
  const figuresWithTarget = figures.filter((figure) => isWithinTarget(figure) !== undefined)
  const missing = BUDGETS[part].filter((budget) => !figuresWithTarget.some(({ what }) => budget.test(what)))
  const unmeasured = figures.filter((figure) => !isMeasured(figure))
  return [
    ...(figures.length === 0 ? [`${part}: nothing was measured.`] : []),
    ...missing.map((budget) => `${part}: no line matches ${budget.source}`),
    ...unmeasured.map(({ what }) => `${part}: ${what} has no number`),
  ]
}
