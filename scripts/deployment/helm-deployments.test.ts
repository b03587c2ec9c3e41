import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QUEUES } from '@app/server/delivery/jobs'
import { readConfig } from '@app/server/process/config'
import { derivePushKey } from '@app/server/process/web-push'
import { describe, expect, test } from 'vitest'
import { root } from '../infra/paths.mjs'
import { componentOf, type Manifest, ofKind, type ResourceKind } from './chart.ts'
import { chartOf, fullChart, minimalChart } from './chart-operators.ts'
import {
  componentsOf,
  containerOf,
  environmentOf,
  matchesLabels,
  PARTS,
  podOf,
  SECRETS,
  SERVICES,
} from './chart-parts.ts'
import { compose } from './compose-file.ts'

describe('every Deployment', () => {
  test.each(PARTS)('%s has startup, liveness and readiness probes', (part) => {
    const container = containerOf(minimalChart, part)
    const ports = container.ports?.map(({ name }) => name)
    for (const kind of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      const { httpGet, tcpSocket } = container[kind] ?? {}
      expect(ports, kind).toContain((httpGet ?? tcpSocket)?.port)
    }
    if (part === 'web') return
    expect(container.livenessProbe?.httpGet?.path).toBe('/health')
    expect(container.readinessProbe?.httpGet?.path).toBe('/ready')
  })

  test.each(PARTS)(
    '%s keeps serving until its endpoint is removed, and then has more than ten seconds to shut down',
    (part) => {
      const { preStop } = containerOf(minimalChart, part).lifecycle!
      expect(preStop.exec.command[0]).toBe('sleep')
      const pause = Number(preStop.exec.command[1])
      expect(pause).toBeGreaterThan(0)
      expect(podOf(minimalChart, part).spec.terminationGracePeriodSeconds).toBeGreaterThan(pause + 10)
    },
  )

  test.each(PARTS)('%s requests its resources, and its pods are spread over zones and nodes', (part) => {
    const { requests, limits } = containerOf(minimalChart, part).resources
    expect(requests).toMatchObject({ cpu: expect.any(String), memory: expect.any(String) })
    expect(limits.memory).toBeTruthy()
    const { labels } = podOf(minimalChart, part).metadata
    const spread = podOf(minimalChart, part).spec.topologySpreadConstraints!
    expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
      'topology.kubernetes.io/zone',
      'kubernetes.io/hostname',
    ])
    for (const { labelSelector } of spread) expect(matchesLabels(labels, labelSelector.matchLabels)).toBe(true)
  })

  test('is replaced without downtime, scales, and has a disruption budget', () => {
    expect(componentsOf(minimalChart, 'Deployment')).toEqual(PARTS)
    expect(componentsOf(minimalChart, 'HorizontalPodAutoscaler')).toEqual(PARTS)
    expect(componentsOf(minimalChart, 'PodDisruptionBudget')).toEqual(PARTS)
    for (const { spec } of ofKind(minimalChart, 'Deployment')) {
      expect(spec.strategy).toMatchObject({ rollingUpdate: { maxUnavailable: 0 } })
      expect(spec.replicas).toBeUndefined()
    }
    for (const { spec } of ofKind(minimalChart, 'HorizontalPodAutoscaler')) expect(spec.minReplicas).toBeGreaterThan(1)
  })

  test('has the configured number of replicas without autoscaling', () => {
    const off = chartOf('everything off')
    expect(componentsOf(off, 'Deployment')).toEqual(PARTS)
    for (const { spec } of ofKind(off, 'Deployment')) expect(spec.replicas).toBe(2)
    for (const kind of ['HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Ingress', 'NetworkPolicy'] as const)
      expect(ofKind(off, kind)).toEqual([])
  })
})

