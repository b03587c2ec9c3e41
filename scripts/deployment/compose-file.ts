import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../infra/paths.mjs'

export type Service = {
  image: string
  build?: { target: string }
  command?: string | string[]
  container_name?: string
  user?: string
  read_only?: boolean
  init?: boolean
  privileged?: boolean
  cap_add?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  stop_grace_period?: string
  environment?: Record<string, unknown>
  ports?: string[]
  networks?: string[]
  network_mode?: string
  volumes?: string[]
  tmpfs?: string[]
  profiles?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
  mem_limit?: string
  cpus?: number
  pids_limit?: number
}

export type Compose = {
  name: string
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, unknown>
}

const file = join(root, 'docker-compose.yml')

const composeText = readFileSync(file, 'utf8')

/** The parsed file, with YAML anchors merged. */
export const compose: Compose = parse(composeText, { merge: true })

/** The file that operators add for age checks. */
export const ageCompose: Partial<Compose> = parse(readFileSync(join(root, 'docker-compose.age.yml'), 'utf8'))

/** `${NAME}`, `${NAME:-fallback}`, `${NAME:?required}`, and `$$` for a literal dollar sign. */
const VARIABLE = /\$(?:\$|\{(\w+)(?::([-?])([^}]*))?\})/g

export type Variable = { name: string; kind: 'required' | 'withDefault' | 'plain'; fallback: string }

/** The variables in the file, and their fallbacks. */
export const variables: Variable[] = [...composeText.matchAll(VARIABLE)]
  .filter(([, name]) => name)
  .map(([, name = '', mark, rest = '']) => ({
    name,
    kind: mark === '?' ? 'required' : mark === '-' ? 'withDefault' : 'plain',
    fallback: rest,
  }))

/** Returns the environment of a service as its container sees it. */
export function environmentOf(name: string, env: Record<string, string | undefined>): Record<string, string> {
  const substitute = (value: unknown) =>
    String(value).replace(VARIABLE, (_, variable?: string, mark?: string, rest?: string) =>
      variable ? env[variable] || (mark === '-' ? (rest ?? '') : '') : '$',
    )
  return Object.fromEntries(
    Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [key, substitute(value)]),
  )
}
