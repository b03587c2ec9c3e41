import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { findHelm } from '../infra/helm-program.mjs'
import { root } from '../infra/paths.mjs'

type Labels = Record<string, string>
type Resources = Record<string, string>
type Annotations = Record<string, string>

export type EnvironmentVariable = {
  name: string
  value?: string
  valueFrom?: { secretKeyRef: { name: string; key: string } }
}

export type Probe = { httpGet?: { path: string; port: string }; tcpSocket?: { port: string } }

export type Container = {
  name: string
  image: string
  command?: string[]
  env?: EnvironmentVariable[]
  ports?: { name: string; containerPort: number }[]
  lifecycle?: { preStop: { exec: { command: string[] } } }
  securityContext: unknown
  resources: { requests: Resources; limits: Resources }
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[]
} & Partial<Record<'startupProbe' | 'livenessProbe' | 'readinessProbe', Probe>>

export type Pod = {
  metadata: { labels: Labels }
  spec: {
    containers: [Container]
    volumes: { name: string; emptyDir?: { sizeLimit: string; medium?: 'Memory' }; configMap?: { name: string } }[]
    terminationGracePeriodSeconds: number
    topologySpreadConstraints?: { topologyKey: string; labelSelector: { matchLabels: Labels } }[]
  }
}

type Peer = Record<string, unknown>
export type Rule = { from?: Peer[]; to?: Peer[]; ports: { protocol: string; port: number }[] }

type Backend = { service: { name: string; port: { name: string } } }
type Metric = { metric: { name: string; selector?: { matchLabels: Labels } } }

/** The fields that the tests read, by kind. The schema of each kind covers the others. */
type Specs = {
  Deployment: { replicas?: number; selector: { matchLabels: Labels }; template: Pod; strategy: unknown }
  Job: { template: Pod }
  Service: { type: string; selector: Labels; ports: { name: string; port: number; targetPort: string }[] }
  Ingress: {
    tls: unknown
    rules: { host: string; http: { paths: { path: string; pathType: string; backend: Backend }[] } }[]
  }
  HorizontalPodAutoscaler: {
    scaleTargetRef: { kind: string; name: string }
    minReplicas: number
    metrics: { type: string; resource?: { name: string }; pods?: Metric; external?: Metric }[]
  }
  PodDisruptionBudget: { maxUnavailable: number; selector: { matchLabels: Labels } }
  NetworkPolicy: { podSelector: { matchLabels: Labels }; policyTypes: string[]; ingress?: Rule[]; egress?: Rule[] }
}

export type ResourceKind = keyof Specs

export type Manifest<Name extends ResourceKind = ResourceKind> = {
  apiVersion: string
  kind: Name
  metadata: { name: string; labels: Labels; annotations?: Annotations }
  spec: Specs[Name]
}

const folder = join(root, 'infra/helm/salong')
const program = await findHelm()

function helm(command: string[], values: unknown) {
  const [first = '', ...rest] = command
  const input = JSON.stringify(values)
  return spawnSync(program, [first, ...rest, folder, '--values', '-'], { encoding: 'utf8', input })
}

/** Returns the manifests that Helm would send to Kubernetes. */
export function render(values: unknown): Manifest[] {
  const { status, stdout, stderr } = helm(['template', 'salong', '--namespace', 'community'], values)
  if (status !== 0) throw new Error(stderr)
  return parseAllDocuments(stdout)
    .map((document) => document.toJS())
    .filter(Boolean)
}

/** Returns the error with which Helm rejects the values. */
export const getRenderError = (values: unknown): string => helm(['template', 'salong'], values).stderr

/** Returns the findings of Helm's linter. */
export const lint = (values: unknown): string => helm(['lint', '--strict', '--quiet'], values).stdout.trim()

export const ofKind = <Name extends ResourceKind>(manifests: Manifest[], kind: Name): Manifest<Name>[] =>
  manifests.filter((manifest): manifest is Manifest<Name> => manifest.kind === kind)

/** Returns the part of the chart that an object belongs to, by its component label. */
export const componentOf = ({ metadata }: Pick<Manifest, 'metadata'> | Pod): string =>
  metadata.labels['app.kubernetes.io/component'] ?? ''
