import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDatabase } from '@app/server/testing/context'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { environmentOf } from '../deployment/compose-file.ts'
import { root } from '../infra/paths.mjs'
import { fetchMetrics, listSeries } from './exposed-metrics.ts'

const SERVICES = ['gateway', 'hub', 'worker']

type Target = { expr: string; legendFormat: string }
type GridPosition = { x: number; y: number; w: number; h: number }
type Panel = {
  title: string
  type: string
  description: string
  datasource: { uid: string }
  fieldConfig: { defaults: { unit: string } }
  gridPos: GridPosition
  targets: Target[]
}
type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> }

const read = (path: string): string => readFileSync(join(root, 'infra', path), 'utf8')
const board = JSON.parse(read('grafana/dashboards/salong.json')) as { panels: Panel[] }
const panels = board.panels.filter(({ type }) => type !== 'row')
const { groups } = parse(read('prometheus/alerts.yml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const scraping = parse(read('prometheus/prometheus.yml'))

const seriesOf = (expr: string): string[] => expr.match(/\b(?:salong_\w+|up)\b/g) ?? []

describe('the metrics of the services', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())

  test('have every series that a panel or an alert queries', async () => {
    const servers = { databaseUrl: database.url, redisUrl: inject('testInfra').redisUrl }
    const texts = await Promise.all(SERVICES.map((service) => fetchMetrics(service, servers)))
    const exposedSeries = new Set(['up', ...texts.flatMap(listSeries)])
    const queries = [...panels.flatMap(({ targets }) => targets), ...rules].map(({ expr }) => expr)
    for (const expr of queries) {
      expect(seriesOf(expr), expr).not.toEqual([])
      expect(
        seriesOf(expr).filter((series) => !exposedSeries.has(series)),
        expr,
      ).toEqual([])
    }
    expect([...exposedSeries].filter((series) => series !== 'up' && !series.startsWith('salong_'))).toEqual([])
  })
})

describe('the dashboard', () => {
  test.each(panels.map((panel) => [panel.title, panel] as const))(
    '%s has a description, a unit and legends',
    (_, panel) => {
      expect(panel.description).toMatch(/\.$/)
      expect(panel.fieldConfig.defaults.unit).toMatch(/\w/)
      expect(panel.targets.length).toBeGreaterThan(0)
      for (const { legendFormat } of panel.targets) expect(legendFormat).toMatch(/\w/)
    },
  )

  test('has panels that do not overlap, with unique names', () => {
    const doOverlap = (one: GridPosition, other: GridPosition): boolean =>
      one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h
    for (const [at, one] of board.panels.entries())
      for (const other of board.panels.slice(at + 1))
        expect(doOverlap(one.gridPos, other.gridPos), one.title).toBe(false)
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
    expect(Math.max(...board.panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBe(24)
  })

  test('queries the provisioned data source', () => {
    const [source] = parse(read('grafana/provisioning/datasources/prometheus.yml')).datasources
    expect(new Set(panels.map(({ datasource }) => datasource.uid))).toEqual(new Set([source.uid]))
    expect(parse(read('grafana/provisioning/dashboards/salong.yml')).providers).toHaveLength(1)
  })
})

describe('the alerts', () => {
  test.each(rules.map((rule) => [rule.alert, rule] as const))(
    '%s has a summary, a description and a severity',
    (_, rule) => {
      expect(rule.annotations.summary).toMatch(/\w/)
      expect(rule.annotations.description).toMatch(/[.?]$/)
      expect(['page', 'ticket']).toContain(rule.labels.severity)
    },
  )

  test('are loaded by Prometheus, which discovers every service by its name', () => {
    expect(scraping.rule_files).toEqual(['alerts.yml'])
    const jobs = scraping.scrape_configs.map(
      (job: { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }) => [
        job.job_name,
        job.dns_sd_configs.map(({ names, port }) => [names, port]),
      ],
    )
    expect(jobs).toEqual(SERVICES.map((service) => [service, [[[service], 9464]]]))
    for (const service of SERVICES) expect(environmentOf(service, {}).METRICS_PORT, service).toBe('9464')
  })
})
