import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, SECRET_READERS, type ServiceName, settings } from '@app/server/process/config'
import { describe, expect, test } from 'vitest'
import { root } from '../infra/paths.mjs'
import { componentOf, getRenderError, lint, type Manifest, ofKind } from './chart.ts'
import { charts, minimalChart, REQUIRED_VALUES } from './chart-operators.ts'
import { environmentOf, matchesLabels, podsOf, SECRETS, SERVICES } from './chart-parts.ts'
import { validateManifest } from './kubernetes.ts'

/**
 * NOTE: Helm itself renders the chart, as for a cluster, and the manifests are validated against the schemas of
 * Kubernetes. These tests do not install it in a cluster.
 */
describe.each(charts)('for an operator with $operator', ({ values, manifests }) => {
  test("the chart passes Helm's linter", () => {
    expect(lint(values)).not.toMatch(/WARN|ERROR/)
  })

  test.each(manifests.map((manifest) => ({ manifest, name: `${manifest.kind} ${manifest.metadata.name}` })))(
    'every field of $name is in the schema of Kubernetes',
    ({ manifest }) => {
      expect(validateManifest(manifest)).toEqual([])
    },
  )

  test('no two objects of a kind have the same name', () => {
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
    expect(names.length).toBeGreaterThan(7)
    expect(new Set(names).size).toBe(names.length)
  })

  test.each(SERVICES)('%s accepts its environment, which has no unknown settings', (part) => {
    const environment = environmentOf(manifests, part)
    expect(Object.keys(environment).filter((name) => !(name in settings))).toEqual([])
    const config = readConfig({ ...environment, NODE_ENV: 'production', HOST: '0.0.0.0' }, { service: part })
    expect(config).toMatchObject({
      production: true,
      publicUrl: 'https://salong.example',
      mailFrom: 'Salong <noreply@salong.example>',
      metricsPort: 9464,
    })
    if (part !== 'hub') expect(config).toMatchObject({ photoStore: { kind: 'S3', bucket: 'photos' } })
  })

  test('every part gets the secrets that it reads and no others', () => {
    const OPTIONAL = ['DATABASE_READ_URL', 'QUEUES_PASSWORD', 'WEB_PUSH_KEY', 'AGE_CLIENT_SECRET']
    for (const pod of podsOf(manifests)) {
      const part = componentOf(pod)
      const secretNames = (pod.spec.containers[0].env ?? []).flatMap(({ name, valueFrom }) => (valueFrom ? [name] : []))
      const readableSecrets = Object.keys(SECRET_READERS).filter((name) =>
        SECRET_READERS[name]?.includes(part as ServiceName),
      )
      const allowedSecrets = part === 'migrate' ? ['DATABASE_OWNER_URL', 'PHOTO_STORE'] : readableSecrets
      expect(
        secretNames.filter((name) => !allowedSecrets.includes(name)),
        part,
      ).toEqual([])
      if (part === 'migrate') continue
      expect(
        readableSecrets.filter((name) => !OPTIONAL.includes(name) && !secretNames.includes(name)),
        part,
      ).toEqual([])
    }
  })

  test('every part that uses the photo store has a key of its own to it', () => {
    const keys = podsOf(manifests).flatMap(({ spec }) =>
      (spec.containers[0].env ?? []).flatMap(({ name, valueFrom }) =>
        name === 'PHOTO_STORE' ? [valueFrom?.secretKeyRef.key] : [],
      ),
    )
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('secrets are only referenced, and the chart creates none', () => {
    expect(JSON.stringify(manifests)).not.toContain('"kind":"Secret"')
    for (const { spec } of podsOf(manifests))
      for (const { name, value, valueFrom } of spec.containers.flatMap(({ env = [] }) => env)) {
        expect(valueFrom !== undefined, name).toBe(name in SECRETS)
        expect(value !== undefined, name).toBe(!(name in SECRETS))
      }
  })

  test.each(podsOf(manifests).map((pod) => ({ pod, part: componentOf(pod) })))(
    '$part does not run as root, gains no privileges, and writes only to its own limited volumes',
    ({ pod }) => {
      expect(pod.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const { securityContext, volumeMounts } of pod.spec.containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
        expect(volumeMounts.map(({ name }) => name).sort()).toEqual(pod.spec.volumes.map(({ name }) => name).sort())
      }
      for (const { emptyDir, configMap } of pod.spec.volumes)
        expect(emptyDir?.sizeLimit ?? configMap?.name).toBeTruthy()
    },
  )

  test('no Service address is injected as an environment variable', () => {
    for (const { spec } of podsOf(manifests)) expect(spec).toMatchObject({ enableServiceLinks: false })
  })

  test('every selector selects the pods of its own part', () => {
    for (const { spec, ...manifest } of ofKind(manifests, 'Deployment')) {
      expect(matchesLabels(spec.template.metadata.labels, spec.selector.matchLabels)).toBe(true)
      expect(componentOf(manifest)).toBe(componentOf(spec.template))
    }
    const selections = [
      ...ofKind(manifests, 'Service').map((manifest) => ({ manifest, selector: manifest.spec.selector })),
      ...ofKind(manifests, 'PodDisruptionBudget').map((manifest) => ({
        manifest,
        selector: manifest.spec.selector.matchLabels,
      })),
    ]
    for (const { manifest, selector } of selections) {
      const parts = podsOf(manifests).filter(({ metadata }) => matchesLabels(metadata.labels, selector))
      expect(parts.map(componentOf), manifest.metadata.name).toEqual([componentOf(manifest)])
    }
  })
})

test('the validation of manifests reports fields that Kubernetes does not know, and fields of the wrong type', () => {
  const [service] = ofKind(minimalChart, 'Service')
  const withSpec = (changes: object) =>
    validateManifest({ ...service, spec: { ...service?.spec, ...changes } } as Manifest)
  expect(withSpec({ seletor: { a: 'b' } })).toEqual(['/spec/seletor is unknown', '/spec/seletor/a is unknown'])
  expect(withSpec({ ports: 'http' }).join()).toContain('/spec/ports must be array')
})

describe('Helm', () => {
  test.each([
    { missing: 'domain', values: { ...REQUIRED_VALUES, domain: '' } },
    { missing: 'mail.from', values: { ...REQUIRED_VALUES, mail: {} } },
    { missing: 'secrets.name', values: { ...REQUIRED_VALUES, secrets: {} } },
    { missing: 'image.app.repository', values: { ...REQUIRED_VALUES, image: { web: REQUIRED_VALUES.image.web } } },
    { missing: 'image.web.repository', values: { ...REQUIRED_VALUES, image: { app: REQUIRED_VALUES.image.app } } },
  ])('reports the missing value $missing', ({ missing, values }) => {
    expect(getRenderError(values)).toContain(`${missing} is missing: `)
  })

  test('rejects unknown values and values of the wrong type', () => {
    expect(getRenderError({ ...REQUIRED_VALUES, gatway: {} })).toContain("'gatway' not allowed")
    expect(getRenderError({ ...REQUIRED_VALUES, domain: 'https://salong.example' })).toContain("at '/domain'")
    expect(getRenderError({ ...REQUIRED_VALUES, secrets: { name: 'salong', DATABASE_URL: 'postgres://…' } })).toContain(
      'not allowed',
    )
  })

  test('rejects the default values of the chart, which contain no secret', () => {
    const values = readFileSync(join(root, 'infra/helm/salong/values.yaml'), 'utf8')
    expect(values).not.toMatch(/:\/\/[^\s/]*:[^\s/]*@/)
    expect(getRenderError({})).toContain('is missing')
  })
})
