type Options = {
  /** Maps a key to the kind of id that it holds. Each kind is ranked separately. */
  ids: Record<string, string>
  /** Keys whose values the fake does not imitate. */
  omitted: readonly string[]
  /** Replacements of user names, by the original name. */
  names?: Record<string, string>
}

/**
 * Makes the responses of two servers comparable although each assigns its own ids and reads its own clock: replaces ids
 * with their ranks in the order in which they were first seen, and times with a constant.
 */
export class ResponseNormalizer {
  private readonly seen = new Map<string, string[]>()
  private readonly options: Options

  constructor(options: Options) {
    this.options = options
  }

  private idsOfKind(kind: string): string[] {
    const ids = this.seen.get(kind) ?? []
    this.seen.set(kind, ids)
    return ids
  }

  private rank(kind: string, id: string): string {
    const ids = this.idsOfKind(kind)
    if (!ids.includes(id)) ids.push(id)
    return `${kind} ${ids.indexOf(id)}`
  }

  /** Returns how many ids of a kind have been seen; their ranks are 0 to count - 1. */
  count = (kind: string): number => this.idsOfKind(kind).length

  /** Returns the id that this server assigned at a rank, or an id that no row has if the rank is unknown. */
  idAtRank = (kind: string, rank: number): string => this.idsOfKind(kind)[rank] ?? '999999999'

  /** Replaces ids with their ranks and times with a constant, so that equivalent responses of both servers are equal. */
  normalize(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => this.normalize(item, key))
    if (value !== null && typeof value === 'object') {
      const entries = Object.entries(value).filter(([name]) => !this.options.omitted.includes(name))
      entries.sort(([one], [other]) => (one < other ? -1 : 1))
      return Object.fromEntries(entries.map(([name, item]) => [name, this.normalize(item, name)]))
    }
    if (typeof value !== 'string') return value
    const kind = this.options.ids[key]
    if (kind) return this.rank(kind, value)
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'a timestamp'
    return this.options.names?.[value] ?? value
  }
}
