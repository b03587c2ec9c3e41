import { Encrypted } from '@app/contract/members/profiles'
import { MemberName } from '@app/contract/text/name-schemas'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type * as z from 'zod/mini'
import { countMembersSeen, type MemberBudget, requireFeedBudget } from '../limits/members-seen.ts'

/** Whether and how members in a response count against a daily limit, with the text of the API documentation. */
export const NAMED_MEMBERS = {
  search: 'Members in the response count against the daily limit of members that the caller may look up',
  feed: 'Members in the response count against the daily limit of members that the caller may be shown',
  self: 'The response names only the caller',
  known:
    "The response names only members of the caller's own chats, groups, grants and blocks, or whom the caller invites",
  team: 'The response names only admins, and is for admins',
  case: 'The response names members of a case, for the admins who work on it',
} as const satisfies Record<MemberBudget | 'self' | 'known' | 'team' | 'case', string>

export type NamedMembers = keyof typeof NAMED_MEMBERS

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The daily limit for the members in the response; required if its schema or the path contains the name of a
     * member.
     */
    membersCountAs?: NamedMembers
    /** Set for a POST route that reads: its filter does not fit into a URL, or is stored for the next request. */
    readsByPost?: true
  }
}

/** Adds the names of members in `value` to `names`. */
type Collect = (value: unknown, names: Set<string>) => void
type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null

function collectInObject(shape: Record<string, z.core.$ZodType>): Collect | null {
  const fields = Object.entries(shape).flatMap(([key, schema]) => {
    const collect = createCollector(schema)
    return collect ? [{ key, collect }] : []
  })
  if (fields.length === 0) return null
  return (value, names) => {
    if (isObject(value)) for (const { key, collect } of fields) collect(value[key], names)
  }
}

function collectInArray(element: z.core.$ZodType): Collect | null {
  const collect = createCollector(element)
  return (
    collect && ((value, names) => void (Array.isArray(value) && value.forEach((item) => void collect(item, names))))
  )
}

/** Schema types that no response uses so far, and in which names of members would not be found. */
const UNSUPPORTED_TYPES = new Set(['union', 'intersection', 'tuple', 'record', 'map', 'set', 'lazy', 'promise', 'pipe'])

/** Creates a function that collects the names of members from values of a schema; null if the schema has none. */
function createCollector(schema: z.core.$ZodType): Collect | null {
  if (schema === MemberName) return (value, names) => void (typeof value === 'string' && names.add(value))
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'object') return collectInObject(def.shape)
  if (def.type === 'array') return collectInArray(def.element)
  if ('innerType' in def) return createCollector(def.innerType)
  if (UNSUPPORTED_TYPES.has(def.type))
    throw new Error(`names of members cannot be collected from the type ${def.type} in a response schema`)
  return null
}

/** Returns the member's name in the path: a response with content is about that member. */
const extractNameFromPath = ({ params }: FastifyRequest): string[] => {
  const { userName } = params as { userName?: string }
  return userName === undefined ? [] : [userName]
}

type NameCollector = { encrypted: boolean; collect: (request: FastifyRequest, payload: unknown) => Set<string> }

type ResponseWithContent = { content: Record<string, { schema: z.core.$ZodTypes }> }

/** Lists the schemas of a route's successful responses; a response without content has none. */
const listResponseSchemas = ({ schema }: RouteOptions): z.core.$ZodTypes[] =>
  Object.entries((schema?.response ?? {}) as Record<string, z.core.$ZodTypes | ResponseWithContent>)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) =>
      'content' in response ? Object.values(response.content).map((part) => part.schema) : response,
    )
    .filter(({ _zod }) => _zod.def.type !== 'void')

/** Creates the collector of the members that a route's response names; null if it names none. */
function createRouteCollector(route: RouteOptions): NameCollector | null {
  const schemas = listResponseSchemas(route)
  const collectors = schemas.map(createCollector).filter((collect) => collect !== null)
  const encrypted = schemas.some((schema) => schema === Encrypted)
  const isAboutNamedMember = schemas.length > 0 && route.url.includes(':userName')
  if (collectors.length === 0 && !isAboutNamedMember && !encrypted) return null
  const collect: NameCollector['collect'] = (request, payload) => {
    const names = new Set(isAboutNamedMember ? extractNameFromPath(request) : [])
    for (const collector of collectors) collector(payload, names)
    return names
  }
  return { encrypted, collect }
}

const isBudget = (countAs: NamedMembers | undefined): countAs is MemberBudget =>
  countAs === 'search' || countAs === 'feed'

/** Returns a route's hooks preceded by another one. */
const prepend = <Hook>(hook: Hook, hooks: Hook | Hook[] | undefined): Hook[] =>
  [hook, ...[hooks ?? []].flat()] as Hook[]

/**
 * Counts the members that responses name. If a route's response names members, or is about the member in its path, the
 * route has to declare how they count, or startup fails. Encrypted responses are counted where they are encrypted.
 */
export function registerNamedMembers(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const collector = createRouteCollector(route)
    const countAs = route.config?.membersCountAs
    if (collector && !countAs)
      throw new Error(`${String(route.method)} ${route.url} names members and does not declare how they count`)
    if (!collector || collector.encrypted || !isBudget(countAs)) return
    const isWrite = route.method === 'POST' && !route.config?.readsByPost
    if (isWrite) route.preHandler = prepend(({ ctx }) => requireFeedBudget(ctx), route.preHandler)
    route.preSerialization = prepend(async (request, reply, payload) => {
      const foundNames = reply.statusCode < 400 ? collector.collect(request, payload) : []
      await countMembersSeen(request.ctx, { budget: countAs, names: foundNames, isCommitted: isWrite })
      return payload
    }, route.preSerialization)
  })
}