describe('the images', () => {
  test('run the same commands as in compose', () => {
    for (const part of SERVICES)
      expect(containerOf(minimalChart, part).command).toEqual(compose.services[part]?.command)
    expect(containerOf(minimalChart, 'migrate').command).toEqual(compose.services.migrate?.command)
  })

  test('are those of the release, or the ones that the operator sets', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(containerOf(minimalChart, 'hub').image).toBe(`registry.example/app:${version}`)
    expect(containerOf(minimalChart, 'web').image).toBe(`registry.example/web:${version}`)
    expect(containerOf(fullChart, 'hub').image).toMatch(/^registry\.example\/app@sha256:a{64}$/)
    expect(containerOf(fullChart, 'web').image).toBe('registry.example/web:edge')
  })

  test('of the web part get only variables that its Caddyfile uses, and leave TLS to the Ingress', () => {
    const caddyfile = readFileSync(join(root, 'infra/caddy/Caddyfile'), 'utf8')
    const environment = environmentOf(minimalChart, 'web')
    for (const name of Object.keys(environment)) expect(caddyfile).toContain(`{$${name}`)
    const address = (/^(\S+:\/\/\S+) \{$/m.exec(caddyfile)?.[1] ?? '').replace(
      '{$SCHEME:https}',
      environment.SCHEME ?? '',
    )
    expect(address.replace('{$DOMAIN}', environment.DOMAIN ?? '')).toBe('http://salong.example')
  })
})

