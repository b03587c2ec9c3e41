import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../infra/paths.mjs'
import { ofKind, partOf, type Rule } from './chart.ts'
import { ADDRESS, chartOf, full, usual } from './chart-operators.ts'
import { containerOf, isChosen, PARTS, partsOf, podOf, podsOf } from './chart-parts.ts'

describe('the Ingress', () => {
  const ingress = ofKind(usual, 'Ingress')[0]!.spec
  const paths = ingress.rules.flatMap(({ http }) => http.paths)

  test('routes each path as the Caddyfile does', () => {
    const caddyfile = readFileSync(join(root, 'infra/caddy/Caddyfile'), 'utf8')
    const handled = [...caddyfile.matchAll(/\thandle (\/\S*)\* \{[\s\S]*?import (gateway|hub)s/g)]
    const expected = handled.map(([, path, part]) => [path, `salong-${part}`])
    expect(expected).toHaveLength(3)
    const led = paths.map(({ path, backend }) => [path, backend.service.name])
    expect(led.sort()).toEqual([...expected, ['/', 'salong-web']].sort())
  })

  test('routes each path to an existing Service and to a port of its pods', () => {
    const services = ofKind(usual, 'Service')
    expect(partsOf(usual, 'Service')).toEqual(['gateway', 'hub', 'web'])
    for (const { backend } of paths) {
      const service = services.find(({ metadata }) => metadata.name === backend.service.name)!
      const port = service.spec.ports.find(({ name }) => name === backend.service.port.name)!
      const { ports } = containerOf(usual, partOf(service))
      expect(ports).toContainEqual({ name: port.targetPort, containerPort: port.port })
    }
  })

  test('is the only published object, and uses TLS', () => {
    for (const { spec } of ofKind(usual, 'Service')) expect(spec.type).toBe('ClusterIP')
    expect(ingress.tls).toEqual([{ hosts: ['salong.example'] }])
    expect(ofKind(full, 'Ingress')[0]?.spec.tls).toEqual([{ hosts: ['salong.example'], secretName: 'salong-tls' }])
  })
})

describe('a network policy', () => {
  const policies = ofKind(usual, 'NetworkPolicy')
  const policyOf = (part: string, among = policies) => among.find((policy) => partOf(policy) === part)!.spec
  const portsOf = (rules: Rule[] = []) => rules.flatMap(({ ports }) => ports.map(({ port }) => port))

  test('denies all traffic that is not listed', () => {
    const { podSelector, ...rest } = policyOf('nothing')
    expect(rest).toEqual({ policyTypes: ['Ingress', 'Egress'] })
    for (const { metadata } of podsOf(usual)) expect(isChosen(metadata.labels, podSelector.matchLabels)).toBe(true)
    for (const { spec } of policies) expect(spec.policyTypes).toEqual(['Ingress', 'Egress'])
    for (const part of [...PARTS, 'migrate'])
      expect(isChosen(podOf(usual, part).metadata.labels, policyOf(part).podSelector.matchLabels)).toBe(true)
  })

  test.each([
    { part: 'gateway', from: { 'ingress-nginx': ['http'], monitoring: ['metrics'] } },
    { part: 'hub', from: { 'ingress-nginx': ['http'], monitoring: ['metrics'] } },
    { part: 'worker', from: { monitoring: ['metrics'] } },
    { part: 'web', from: { 'ingress-nginx': ['http'] } },
    { part: 'migrate', from: {} },
  ])('lets only $from call $part', ({ part, from }) => {
    const { ports: own = [] } = containerOf(usual, part)
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
  ])('lets $part reach only $to', ({ part, to }) => {
    expect(portsOf(policyOf(part).egress)).toEqual(to)
  })

  test('lists the configured addresses and the ports of every node', () => {
    const { egress = [] } = policyOf('hub', ofKind(chartOf('a Redis Cluster at known addresses'), 'NetworkPolicy'))
    expect(egress.slice(1).map(({ to, ports }) => [to, ports.map(({ port }) => port)])).toEqual([
      [ADDRESS, [6432]],
      [ADDRESS, [7000, 7001, 7002]],
    ])
  })
})
