type Options = {
  /** The kind of the ids under a key; ids of different kinds are independent. */
  ids: Record<string, string>
  /** Keys whose values the fake does not imitate. */
  omitted: readonly string[]
  /** Names to replace. */
  names?: Record<string, string>
}

/**
 * Makes the responses of two servers comparable although each assigns its own ids and reads its own clock: replaces each
 * id by its rank among the ids seen so far, and each instant by a constant.
 */
export class Canonical {
  private readonly seen = new Map<string, string[]>()
  private readonly options: Options

  constructor(options: Options) {
    this.options = options
  }

  private idsOf(kind: string): string[] {
    const ids = this.seen.get(kind) ?? []
    this.seen.set(kind, ids)
    return ids
  }

  private rank(kind: string, id: string): string {
    const ids = this.idsOf(kind)
    if (!ids.includes(id)) ids.push(id)
    return `${kind} ${ids.indexOf(id)}`
  }

  /** Returns the number of ids seen so far, which are those of the ranks below it. */
  count = (kind: string): number => this.idsOf(kind).length

  /** Returns this server's id with a rank, or an id that does not exist. */
  idOf = (kind: string, rank: number): string => this.idsOf(kind)[rank] ?? '999999999'

  /** Returns a copy of a response that equals the copy of an equivalent response of the other server. */
  copy(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => this.copy(item, key))
    if (value !== null && typeof value === 'object') {
      const entries = Object.entries(value).filter(([name]) => !this.options.omitted.includes(name))
      entries.sort(([one], [other]) => (one < other ? -1 : 1))
      return Object.fromEntries(entries.map(([name, item]) => [name, this.copy(item, name)]))
    }
    if (typeof value !== 'string') return value
    const kind = this.options.ids[key]
    if (kind) return this.rank(kind, value)
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'an instant'
    return this.options.names?.[value] ?? value
  }
}