test('the migration runs before a new release starts, and its network policy exists before the Job', () => {
  const hooks = minimalChart.filter(({ metadata }) => metadata.annotations?.['helm.sh/hook'])
  expect(hooks.map(componentOf)).toEqual(['migrate', 'migrate'])
  for (const { metadata } of hooks) expect(metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade')
  const weightOf = (kind: ResourceKind) =>
    Number(hooks.find((hook) => hook.kind === kind)?.metadata.annotations?.['helm.sh/hook-weight'])
  expect(weightOf('NetworkPolicy')).toBeLessThan(weightOf('Job'))
  expect(containerOf(minimalChart, 'migrate').env?.map(({ name }) => name)).toEqual([
    'DATABASE_OWNER_URL',
    'PHOTO_STORE',
  ])
  const withoutBucket = containerOf(chartOf('everything off'), 'migrate')
  expect(withoutBucket.env?.map(({ name }) => name)).toEqual(['DATABASE_OWNER_URL'])
})

describe('settings', () => {
  test('have the values that the operator chose', () => {
    const gateway = readConfig(
      { ...environmentOf(fullChart, 'gateway'), NODE_ENV: 'production' },
      { service: 'gateway' },
    )
    expect(gateway).toMatchObject({
      databaseReadUrl: SECRETS.DATABASE_READ_URL,
      databasePool: 20,
      trustProxy: ['10.0.0.0/8'],
      supportUrl: 'https://help.salong.example',
      disputeAddress: 'https://disputes.example',
      referenceYear: 2025,
      hstsSubdomains: true,
      logLevel: 'warn',
      pagesDir: '/pages',
    })
    expect(environmentOf(fullChart, 'web').HSTS_SUBDOMAINS).toBe('on')
    expect(environmentOf(minimalChart, 'web').HSTS_SUBDOMAINS).toBe('off')
    expect(containerOf(fullChart, 'gateway').volumeMounts).toContainEqual({
      name: 'pages',
      mountPath: '/pages',
      readOnly: true,
    })
  })

  test('of the standby go only to the gateway, and only if there is a standby', () => {
    const partsWithVariable = (manifests: Manifest[]) =>
      SERVICES.filter((part) => 'DATABASE_READ_URL' in environmentOf(manifests, part))
    expect(partsWithVariable(minimalChart)).toEqual([])
    expect(partsWithVariable(fullChart)).toEqual(['gateway'])
  })

  test('of the queue board go only to workers, and only if it is enabled', () => {
    const partsWithVariable = (manifests: Manifest[]) =>
      SERVICES.filter((part) => 'QUEUES_PASSWORD' in environmentOf(manifests, part))
    expect(partsWithVariable(minimalChart)).toEqual([])
    expect(partsWithVariable(fullChart)).toEqual(['worker'])
    const { queuesPassword } = readConfig(
      { ...environmentOf(fullChart, 'worker'), NODE_ENV: 'production' },
      { service: 'worker' },
    )
    expect(queuesPassword).toBe(SECRETS.QUEUES_PASSWORD)
  })

  test('of notifications go to gateways and workers, and only if they are enabled', () => {
    const partsWithVariable = (manifests: Manifest[]) =>
      SERVICES.filter((part) => 'WEB_PUSH_KEY' in environmentOf(manifests, part))
    expect(partsWithVariable(minimalChart)).toEqual([])
    expect(partsWithVariable(fullChart)).toEqual(['gateway', 'worker'])
    for (const service of ['gateway', 'worker'] as const)
      expect(readConfig({ ...environmentOf(fullChart, service), NODE_ENV: 'production' }, { service })).toMatchObject({
        pushKey: derivePushKey(SECRETS.WEB_PUSH_KEY ?? ''),
        pushHosts: ['push.example'],
      })
  })

  test('of age checks exist only if they are enabled: the provider for every service, its secret only for gateways', () => {
    const partsWith = (manifests: Manifest[], name: string) =>
      SERVICES.filter((part) => name in environmentOf(manifests, part))
    expect(partsWith(minimalChart, 'AGE_ASSURANCE')).toEqual([])
    expect(partsWith(fullChart, 'AGE_CLIENT_SECRET')).toEqual(['gateway'])
    for (const service of SERVICES)
      expect(readConfig({ ...environmentOf(fullChart, service), NODE_ENV: 'production' }, { service })).toMatchObject({
        ageAssurance: 'required',
        ageProvider: { issuer: 'https://age.example', clientId: 'salong' },
      })
  })

  const secretRefsOf = (manifests: Manifest[], part: string) =>
    Object.fromEntries(
      (containerOf(manifests, part).env ?? []).map(({ name, valueFrom }) => [name, valueFrom?.secretKeyRef]),
    )

  test('of the photo store come from a key for each part', () => {
    for (const [part, key] of [
      ['gateway', 'PHOTO_STORE_GATEWAY'],
      ['worker', 'PHOTO_STORE_WORKER'],
      ['migrate', 'PHOTO_STORE_MIGRATE'],
    ] as const)
      expect(secretRefsOf(minimalChart, part)).toMatchObject({ PHOTO_STORE: { name: 'salong', key } })
  })

  test('come from the configured Secrets', () => {
    const refsOf = (part: string) => secretRefsOf(chartOf('a standby, and secrets of several owners'), part)
    expect(refsOf('gateway')).toMatchObject({
      DATABASE_URL: { name: 'salong-app', key: 'uri' },
      DATABASE_READ_URL: { name: 'salong', key: 'DATABASE_READ_URL' },
      PHOTO_STORE: { name: 'salong', key: 'store-of-gateways' },
    })
    expect(refsOf('worker')).toMatchObject({
      DATABASE_URL: { name: 'salong-app', key: 'uri' },
      PHOTO_STORE: { name: 'salong', key: 'PHOTO_STORE_WORKER' },
    })
    expect(refsOf('migrate')).toMatchObject({ PHOTO_STORE: { name: 'salong-bucket', key: 'PHOTO_STORE_MIGRATE' } })
  })
})

describe('the autoscalers', () => {
  const metricsOf = (part: string, manifests = minimalChart) =>
    ofKind(manifests, 'HorizontalPodAutoscaler')
      .find((scaler) => componentOf(scaler) === part)!
      .spec.metrics.map(({ resource, pods, external }) => ({
        name: resource?.name ?? (pods ?? external)?.metric.name,
        queue: external?.metric.selector?.matchLabels.queue,
      }))

  test('target existing Deployments', () => {
    const names = ofKind(minimalChart, 'Deployment').map(({ metadata }) => metadata.name)
    for (const { spec } of ofKind(minimalChart, 'HorizontalPodAutoscaler')) {
      expect(spec.scaleTargetRef.kind).toBe('Deployment')
      expect(names).toContain(spec.scaleTargetRef.name)
    }
  })

  test('follow CPU for gateways, sockets for hubs, and the age of waiting jobs for workers', () => {
    expect(metricsOf('gateway')).toEqual([{ name: 'cpu' }])
    expect(metricsOf('hub')).toEqual([{ name: 'salong_sockets' }])
    const ages = metricsOf('worker', fullChart)
    expect(new Set(ages.map(({ name }) => name))).toEqual(new Set(['salong_queue_oldest_seconds']))
    expect(ages.map(({ queue }) => queue).sort()).toEqual([...QUEUES].sort())
  })

  test.each([
    ['hub', 'src/operations/metrics.ts'],
    ['worker', 'src/metrics.ts'],
  ])('of the %s use metrics that it exposes', (part, path) => {
    const metricsSource = readFileSync(join(root, 'services', part, path), 'utf8')
    for (const { name } of metricsOf(part)) expect(metricsSource).toContain(`'${name}'`)
  })
})
