import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../infra/paths.mjs'
import { componentOf, ofKind, type Rule } from './chart.ts'
import { ADDRESS, chartOf, fullChart, minimalChart } from './chart-operators.ts'
import { componentsOf, containerOf, matchesLabels, PARTS, podOf, podsOf } from './chart-parts.ts'

describe('the Ingress', () => {
  const ingress = ofKind(minimalChart, 'Ingress')[0]!.spec
  const paths = ingress.rules.flatMap(({ http }) => http.paths)

  test('routes each path as the Caddyfile does', () => {
    const caddyfile = readFileSync(join(root, 'infra/caddy/Caddyfile'), 'utf8')
    const handled = [...caddyfile.matchAll(/\thandle (\/\S*)\* \{[\s\S]*?import (gateway|hub)s/g)]
    const expected = handled.map(([, path, part]) => [path, `salong-${part}`])
    expect(expected).toHaveLength(3)
    const routes = paths.map(({ path, backend }) => [path, backend.service.name])
    expect(routes.sort()).toEqual([...expected, ['/', 'salong-web']].sort())
  })

  test('routes each path to an existing Service and to a port of its pods', () => {
    const services = ofKind(minimalChart, 'Service')
    expect(componentsOf(minimalChart, 'Service')).toEqual(['gateway', 'hub', 'web'])
    for (const { backend } of paths) {
      const service = services.find(({ metadata }) => metadata.name === backend.service.name)!
      const port = service.spec.ports.find(({ name }) => name === backend.service.port.name)!
      const { ports } = containerOf(minimalChart, componentOf(service))
      expect(ports).toContainEqual({ name: port.targetPort, containerPort: port.port })
    }
  })

  test('is the only object reachable from outside the cluster, and uses TLS', () => {
    for (const { spec } of ofKind(minimalChart, 'Service')) expect(spec.type).toBe('ClusterIP')
    expect(ingress.tls).toEqual([{ hosts: ['salong.example'] }])
    expect(ofKind(fullChart, 'Ingress')[0]?.spec.tls).toEqual([{ hosts: ['salong.example'], secretName: 'salong-tls' }])
  })
})

describe('a network policy', () => {
  const policies = ofKind(minimalChart, 'NetworkPolicy')
  const policyOf = (part: string, among = policies) => among.find((policy) => componentOf(policy) === part)!.spec
  const portsOf = (rules: Rule[] = []) => rules.flatMap(({ ports }) => ports.map(({ port }) => port))

  test('denies all traffic that is not listed', () => {
    const { podSelector, ...rest } = policyOf('default-deny')
    expect(rest).toEqual({ policyTypes: ['Ingress', 'Egress'] })
    for (const { metadata } of podsOf(minimalChart))
      expect(matchesLabels(metadata.labels, podSelector.matchLabels)).toBe(true)
    for (const { spec } of policies) expect(spec.policyTypes).toEqual(['Ingress', 'Egress'])
    for (const part of [...PARTS, 'migrate'])
      expect(matchesLabels(podOf(minimalChart, part).metadata.labels, policyOf(part).podSelector.matchLabels)).toBe(
        true,
      )
  })

  test.each([
    { part: 'gateway', from: { 'ingress-nginx': ['http'], monitoring: ['metrics'] } },
    { part: 'hub', from: { 'ingress-nginx': ['http'], monitoring: ['metrics'] } },
    { part: 'worker', from: { monitoring: ['metrics'] } },
    { part: 'web', from: { 'ingress-nginx': ['http'] } },
    { part: 'migrate', from: {} },
  ])('allows only the listed namespaces to connect to $part, each to the listed ports', ({ part, from }) => {
    const { ports: own = [] } = containerOf(minimalChart, part)
    const nameOf = (port: number) => own.find(({ containerPort }) => containerPort === port)?.name
    const found = (policyOf(part).ingress ?? []).map((rule) => [
      JSON.stringify(rule.from).match(/"kubernetes.io\/metadata.name":"([^"]+)"/)?.[1],
      portsOf([rule]).map(nameOf),
    ])
    expect(Object.fromEntries(found)).toEqual(from)
  })

  test.each([
    { part: 'gateway', to: [53, 53, 5432, 6379, 443] },
    { part: 'hub', to: [53, 53, 5432, 6379] },
    { part: 'worker', to: [53, 53, 5432, 6379, 443, 465, 587] },
    { part: 'web', to: [] },
    { part: 'migrate', to: [53, 53, 5432, 443] },
  ])('allows $part to connect only to these ports: $to', ({ part, to }) => {
    expect(portsOf(policyOf(part).egress)).toEqual(to)
  })

  test('allows egress only to the configured addresses, and to the ports of every Redis Cluster node', () => {
    const { egress = [] } = policyOf('hub', ofKind(chartOf('a Redis Cluster at known addresses'), 'NetworkPolicy'))
    expect(egress.slice(1).map(({ to, ports }) => [to, ports.map(({ port }) => port)])).toEqual([
      [ADDRESS, [6432]],
      [ADDRESS, [7000, 7001, 7002]],
    ])
  })
})
